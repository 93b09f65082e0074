import { COROUTINE_HEAD } from '../../abi/index.ts';
import { arithmeticOf, compares, converted, isKnownArithmetic } from './arithmetic.ts';
import { type Answer, type Contract, EMULATOR, LIBRARY, type LibraryFunction } from './contract.ts';
import { type Access, accessOf, arithmetic, type Body, type Instruction, OP } from './instructions.ts';
import { readsOnly, type VerifiedObject } from './object.ts';
import { type Block, block, copyOf, joined, merged, metAt, type State, sameState } from './state.ts';
import { ANY, join, mostOf, type Value } from './values.ts';

/** Why something was not proven; its place is from the start of the file. */
export interface Problem {
  readonly at: number;
  readonly reason: string;
}

/** What a function does, once all that is known of it has been found. */
export interface Findings {
  readonly problems: Problem[];
  /** Places of loads, stores and copies that were proven. */
  readonly proven: Set<number>;
  /** Functions of the object that it calls, by index, with what they are given. */
  readonly calls: { readonly callee: number; readonly values: readonly Value[]; readonly at: number }[];
  /** The largest distance of the stack pointer from where it is at entry. */
  frameBytes: number;
  /** Bytes of its coroutine's frame. */
  coroutineBytes: number;
  indirect: boolean;
  /** It makes an array of variable size, whose room a hook checks. */
  hasArrays: boolean;
  /** The hook that looks at the stack comes before all other calls of the object's functions. */
  checksStack: boolean;
  /** Bytes that the hooks that look at the stack keep for what follows. */
  reserves: number[];
}

/** @param coroutineBytes - size of the frame that is the first parameter; 0 if that is none */
export function interpret(
  object: VerifiedObject,
  index: number,
  body: Body,
  parameters: readonly Value[],
  coroutineBytes: number,
): Findings {
  return new Interpreter(object, index, body, parameters, coroutineBytes).run();
}

class Interpreter {
  readonly #object: VerifiedObject;
  readonly #body: Body;
  readonly #initial: readonly Value[];
  readonly #results: number;
  readonly #index: number;
  /** What is known at the start of each loop, by its place. */
  readonly #loops = new Map<number, State>();
  #changed = false;
  #records = false;
  #round = 0;
  #state: State;
  #dead = false;
  #values: Value[] = [];
  #blocks: Block[] = [];
  #findings: Findings;
  /** Of the frame before all stack pointers were seen. */
  #frameBytes = 0;
  #coroutineBytes: number;

  constructor(object: VerifiedObject, index: number, body: Body, parameters: readonly Value[], coroutineBytes: number) {
    this.#object = object;
    this.#index = index;
    this.#body = body;
    const zero: Value = { kind: 'number', value: 0 };
    this.#initial = [...parameters, ...body.locals.map((type) => (type === 0x7f || type === 0x7e ? zero : ANY))];
    this.#results = object.typeOf(index).results.length;
    this.#coroutineBytes = coroutineBytes;
    this.#state = this.#entry();
    this.#findings = nothingFound();
  }

