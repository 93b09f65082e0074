import { memoryOf } from './instruction.ts';
import { Pointers } from './pointers.ts';
import { calleeOf, type IrFunction, type IrModule, type Line, namesIn, type Value } from './read/index.ts';

/** Values seldom go through more functions than that, against the order in which they are defined. */
const MOST_PASSES = 20;

/**
 * True if the source computes something that it stores to an array from what it loads from one. The optimizer removes
 * that if the result is always the same: `0 * x[i]`, or a value between bounds that are exchanged. Where a pointer may
 * point anywhere, it is one into an array.
 * @param module - before any optimization
 */
export function storesComputed(module: IrModule): boolean {
  const functions = new Map(module.functions.map((each) => [each.name, new Flow(module, each)]));
  const shared = new Set<string>();
  let known = -1;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    for (const flow of functions.values()) if (flow.follow(functions, shared)) return true;
    const found = shared.size + [...functions.values()].reduce((sum, flow) => sum + flow.size, 0);
    if (found === known) return false;
    known = found;
  }
  return true;
}

/** The values of one function that come from arrays. */
class Flow {
  readonly #body: readonly Line[];
  readonly #pointers: Pointers;
  readonly #parameters: readonly string[];
  /** Values, and local variables that hold one. */
  readonly #from = new Set<string>();
  #returns = false;

  constructor({ types }: IrModule, { header, body }: IrFunction) {
    this.#body = body;
    this.#pointers = new Pointers(header, body, types);
    this.#parameters = header.parameters.map(({ name }) => name);
  }

  get size(): number {
    return this.#from.size + Number(this.#returns);
  }

  /**
   * Goes through the function once.
   * @param shared - module variables that hold a value from an array
   * @returns true if an array gets such a value
   */
  follow(functions: ReadonlyMap<string, Flow>, shared: Set<string>): boolean {
    for (const line of this.#body) {
      const { result } = line;
      const memory = memoryOf(line);
      if (memory?.kind === 'copy') {
        const [to, from] = memory.operands;
        if (to && from && this.#holds(from, shared) && this.#store(to, shared)) return true;
      } else if (memory) {
        if (this.#isFrom(storedBy(line)) && this.#store(memory.pointer, shared)) return true;
        const isAddress = memory.type.kind === 'pointer';
        if (result && !isAddress && this.#holds(memory.pointer, shared)) this.#from.add(result);
      } else if (line.kind === 'ret') this.#returns ||= this.#isFrom(line.uses);
      else if (this.#isCall(line, functions) || this.#isFrom(line.uses)) {
        if (result) this.#from.add(result);
      }
    }
    return false;
  }

  /** True if a call returns such a value. Its arguments get theirs. */
  #isCall(line: Line, functions: ReadonlyMap<string, Flow>): boolean {
    const callee = calleeOf(line);
    const called = callee === null ? undefined : functions.get(callee);
    if (!called || line.kind !== 'call') return false;
    line.args.forEach(({ value }, index) => {
      const parameter = called.#parameters[index];
      if (parameter !== undefined && this.#from.has(value.text)) called.#from.add(parameter);
    });
    return called.#returns;
  }

  #isFrom(names: readonly string[]): boolean {
    return this.#from.size > 0 && names.some((name) => this.#from.has(name));
  }

  #holds(pointer: Value, shared: ReadonlySet<string>): boolean {
    const { kind, root } = this.#pointers.origin(pointer);
    return kind === 'unknown' || (kind === 'local' ? this.#from : shared).has(root);
  }

  /** @returns true if it goes to an array */
  #store(pointer: Value, shared: Set<string>): boolean {
    const { kind, root } = this.#pointers.origin(pointer);
    if (kind === 'unknown') return true;
    (kind === 'local' ? this.#from : shared).add(root);
    return false;
  }
}

/** Returns the names in what a line stores, or in what an atomic function computes the stored value from. */
function storedBy(line: Line): readonly string[] {
  if (line.kind === 'store' || line.kind === 'atomicrmw') return namesIn(line.value);
  return line.kind === 'cmpxchg' ? [line.expected, line.desired].flatMap(namesIn) : [];
}
