import { type Body, decode, type Instruction, UnknownInstruction } from './instructions.ts';
import { type Findings, interpret, type Problem, RELOCATION } from './interpret.ts';
import { type FunctionType, readModule, type WasmModule } from './module.ts';
import { reservesOf, stackNeeds } from './stack.ts';
import { ANY, isSame, join, type Value } from './values.ts';

/** What is known of a device object from elsewhere. */
export interface Expected {
  /** The number of sites. */
  readonly sites: number;
  /** Kernels that are coroutines, by symbol. */
  readonly coroutines: ReadonlySet<string>;
  /** Types of the functions that hooks and runtime define. */
  readonly runtime: ReadonlyMap<string, FunctionType>;
}

/** What the verifier found in the device object of a submission. */
export interface Verdict {
  readonly problems: readonly (Problem & { readonly function: string })[];
  /** Loads, stores, copies: how many were proven. */
  readonly proven: number;
  /** The most bytes of stack that each kernel needs, by symbol; functions that may recurse look for room themselves. */
  readonly needs: ReadonlyMap<string, number>;
  /** What the hooks that look at the stack have to keep free. */
  readonly reserve: number;
}

/** Calls the kernels; `grader/compile/ir/kernels.ts` writes it. */
export const DISPATCHER = '__emu_call';
/** The bytes of arguments that the dispatcher may read. */
const MAX_ARGUMENT_BYTES = 2 ** 16;
const CONTINUATION = /\.(?:resume|destroy|cleanup)$/;
const RESERVED = /^(?:__emu_|__tsan_|asyncify_|__asyncify|__wasm_|__stack_pointer$|__indirect_function_table$)/;
const OWN_SYMBOLS: ReadonlySet<string> = new Set([DISPATCHER, '__emu_shared']);
/** Relocations in code that are understood: also of a type and of a table. */
const CODE_RELOCATIONS: ReadonlySet<number> = new Set([...Object.values(RELOCATION), 6, 7, 20]);
/** Relocations by which a function gets into the table, of all sizes. */
const TABLE_RELOCATIONS: ReadonlySet<number> = new Set([1, 2, 12, 18, 19, 24]);
/** Segments to which nothing stores. */
const READ_ONLY_SEGMENT = /^(?:\.rodata|emu_constants$)/;
/** A function that is looked at so often is given up: its parameters are not known. */
const MOST_LOOKS = 20;

/** Proves a device object, function by function; see docs/mediation.md. */
export function verifyObject(bytes: Uint8Array, expected: Expected): Verdict {
  const module = readModule(bytes);
  const problems: (Problem & { function: string })[] = [];
  const object = new VerifiedObject(module, expected, (at, reason, name) =>
    problems.push({ at, reason, function: name }),
  );
  const found = object.verify();
  for (const [index, { problems: own }] of found)
    for (const problem of own) problems.push({ ...problem, function: object.nameOf(index) });
  const graph = object.graph(found);
  for (const index of graph.unchecked) problems.push({ ...graph.place(index), function: object.nameOf(index) });
  let proven = 0;
  for (const findings of found.values()) proven += findings.proven.size;
  return { problems, proven, needs: graph.needs, reserve: graph.reserve };
}

/** A device object, with the questions that the interpreter asks of it. */
export class VerifiedObject {
  readonly module: WasmModule;
  readonly sites: number;
  readonly #expected: Expected;
  readonly #report: (at: number, reason: string, name: string) => void;
  readonly #names = new Map<number, string>();
  readonly #taken = new Set<number>();
  readonly #bodies = new Map<number, Body>();

  constructor(module: WasmModule, expected: Expected, report: (at: number, reason: string, name: string) => void) {
    this.module = module;
    this.sites = expected.sites;
    this.#expected = expected;
    this.#report = report;
    for (const { kind, index, name, isUndefined } of module.symbols)
      if (kind === 'function' && !isUndefined) this.#names.set(index, name);
    this.#checkModule();
  }

  nameOf(index: number): string {
    return this.#names.get(index) ?? '';
  }

  typeOf(index: number): FunctionType {
    const type = this.module.types[this.module.functionTypes[index] ?? -1];
    if (!type) throw new Error('a function of a WebAssembly file has no type');
    return type;
  }

