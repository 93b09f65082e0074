import { DETAIL_NAMES } from '../../abi/index.ts';
import { attached, type Call, calleeOf, type Line, type Simple, type Type, type TypedValue } from './read/index.ts';

/**
 * Arithmetic whose result the emulator's machine would give differently from a GPU, made explicit in raw IR:
 * - Division by zero is undefined in C, traps in WebAssembly, and gives all ones on a GPU.
 * - A shift by the width of the type or more is undefined in C, and takes the amount modulo the width in WebAssembly. A
 *   GPU shifts out all bits.
 * - A number of floating point that does not fit in an integer becomes the nearest integer, as in C's casts here. To types
 *   of less than 32 bits a GPU converts by way of 32 bits. Not a number is 0, or the smallest number if it is a double
 *   or becomes one of 64 bits (PTX ISA, `cvt`).
 */
export class SafeArithmetic {
  #names = 0;

  /** Functions that the added lines call. */
  readonly called = new Map<string, string>();

  /**
   * @param isOwn - the line is of the submission's own text: what is undefined there is reported
   * @returns the text of a line, with what has to come before it; `null` if the line stays as it is
   */
  edit(line: Line, isOwn: boolean): string[] | null {
    if (line.kind === 'call') return this.#convert(line);
    if (line.kind !== 'simple' || line.flags.length > 0) return null;
    if (DIVISIONS.has(line.operation)) return this.#divide(line, isOwn);
    if (SHIFTS.has(line.operation)) return this.#shift(line, isOwn);
    return null;
  }

