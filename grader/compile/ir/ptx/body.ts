import type { Type } from '../read/index.ts';
import type { Helper } from './helpers.ts';
import type { Operand } from './parse.ts';
import { mismatch, unsupported, wrong } from './problems.ts';
import { fits, integer, type PtxType } from './types.ts';

interface Register {
  /** Where its value lies: an integer of as many bits. */
  readonly slot: string;
  readonly type: PtxType;
}

/** Predicates and floats stand in registers of just their width. */
const isExact = ({ letter }: PtxType) => letter === 'p' || letter === 'f' || letter === 'bf';

/** Special registers wider than 32 bits (PTX ISA, "Special Registers"). */
const WIDE_SPECIALS = new Set(['clock64', 'globaltimer', 'gridid', 'current_graph_exec', 'reserved_smem_offset']);

/**
 * The body of a function in LLVM IR that does what one `asm` statement says. Registers are variables, which the
 * optimiser puts away again; values are integers of as many bits, whatever they mean.
 */
export class Body {
  readonly #helpers: ReadonlyMap<string, Helper>;
  readonly #variables: string[] = [];
  readonly #lines: string[] = [];
  readonly #scopes: Map<string, Register>[] = [new Map()];
  #count = 0;
  #carry: string | null = null;

  constructor(helpers: ReadonlyMap<string, Helper>) {
    this.#helpers = helpers;
  }