  run(): Findings {
    do {
      this.#changed = false;
      this.#pass();
      this.#round++;
    } while (this.#changed);
    this.#records = true;
    this.#findings = nothingFound();
    this.#pass();
    this.#findings.frameBytes = this.#frameBytes;
    this.#findings.coroutineBytes = this.#coroutineBytes;
    return this.#findings;
  }

  #entry(): State {
    return { locals: [...this.#initial], stack: { kind: 'stack', low: 0, high: 0 }, call: -1, loads: 0, stores: 0 };
  }

  #pass(): void {
    this.#state = this.#entry();
    this.#dead = false;
    this.#values = [];
    this.#blocks = [block(OP.block, -1, 0, this.#results)];
    for (const instruction of this.#body.instructions) this.#step(instruction);
    if (this.#blocks.length !== 0) this.#problem(this.#body.instructions.at(-1)?.at ?? 0, 'a block without an end');
  }

  #step(instruction: Instruction): void {
    const { op, at, value, relocation } = instruction;
    const access = accessOf(op);
    if (access) {
      this.#access(instruction, access);
      return;
    }
    switch (op) {
      case OP.unreachable:
      case OP.return:
        this.#dead = true;
        return;
      case OP.nop:
        return;
      case OP.block:
      case OP.loop:
      case OP.if:
        this.#enter(instruction);
        return;
      case OP.else:
        this.#otherwise();
        return;
      case OP.end:
        this.#leave();
        return;
      case OP.br:
        this.#branch(value);
        this.#dead = true;
        return;
      case OP.brIf:
        this.#pop();
        this.#branch(value);
        return;
      case OP.brTable:
        this.#pop();
        for (const label of instruction.labels) this.#branch(label);
        this.#dead = true;
        return;
      case OP.call:
        this.#call(instruction);
        return;
      case OP.callIndirect:
        this.#indirect(instruction);
        return;
      case OP.drop:
        this.#pop();
        return;
      case OP.select: {
        this.#pop();
        const [b, a] = [this.#pop(), this.#pop()];
        this.#values.push(join(a, b));
        return;
      }
      case OP.localGet:
        this.#values.push(this.#state.locals[value] ?? ANY);
        return;
      case OP.localSet:
        this.#state.locals[value] = this.#pop();
        return;
      case OP.localTee: {
        const top = this.#pop();
        this.#state.locals[value] = top;
        this.#values.push(top);
        return;
      }
      case OP.globalGet:
        if (this.#object.isStackPointer(instruction)) this.#values.push(this.#state.stack);
        else {
          this.#problem(at, 'a global variable of the emulator');
          this.#values.push(ANY);
        }
        return;
      case OP.globalSet:
        this.#setStack(at, this.#pop(), this.#object.isStackPointer(instruction));
        return;
      case OP.i32Const:
      case OP.i64Const:
        this.#values.push(this.#constant(instruction));
        return;
      case OP.i32WrapI64:
      case OP.i64ExtendI32S:
      case OP.i64ExtendI32U:
        this.#values.push(converted(op, this.#pop()));
        return;
      case OP.memoryCopy: {
        const [bytes, from, to] = [this.#pop(), this.#pop(), this.#pop()];
        const count = bytes.kind === 'number' && bytes.value >= 0 ? bytes.value : Number.POSITIVE_INFINITY;
        this.#prove(at, from, 0, { bytes: count, stores: false });
        this.#prove(at, to, 0, { bytes: count, stores: true });
        return;
      }
      case OP.memoryFill: {
        const [bytes, , to] = [this.#pop(), this.#pop(), this.#pop()];
        const count = bytes.kind === 'number' && bytes.value >= 0 ? bytes.value : Number.POSITIVE_INFINITY;
        this.#prove(at, to, 0, { bytes: count, stores: true });
        return;
      }
      default: {
        if (relocation) this.#problem(at, 'a relocation');
        if (isKnownArithmetic(op)) {
          const [b, a] = [this.#pop(), this.#pop()];
          this.#values.push(arithmeticOf(op, a, b));
          return;
        }
        const pops = arithmetic(op)?.pops ?? 0;
        if (op === 0x43 || op === 0x44) {
          this.#values.push(ANY);
          return;
        }
        if (pops === 0) this.#problem(at, 'an instruction that is not known');
        for (let i = 0; i < pops; i++) this.#pop();
        this.#values.push(compares(op) ? { kind: 'choice', most: 1 } : ANY);
      }
    }
  }

  #problem(at: number, reason: string): void {
    if (this.#records && !this.#dead) this.#findings.problems.push({ at, reason });
  }

  #pop(): Value {
    const floor = this.#blocks.at(-1)?.height ?? 0;
    if (this.#values.length > floor) return this.#values.pop() ?? ANY;
    if (!this.#dead) throw new Error('an operand is missing in WebAssembly code');
    return ANY;
  }

  #constant({ op, at, value, relocation }: Instruction): Value {
    if (!relocation) return Number.isNaN(value) ? ANY : { kind: 'number', value };
    const { type, symbol, addend } = relocation;
    const isAddress = op === ADDRESS_CONSTANT;
    if (isAddress && type === RELOCATION.tableIndex) return { kind: 'function', symbol };
    if (isAddress && type === RELOCATION.address) return { kind: 'address', symbol, offset: addend };
    this.#problem(at, 'a relocation');
    return ANY;
  }

  #setStack(at: number, value: Value, isStackPointer: boolean): void {
    if (!isStackPointer) {
      this.#problem(at, 'a global variable of the emulator');
      return;
    }
    this.#state.stack = value;
    if (value.kind === 'below') return;
    if (value.kind !== 'stack' || value.high > 0) {
      this.#problem(at, 'the stack pointer');
      return;
    }
    if (!this.#dead) this.#frameBytes = Math.max(this.#frameBytes, -value.low);
  }

  // Control flow.

  #enter({ op, at, parameters, results }: Instruction): void {
    if (op === OP.if) this.#pop();
    // What a block takes from outside it may also take from its own part of the stack.
    const height = Math.max(this.#blocks.at(-1)?.height ?? 0, this.#values.length - parameters);
    const next = block(op, at, height, op === OP.loop ? parameters : results);
    if (op === OP.loop) {
      if (parameters > 0) this.#problem(at, 'a loop with parameters');
      // What a hook gave before a loop is not used in it: each turn asks again.
      this.#state.call = -1;
      if (!this.#dead) this.#meetLoop(at);
      const known = this.#loops.get(at);
      if (known && !this.#dead) this.#state = copyOf(known);
      this.#blocks.push({ ...next, arity: results });
      return;
    }
    if (op === OP.if && !this.#dead) next.otherwise = copyOf(this.#state);
    this.#blocks.push(next);
  }

  #meetLoop(at: number): void {
    const known = this.#loops.get(at);
    const next = known ? merged(known, this.#state, -1, this.#round) : copyOf(this.#state);
    next.call = -1;
    if (known && sameState(known, next)) return;
    this.#loops.set(at, next);
    this.#changed = true;
  }

  #branch(label: number): void {
    const target = this.#blocks[this.#blocks.length - 1 - label];
    if (!target || this.#dead) return;
    if (target.op === OP.loop) {
      this.#meetLoop(target.at);
      return;
    }
    this.#arrive(target, target.arity === 0 ? [] : this.#values.slice(-target.arity));
  }

  /** Control reaches the end of a block, with its results. */
  #arrive(target: Block, results: readonly Value[]): void {
    const { out } = target;
    const met = metAt(target.at);
    target.values =
      out && target.values
        ? target.values.map((value, i) => joined(value, out, results[i] ?? ANY, this.#state, met))
        : [...results];
    target.out = out ? merged(out, this.#state, met, this.#round) : copyOf(this.#state);
  }

  #otherwise(): void {
    const current = this.#blocks.at(-1);
    if (!current) return;
    const results = this.#values.splice(current.height);
    if (!this.#dead) this.#arrive(current, current.arity === 0 ? [] : results.slice(-current.arity));
    this.#dead = current.otherwise === null;
    if (current.otherwise) this.#state = current.otherwise;
    current.otherwise = null;
  }

  #leave(): void {
    const current = this.#blocks.pop();
    if (!current) return;
    const results = this.#values.splice(current.height);
    if (!this.#dead) this.#arrive(current, current.arity === 0 ? [] : results.slice(-current.arity));
    if (current.otherwise) {
      this.#state = current.otherwise;
      this.#arrive(current, []);
    }
    this.#dead = current.out === null;
    if (current.out) this.#state = current.out;
    for (let i = 0; i < current.arity; i++) this.#values.push(current.values?.[i] ?? ANY);
  }

  // Memory.

  #access({ at, value: offset, relocation }: Instruction, access: Access): void {
    const stored = access.stores ? this.#pop() : ANY;
    let pointer = this.#pop();
    let by = offset;
    if (relocation) {
      // The offset is a variable's address: the pointer is an index, which must be known.
      by = 0;
      pointer =
        relocation.type === RELOCATION.addressOffset && pointer.kind === 'number'
          ? { kind: 'address', symbol: relocation.symbol, offset: relocation.addend + pointer.value }
          : ANY;
    }
    this.#prove(at, pointer, by, access, stored);
    if (!access.stores) this.#values.push(ANY);
  }

  #prove(at: number, pointer: Value, by: number, access: Access, stored: Value = ANY): void {
    if (!this.#records || this.#dead) return;
    const reason = this.#unproven(pointer, by, access, stored);
    if (reason === null) this.#findings.proven.add(at);
    else this.#problem(at, reason);
  }

  #unproven(pointer: Value, by: number, access: Access, stored: Value): string | null {
    const { bytes, stores } = access;
    switch (pointer.kind) {
      case 'stack':
        return pointer.low + by >= -this.#frameBytes && pointer.high + by + bytes <= 0 ? null : 'outside the frame';
      case 'own':
        return by + bytes <= pointer.bytes ? null : 'beyond what the caller passes';
      case 'frame': {
        const start = pointer.low + by;
        if (start < 0 || pointer.high + by + bytes > this.#coroutineBytes) return 'outside the frame of the coroutine';
        const isHead = start < COROUTINE_HEAD && stores;
        return isHead && !this.#isOwnContinuation(stored) ? "the coroutine's own functions" : null;
      }
      case 'address':
        return !stores && readsOnly(this.#object.module, pointer.symbol, pointer.offset + by, bytes)
          ? null
          : 'a variable without a check';
      case 'hook':
        return this.#throughHook(pointer, by, access);
      default:
        return 'an address that nothing has checked';
    }
  }

  /** What the runtime goes on with: the functions that Clang made of this coroutine, or nothing any more. */
  #isOwnContinuation(stored: Value): boolean {
    if (stored.kind === 'number') return stored.value === 0;
    if (stored.kind !== 'function') return false;
    return this.#object.isPartOf(stored.symbol, this.#index);
  }

  #throughHook(pointer: Value & { kind: 'hook' }, by: number, { bytes, stores }: Access): string | null {
    if (pointer.call !== this.#state.call) return 'a hook’s answer that is used too late';
    if (pointer.offset + by + bytes > pointer.bytes) return 'more bytes than its hook has checked';
    if (stores ? pointer.mode === 'load' : pointer.mode === 'store') return 'another access than its hook has checked';
    const left = stores ? this.#state.stores : this.#state.loads;
    if (bytes > left) return 'a hook’s answer that is used again';
    if (stores) this.#state.stores -= bytes;
    else this.#state.loads -= bytes;
    return null;
  }

  // Calls.

  #call(instruction: Instruction): void {
    const callee = this.#object.calleeOf(instruction);
    if (!callee) {
      this.#problem(instruction.at, 'a call of what is not known');
      this.#dead = true;
      return;
    }
    const { parameters, results } = callee.type;
    const args: Value[] = parameters.map(() => ANY);
    for (let i = parameters.length - 1; i >= 0; i--) args[i] = this.#pop();
    // What only computes changes nothing that a hook has found.
    const onlyComputes = callee.defined === null && (LIBRARY.has(callee.name) || callee.name === '__emu_index');
    if (!onlyComputes) this.#state.call = instruction.at;
    let answer: Answer = { kind: 'nothing' };
    if (callee.defined !== null) {
      const values = args.map((value) => this.#passed(value));
      if (this.#records && !this.#dead)
        this.#findings.calls.push({ callee: callee.defined, values, at: instruction.at });
    } else {
      const contract = EMULATOR.get(callee.name);
      const known = LIBRARY.get(callee.name);
      if (contract) answer = this.#emulator(instruction.at, callee.name, contract, args);
      else if (known) this.#library(instruction.at, known, callee.type, args);
      else this.#problem(instruction.at, `a call of ${callee.name}`);
      if (contract && !this.#object.hasTypeOfRuntime(callee.name, callee.type))
        this.#problem(instruction.at, `a call of ${callee.name} as something else`);
    }
    for (let i = 0; i < results.length; i++) this.#values.push(this.#answered(instruction.at, answer));
  }

  #answered(at: number, answer: Answer): Value {
    if (answer.kind === 'room') return { kind: 'room' };
    if (answer.kind === 'frame') {
      this.#coroutineBytes = Math.max(this.#coroutineBytes, answer.bytes);
      return { kind: 'frame', low: 0, high: 0 };
    }
    if (answer.kind !== 'hook') return ANY;
    const { bytes, mode } = answer;
    this.#state.loads = this.#state.stores = bytes;
    return { kind: 'hook', call: at, bytes, offset: 0, mode };
  }

  #emulator(at: number, name: string, contract: Contract, args: readonly Value[]): Answer {
    const { site, own, answer } = contract;
    if (site >= 0) {
      const number = mostOf(args[site] ?? ANY);
      const isKnown = number !== null && number < this.#object.sites;
      if (!isKnown && !SITELESS.has(name)) this.#problem(at, `the site of ${name}`);
    }
    let mode: 'load' | null = null;
    if (own) {
      const needed = own(args);
      if (!needed) this.#problem(at, `an argument of ${name}`);
      for (const [argument, bytes] of needed ?? []) {
        const value = args[argument] ?? ANY;
        if (this.#unproven(value, 0, { bytes, stores: false }, ANY) !== null)
          this.#problem(at, `an argument of ${name}`);
        if (value.kind === 'address') mode = 'load';
        if (value.kind === 'frame' && value.low < COROUTINE_HEAD) this.#problem(at, `an argument of ${name}`);
      }
    }
    if (STACK_CHECKS.has(name)) this.#checksStack(name, args);
    if (name === '__emu_frame' && !this.#object.isCoroutine(this.#index)) this.#problem(at, `a call of ${name}`);
    if (!answer) return { kind: 'nothing' };
    const found = answer(args);
    if (!found) this.#problem(at, `an argument of ${name}`);
    if (found?.kind === 'room') this.#findings.hasArrays = true;
    return found?.kind === 'hook' && mode ? { ...found, mode } : (found ?? { kind: 'nothing' });
  }

  #checksStack(name: string, args: readonly Value[]): void {
    if (!this.#records) return;
    const reserve = args[STACK_CHECKS.get(name) ?? -1];
    this.#findings.reserves.push(reserve?.kind === 'number' ? reserve.value : 0);
    if (
      name === '__emu_entry' &&
      this.#findings.calls.length === 0 &&
      !this.#findings.indirect &&
      this.#blocks.length === 1
    )
      this.#findings.checksStack = true;
  }

  #library(at: number, known: LibraryFunction, type: Callee['type'], args: readonly Value[]): void {
    if (!sameTypes(known.parameters, type.parameters) || !sameTypes(known.results, type.results))
      this.#problem(at, 'a function of the library as something else');
    for (const [argument, bytes] of known.stores) {
      const value = args[argument] ?? ANY;
      const isOwn =
        value.kind === 'stack' || value.kind === 'own' || (value.kind === 'frame' && value.low >= COROUTINE_HEAD);
      if (!isOwn || this.#unproven(value, 0, { bytes, stores: true }, ANY) !== null)
        this.#problem(at, 'where a function of the library stores its result');
    }
  }

  /** What a function of the object is given: memory of the caller's own stays known, with its size. */
  #passed(value: Value): Value {
    if (value.kind === 'stack')
      return value.high <= 0 && value.low >= -this.#frameBytes ? { kind: 'own', bytes: -value.high } : ANY;
    if (value.kind === 'frame')
      return value.low >= COROUTINE_HEAD ? { kind: 'own', bytes: this.#coroutineBytes - value.high } : ANY;
    return value.kind === 'own' || value.kind === 'number' ? value : ANY;
  }

  #indirect({ value }: Instruction): void {
    const type = this.#object.module.types[value];
    this.#pop();
    for (let i = type?.parameters.length ?? 0; i > 0; i--) this.#pop();
    this.#state.call = -1;
    if (this.#records && !this.#dead) this.#findings.indirect = true;
    for (let i = type?.results.length ?? 0; i > 0; i--) this.#values.push(ANY);
  }
}

type Callee = NonNullable<ReturnType<VerifiedObject['calleeOf']>>;

/** Types of relocations in the order of LLVM's `WasmRelocs.def`; those of addresses for 64 bits. */
export const RELOCATION = { functionIndex: 0, tableIndex: 18, tableEntry: 19, addressOffset: 14, address: 15 };
/** The instruction whose constant can be an address. */
const ADDRESS_CONSTANT = OP.i64Const;
/** Hooks that look at the stack, and the argument that says how much of it to keep. */
const STACK_CHECKS: ReadonlyMap<string, number> = new Map([
  ['__emu_entry', 1],
  ['__emu_alloca', 2],
]);
/** They only report by it. */
const SITELESS: ReadonlySet<string> = new Set(['__emu_trap']);

function nothingFound(): Findings {
  return {
    problems: [],
    proven: new Set(),
    calls: [],
    frameBytes: 0,
    coroutineBytes: 0,
    indirect: false,
    hasArrays: false,
    checksStack: false,
    reserves: [],
  };
}

function sameTypes(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((type, i) => type === b[i]);
}