  /** Whom a call calls: a function of the object, or the name of another; `null` if neither is known. */
  calleeOf({ relocation, value }: Instruction): {
    readonly name: string;
    readonly defined: number | null;
    readonly type: FunctionType;
  } | null {
    const symbol = relocation?.type === RELOCATION.functionIndex ? this.module.symbols[relocation.symbol] : undefined;
    if (symbol?.kind !== 'function' || symbol.index !== value) return null;
    return { name: symbol.name, defined: symbol.isUndefined ? null : symbol.index, type: this.typeOf(symbol.index) };
  }

  isStackPointer({ relocation }: Instruction): boolean {
    const symbol = relocation?.type === GLOBAL_INDEX ? this.module.symbols[relocation.symbol] : undefined;
    return symbol?.kind === 'global' && symbol.isUndefined && symbol.name === '__stack_pointer';
  }

  hasTypeOfRuntime(name: string, type: FunctionType): boolean {
    const known = this.#expected.runtime.get(name);
    return known !== undefined && sameList(known.parameters, type.parameters) && sameList(known.results, type.results);
  }

  isCoroutine(index: number): boolean {
    return this.#expected.coroutines.has(this.nameOf(index));
  }

  /** Is the function `symbol` one that the coroutine goes on with, or that ends it, to which `index` belongs too? */
  isPartOf(symbol: number, index: number): boolean {
    const { name = '', kind, isUndefined = true } = this.module.symbols[symbol] ?? {};
    return (
      kind === 'function' &&
      !isUndefined &&
      CONTINUATION.test(name) &&
      coroutineOf(name) === coroutineOf(this.nameOf(index))
    );
  }