  /** From the label of its entry on. */
  get text(): string[] {
    return ['entry:', ...this.#variables, ...this.#lines];
  }

  /** @returns the name of the instruction's value */
  emit(instruction: string): string {
    const name = `%t${this.#count++}`;
    this.#lines.push(`  ${name} = ${instruction}`);
    return name;
  }

  do(instruction: string): void {
    this.#lines.push(`  ${instruction}`);
  }

  label(name: string): void {
    this.#lines.push(`${name}:`);
  }

  newLabel(): string {
    return `l${this.#count++}`;
  }

  open(): void {
    this.#scopes.push(new Map());
  }

  close(): void {
    if (this.#scopes.length === 1) throw wrong("Parsing error near '}': syntax error");
    this.#scopes.pop();
  }

  get isClosed(): boolean {
    return this.#scopes.length === 1;
  }

  declare(name: string, type: PtxType): void {
    const scope = this.#scopes.at(-1);
    if (scope?.has(name)) throw wrong(`Duplicate definition of variable '${name}'`);
    scope?.set(name, { slot: this.#variable(type.bits), type });
  }

  #variable(bits: number): string {
    const slot = `%v${this.#count++}`;
    this.#variables.push(`  ${slot} = alloca ${integer(bits)}`);
    return slot;
  }

  /** Of the addition with carry before: an `i32` that is 0 or 1. */
  get carry(): string {
    if (this.#carry === null) {
      this.#carry = this.#variable(32);
      this.#variables.push(`  store i32 0, ptr ${this.#carry}`);
    }
    return this.#carry;
  }

  register(name: string): Register {
    for (const scope of this.#scopes.toReversed()) {
      const found = scope.get(name);
      if (found) return found;
    }
    throw wrong(`Unknown symbol '${name}'`);
  }

  /**
   * @param type - of the instruction
   * @param opcode - for what is said of an operand that does not fit
   * @param mayBeWider - as for what is stored or converted: its low bits
   */
  read(operand: Operand, type: PtxType, opcode: string, mayBeWider = false): string {
    if (operand.kind === 'integer') {
      if (type.letter === 'f' || type.letter === 'bf') throw mismatch(opcode);
      if (type.letter === 'p') return operand.value === 0n ? 'false' : 'true';
      return String(BigInt.asIntN(type.bits, operand.value));
    }
    if (operand.kind === 'float') {
      if (type.letter !== 'f' && !(type.letter === 'b' && type.bits === operand.width)) throw mismatch(opcode);
      return String(BigInt.asIntN(type.bits, floatBits(operand, type.bits)));
    }
    if (operand.kind !== 'name') throw mismatch(opcode);
    if (operand.name.startsWith('%') && !this.#isDeclared(operand.name))
      return this.#special(operand.name, type, opcode);
    const register = this.register(operand.name);
    const value = this.emit(`load ${integer(register.type.bits)}, ptr ${register.slot}`);
    if (operand.negated && type.letter !== 'p') throw mismatch(opcode);
    if (operand.negated) return this.emit(`xor i1 ${value}, true`);
    const isWider = mayBeWider && register.type.bits > type.bits && !isExact(register.type) && !isExact(type);
    if (isWider) return this.emit(`trunc ${integer(register.type.bits)} ${value} to ${integer(type.bits)}`);
    if (register.type.bits !== type.bits || !fits(register.type, type)) throw mismatch(opcode);
    return value;
  }

  /** @param mayBeWider - as for what is loaded or converted: extended by its sign, or by zeros */
  write(operand: Operand, value: string, type: PtxType, opcode: string, mayBeWider = false): void {
    if (operand.kind === 'sink') return;
    if (operand.kind !== 'name' || operand.negated) throw mismatch(opcode);
    const { slot, type: own } = this.register(operand.name);
    const isWider = mayBeWider && own.bits > type.bits && !isExact(own) && !isExact(type);
    if (!isWider && (own.bits !== type.bits || !fits(own, type))) throw mismatch(opcode);
    const extend = type.letter === 's' ? 'sext' : 'zext';
    const whole = isWider ? this.emit(`${extend} ${integer(type.bits)} ${value} to ${integer(own.bits)}`) : value;
    this.do(`store ${integer(own.bits)} ${whole}, ptr ${slot}`);
  }

  /** The forms of an instruction that are functions of the headers. */
  formsOf(opcode: string): string[] {
    return [...this.#helpers.keys()]
      .filter((name) => name.startsWith(`${opcode}_`))
      .map((name) => name.replaceAll('_', '.'));
  }

  has(helper: string): boolean {
    return this.#helpers.has(helper);
  }

  /** A function of the headers; null where there is none of this name. */
  helper(name: string): Helper | null {
    return this.#helpers.get(name) ?? null;
  }

  /**
   * Calls a function of the headers.
   * @param values - integers of as many bits as its parameters have
   * @returns the parts of its answer, as integers
   */
  call(name: string, values: readonly string[]): string[] {
    const helper = this.#helpers.get(name);
    if (!helper) throw unsupported(`the PTX instruction ${name.replaceAll('_', '.')}`);
    const rest = [...values];
    const given = helper.parameters.map(({ type, text }) => {
      if (type.kind === 'pointer') return `${text} ${this.carry}`;
      return `${text} ${this.#asParameter(type, rest)}`;
    });
    const call = `call ${helper.result.text} @${helper.symbol}(${given.join(', ')})`;
    if (helper.result.text === 'void') {
      this.do(call);
      return [];
    }
    return this.#asIntegers(this.emit(call), helper.result);
  }

  #asParameter(type: Type, rest: string[]): string {
    if (type.kind !== 'vector') {
      const value = rest.shift() ?? '0';
      const bits = sameBits(type);
      return bits === null ? value : this.emit(`bitcast ${bits} ${value} to ${type.text}`);
    }
    let whole = 'undef';
    for (let i = 0; i < type.count; i++)
      whole = this.emit(
        `insertelement ${type.text} ${whole}, ${type.element.text} ${this.#asParameter(type.element, rest)}, i32 ${i}`,
      );
    return whole;
  }

  #asIntegers(value: string, type: Type): string[] {
    if (type.kind === 'vector')
      return Array.from({ length: type.count }, (_, i) => {
        const element = this.emit(`extractelement ${type.text} ${value}, i32 ${i}`);
        return this.#asIntegers(element, type.element)[0] ?? element;
      });
    const bits = sameBits(type);
    return [bits === null ? value : this.emit(`bitcast ${type.text} ${value} to ${bits}`)];
  }

  #isDeclared(name: string): boolean {
    return this.#scopes.some((scope) => scope.has(name));
  }

  #special(name: string, { bits, letter }: PtxType, opcode: string): string {
    const plain = name.slice(1).replace('.', '_');
    if (!this.has(`special_${plain}`)) {
      if (SPECIALS.test(name)) throw unsupported(`the PTX register ${name}`);
      throw wrong(`Unknown symbol '${name}'`);
    }
    if (opcode !== 'mov') throw wrong(`Special register argument not allowed for instruction '${opcode}'`);
    const own = WIDE_SPECIALS.has(plain) ? 64 : 32;
    // Of those of 32 bits, many can be read as 16.
    if ((bits !== own && !(bits === 16 && own === 32)) || letter === 'f' || letter === 'p') throw mismatch(opcode);
    const [value = '0'] = this.call(`special_${plain}`, []);
    return own === bits ? value : this.emit(`trunc ${integer(own)} ${value} to ${integer(bits)}`);
  }
}

/** What PTX has besides those of emu/ptx/. */
const SPECIALS =
  /^%(?:pm\d+(?:_64)?|envreg\d+|clock_hi|globaltimer_(?:lo|hi)|is_explicit_cluster|(?:n?clusterid|cluster_n?cta(?:id|rank))(?:\.[xyzw])?|(?:aggr|total|reserved|dynamic)_smem\w*|current_graph_exec|nwarpid|warpid|gridid|nsmid|smid|(?:n?tid|n?ctaid)(?:\.[xyzw])?)$/;

function floatBits(operand: Operand & { kind: 'float' }, bits: number): bigint {
  if (operand.width === bits) return operand.bits;
  const view = new DataView(new ArrayBuffer(8));
  if (bits === 32) view.setFloat32(0, operand.value);
  else view.setFloat64(0, operand.value);
  return bits === 32 ? BigInt(view.getUint32(0)) : view.getBigUint64(0);
}

/** Returns the integer type of as many bits as a float has; `null` for other types. */
function sameBits({ text }: Type): string | null {
  return text === 'float' ? 'i32' : text === 'double' ? 'i64' : null;
}