  #name(): string {
    return `%emu.safe.${this.#names++}`;
  }

  /**
   * Lines that report arithmetic without a defined result, if it happens.
   * @param kind - a detail of native/emulator/abi.yaml; 0 if the result is defined
   */
  #reported(kind: string, type: Type, value: string): string[] {
    if (type.kind !== 'integer') return [];
    this.called.set(UNDEFINED, `declare void @${UNDEFINED}(i32, i32, i32) nounwind willreturn ${HIDDEN}`);
    const { bits } = type;
    const cut = bits === 32 ? value : this.#name();
    const before = bits === 32 ? [] : [`${cut} = ${bits > 32 ? 'trunc' : 'sext'} ${type.text} ${value} to i32`];
    return [...before, `call void @${UNDEFINED}(i32 0, i32 ${kind}, i32 ${cut})`];
  }

  /** A shift by an amount that is not constant. */
  #shift(line: Simple, isOwn: boolean): string[] | null {
    const [left, right] = line.operands;
    if (left?.type.kind !== 'integer' || right?.value.kind !== 'local' || isExpression(left)) return null;
    const { bits, text: type } = left.type;
    const [value, amount] = [left.value.text, right.value.text];
    const { result, operation } = line;
    const [large, safe, raw, kind] = [this.#name(), this.#name(), this.#name(), this.#name()];
    const lines = [`${large} = icmp uge ${type} ${amount}, ${bits}`];
    if (operation === 'ashr') {
      lines.push(
        `${safe} = select i1 ${large}, ${type} ${bits - 1}, ${type} ${amount}`,
        `${result} = ashr ${type} ${value}, ${safe}`,
      );
    } else {
      lines.push(
        `${safe} = select i1 ${large}, ${type} 0, ${type} ${amount}`,
        `${raw} = ${operation} ${type} ${value}, ${safe}`,
        `${result} = select i1 ${large}, ${type} 0, ${type} ${raw}`,
      );
    }
    if (isOwn) {
      lines.push(`${kind} = select i1 ${large}, i32 ${ARITHMETIC.shift}, i32 0`);
      lines.push(...this.#reported(kind, left.type, amount));
    }
    const dbg = debugOf(line);
    return lines.map((text) => `  ${text}${dbg}`);
  }

  /** A conversion that saturates. */
  #convert(line: Call): string[] | null {
    const callee = calleeOf(line);
    const [argument] = line.args;
    const operation = CONVERSIONS.find((each) => callee?.startsWith(`llvm.${each}.sat.`));
    const { result, type } = line;
    if (!operation || !argument || result === null || type.kind !== 'integer' || type.bits > 64) return null;
    if (argument.type.kind !== 'float') return null;
    const [source, value] = [argument.type.text, argument.value.text];
    const isNarrow = type.bits < 32;
    const isOther = argument.type.bytes === 8 || type.bits === 64;
    if (!isNarrow && !isOther) return null;
    const wide = isNarrow ? 'i32' : type.text;
    const suffix = argument.type.bytes === 8 ? 'f64' : argument.type.bytes === 4 ? 'f32' : null;
    if (suffix === null) return null;
    const name = `llvm.${operation}.sat.${wide}.${suffix}`;
    this.called.set(name, `declare ${wide} @${name}(${source})`);
    const [raw, nan] = [this.#name(), this.#name()];
    const call = `${isNarrow || isOther ? raw : result} = call ${wide} @${name}(${source} ${value})`;
    // What is left of the smallest number of 32 bits is 0, as of 0.
    const rest = isNarrow
      ? [`${result} = trunc i32 ${raw} to ${type.text}`]
      : [
          `${nan} = fcmp uno ${source} ${value}, ${value}`,
          `${result} = select i1 ${nan}, ${wide} ${-(2n ** BigInt(type.bits - 1))}, ${wide} ${raw}`,
        ];
    const dbg = debugOf(line);
    return [call, ...rest].map((text) => `  ${text}${dbg}`);
  }

  #divide(line: Simple, isOwn: boolean): string[] | null {
    const [left, right] = line.operands;
    if (!left || !right || left.type.kind !== 'integer' || isExpression(left) || isExpression(right)) return null;
    const [type, dividend, divisor] = [left.type.text, left.value.text, right.value.text];
    // A constant that is not zero.
    if (right.value.kind === 'integer' && Number(divisor) !== 0) return null;
    const { result, operation } = line;
    const isDivision = operation.endsWith('div');
    const dbg = debugOf(line);
    const [zero, one, other, safe, raw] = [this.#name(), this.#name(), this.#name(), this.#name(), this.#name()];
    const lines = [`${zero} = icmp eq ${type} ${divisor}, 0`];
    let ofZero = isDivision ? '-1' : dividend;
    // A GPU divides numbers of 32 bits with 32 bits: then the other half of the result is zero.
    if (isDivision && left.type.bits === 64) {
      const [upper, isShort, quotient] = [this.#name(), this.#name(), this.#name()];
      lines.push(
        `${upper} = lshr i64 ${dividend}, 32`,
        `${isShort} = icmp eq i64 ${upper}, 0`,
        `${quotient} = select i1 ${isShort}, i64 4294967295, i64 -1`,
      );
      ofZero = quotient;
    }
    if (operation.startsWith('u')) {
      lines.push(
        `${safe} = select i1 ${zero}, ${type} 1, ${type} ${divisor}`,
        `${raw} = ${operation} ${type} ${dividend}, ${safe}`,
        `${result} = select i1 ${zero}, ${type} ${ofZero}, ${type} ${raw}`,
      );
      if (isOwn) {
        const kind = this.#name();
        lines.push(
          `${kind} = select i1 ${zero}, i32 ${isDivision ? ARITHMETIC.division : ARITHMETIC.remainder}, i32 0`,
        );
        lines.push(...this.#reported(kind, left.type, dividend));
      }
    } else {
      // The smallest number divided by -1 traps too.
      const negated = isDivision ? this.#name() : '0';
      const signed = this.#name();
      if (isDivision) lines.push(`${negated} = sub ${type} 0, ${dividend}`);
      lines.push(
        `${one} = icmp eq ${type} ${divisor}, -1`,
        `${other} = or i1 ${zero}, ${one}`,
        `${safe} = select i1 ${other}, ${type} 1, ${type} ${divisor}`,
        `${raw} = ${operation} ${type} ${dividend}, ${safe}`,
        `${signed} = select i1 ${one}, ${type} ${negated}, ${type} ${raw}`,
        `${result} = select i1 ${zero}, ${type} ${ofZero}, ${type} ${signed}`,
      );
      if (isOwn) {
        const [smallest, both, kind, most] = [this.#name(), this.#name(), this.#name(), this.#name()];
        lines.push(
          `${smallest} = icmp eq ${type} ${dividend}, ${-(2n ** BigInt(left.type.bits - 1))}`,
          `${both} = and i1 ${one}, ${smallest}`,
          `${most} = select i1 ${both}, i32 ${ARITHMETIC.overflow}, i32 0`,
          `${kind} = select i1 ${zero}, i32 ${isDivision ? ARITHMETIC.division : ARITHMETIC.remainder}, i32 ${most}`,
        );
        lines.push(...this.#reported(kind, left.type, dividend));
      }
    }
    return lines.map((text) => `  ${text}${dbg}`);
  }
}

const SHIFTS: ReadonlySet<string> = new Set(['shl', 'lshr', 'ashr']);
const CONVERSIONS = ['fptosi', 'fptoui'] as const;

/** The numbers of what is reported. */
const ARITHMETIC = {
  division: DETAIL_NAMES.indexOf('division-by-zero'),
  remainder: DETAIL_NAMES.indexOf('remainder-by-zero'),
  overflow: DETAIL_NAMES.indexOf('division-overflow'),
  shift: DETAIL_NAMES.indexOf('shift-width'),
};

/** The call that the instrumentation replaces (instrument.ts). */
const UNDEFINED = '__emu_undefined';
/** It touches no memory of the program, but stays where it is. */
const HIDDEN = 'memory(inaccessiblemem: readwrite)';

const DIVISIONS: ReadonlySet<string> = new Set(['udiv', 'sdiv', 'urem', 'srem']);

/** True for a constant expression, which the optimizer has computed. */
function isExpression({ value }: TypedValue): boolean {
  return value.kind === 'expression';
}

/** Returns the debug location of a line as it is attached; empty if there is none. */
export function debugOf(line: Line): string {
  const node = attached(line, 'dbg');
  return node === null ? '' : `, !dbg !${node}`;
}