  #isContinuation(index: number): boolean {
    const name = this.nameOf(index);
    return CONTINUATION.test(name) && this.#expected.coroutines.has(coroutineOf(name));
  }

  #checkModule(): void {
    const { module } = this;
    const problem = (reason: string, name = '') => this.#report(-1, reason, name);
    const [first] = [...this.#names].filter(([, name]) => name === DISPATCHER);
    if (!first) problem('no dispatcher');
    if (module.initializers > 0) problem('a function that runs before all others');
    for (const { kind, name } of module.imports)
      if (kind > 3 || (kind === 3 && name !== '__stack_pointer')) problem(`an import, ${name}`);
    for (const { kind, name, isUndefined } of module.symbols) {
      if (isUndefined && kind === 'data') problem(`an undefined variable, ${name}`);
      if (!isUndefined && RESERVED.test(name) && !OWN_SYMBOLS.has(name)) problem(`the name ${name}`, name);
    }
    for (const [at, { type }] of module.codeRelocations)
      if (!CODE_RELOCATIONS.has(type)) this.#report(at, 'a relocation', '');
    for (const { type, symbol } of [...module.codeRelocations.values(), ...module.dataRelocations]) {
      if (!TABLE_RELOCATIONS.has(type)) continue;
      const target = module.symbols[symbol];
      if (target?.kind !== 'function' || target.isUndefined) problem(`the address of ${target?.name}`);
      else this.#taken.add(target.index);
      if (target?.name === DISPATCHER) problem(`the address of ${target.name}`);
    }
  }

  #body(index: number): Body | null {
    const known = this.#bodies.get(index);
    const span = this.module.bodies[index - this.module.importedFunctions];
    if (known || !span) return known ?? null;
    try {
      const body = decode(this.module, span);
      this.#bodies.set(index, body);
      return body;
    } catch (error) {
      if (!(error instanceof UnknownInstruction)) throw error;
      this.#report(error.at, error.message, this.nameOf(index));
      return null;
    }
  }

  /** Everything that can be reached, with parameters that hold for every call. */
  verify(): Map<number, Findings> {
    const parameters = new Map<number, readonly Value[]>();
    const frames = new Map<string, number>();
    const looks = new Map<number, number>();
    const found = new Map<number, Findings>();
    const todo: number[] = [];
    const unknown = (index: number): Value[] => this.typeOf(index).parameters.map(() => ANY);
    for (const [index, name] of this.#names) {
      if (name === DISPATCHER) {
        parameters.set(index, [ANY, { kind: 'own', bytes: MAX_ARGUMENT_BYTES }]);
        todo.push(index);
      } else if (this.#taken.has(index) && !this.#isContinuation(index)) {
        parameters.set(index, unknown(index));
        todo.push(index);
      }
    }
    for (let index = todo.pop(); index !== undefined; index = todo.pop()) {
      const body = this.#body(index);
      if (!body) continue;
      const own = this.#isContinuation(index) ? (frames.get(coroutineOf(this.nameOf(index))) ?? 0) : 0;
      const findings = interpret(this, index, body, parameters.get(index) ?? unknown(index), own);
      found.set(index, findings);
      for (const { callee, values, at } of findings.calls) {
        if (this.#isContinuation(callee)) findings.problems.push({ at, reason: 'a call of a part of a coroutine' });
        const known = parameters.get(callee);
        const count = (looks.get(callee) ?? 0) + 1;
        const next = !known ? values : known.map((value, i) => join(value, values[i] ?? ANY));
        if (known?.every((value, i) => isSame(value, next[i] ?? ANY))) continue;
        looks.set(callee, count);
        parameters.set(callee, count > MOST_LOOKS ? unknown(callee) : next);
        if (count <= MOST_LOOKS + 1) todo.push(callee);
      }
      const name = this.nameOf(index);
      if (this.isCoroutine(index) && frames.get(name) !== findings.coroutineBytes) {
        frames.set(name, findings.coroutineBytes);
        for (const [part, partName] of this.#names) {
          if (!this.#isContinuation(part) || coroutineOf(partName) !== name) continue;
          parameters.set(part, [{ kind: 'frame', low: 0, high: 0 }]);
          todo.push(part);
        }
      }
    }
    return found;
  }

  /** Who calls whom, and what of the stack that needs. */
  graph(found: ReadonlyMap<number, Findings>): {
    readonly unchecked: readonly number[];
    readonly needs: ReadonlyMap<string, number>;
    readonly reserve: number;
    place(index: number): Problem;
  } {
    const taken = [...this.#taken].filter((index) => !this.#isContinuation(index));
    const parts = [...this.#names.keys()].filter((index) => this.#isContinuation(index));
    const functions = new Map(
      [...found].map(([index, findings]) => [
        index,
        { ...findings, callees: [...findings.calls.map(({ callee }) => callee), ...(findings.indirect ? taken : [])] },
      ]),
    );
    const { depth, below, recursive } = stackNeeds(functions);
    const isIndirect = [...found.values()].some(({ indirect }) => indirect);
    const unchecked = [
      ...[...recursive].filter((index) => !found.get(index)?.checksStack),
      // A call through a pointer could reach them, with any frame.
      ...(isIndirect ? parts : []),
    ];
    const needs = new Map<string, number>();
    const dispatcher = [...this.#names].find(([, name]) => name === DISPATCHER)?.[0] ?? -1;
    const own = found.get(dispatcher)?.frameBytes ?? 0;
    for (const { callee } of found.get(dispatcher)?.calls ?? []) {
      const name = this.nameOf(callee);
      const later = parts.filter((part) => coroutineOf(this.nameOf(part)) === name).map((part) => depth.get(part) ?? 0);
      const frame = found.get(callee)?.coroutineBytes ?? 0;
      needs.set(name, frame + Math.max(own + (depth.get(callee) ?? 0), ...later));
    }
    return {
      unchecked,
      needs,
      reserve: reservesOf(functions, recursive, below),
      place: (index) => ({
        at: this.module.bodies[index - this.module.importedFunctions]?.start ?? -1,
        reason: recursive.has(index)
          ? 'recursion that does not look at the stack'
          : 'a coroutine beside calls through pointers',
      }),
    };
  }
}

const GLOBAL_INDEX = 7;

function coroutineOf(name: string): string {
  return name.replace(CONTINUATION, '');
}

function sameList(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

/** Is this inside a variable of the object to which nothing stores? */
export function readsOnly({ symbols, segments }: WasmModule, symbol: number, offset: number, bytes: number): boolean {
  const variable = symbols[symbol];
  if (variable?.kind !== 'data' || variable.isUndefined) return false;
  const isConstant = READ_ONLY_SEGMENT.test(segments[variable.segment] ?? '');
  return isConstant && offset >= 0 && offset + bytes <= variable.bytes;
}
