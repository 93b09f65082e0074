import { parseMemory } from './instruction.ts';
import type { IrFunction, IrModule } from './module.ts';
import { Pointers } from './pointers.ts';
import { argumentsOf } from './runtime.ts';
import { valuesIn } from './slice.ts';

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
  readonly #body: readonly string[];
  readonly #pointers: Pointers;
  readonly #parameters: readonly string[];
  /** Values, and local variables that hold one. */
  readonly #from = new Set<string>();
  #returns = false;

  constructor({ lines, types }: IrModule, { start, end }: IrFunction) {
    const header = lines[start] ?? '';
    this.#body = lines.slice(start + 1, end);
    this.#pointers = new Pointers(header, this.#body, types);
    this.#parameters = [...header.matchAll(/(?<!\()(%(?:"[^"]*"|[-\w.$]+))(?=[,)])/g)].map(([name]) => name);
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
      const result = /^\s+(%(?:"[^"]*"|[-\w.$]+)) = /.exec(line)?.[1];
      const memory = parseMemory(line);
      if (memory?.kind === 'copy') {
        const [to = '', from = ''] = memory.operands;
        if (this.#holds(from, shared) && this.#store(to, shared)) return true;
      } else if (memory) {
        const own = memory.value ?? line.slice(memory.at + memory.pointer.length);
        if (memory.kind !== 'load' && this.#isFrom(own) && this.#store(memory.pointer, shared)) return true;
        const isAddress = memory.type === 'ptr';
        if (result && !isAddress && this.#holds(memory.pointer, shared)) this.#from.add(result);
      } else if (/^\s+ret /.test(line)) this.#returns ||= this.#isFrom(line);
      else if (this.#isCall(line, functions) || this.#isFrom(line.slice(line.indexOf(' = ') + 1))) {
        if (result) this.#from.add(result);
      }
    }
    return false;
  }

  /** True if a call returns such a value. Its arguments get theirs. */
  #isCall(line: string, functions: ReadonlyMap<string, Flow>): boolean {
    const call = argumentsOf(line);
    const called = call && functions.get(call.callee);
    if (!called) return false;
    call.operands.forEach(({ value }, index) => {
      const parameter = called.#parameters[index];
      if (parameter !== undefined && this.#from.has(value)) called.#from.add(parameter);
    });
    return called.#returns;
  }

  #isFrom(text: string): boolean {
    return this.#from.size > 0 && valuesIn(text).some((value) => this.#from.has(value));
  }

  #holds(pointer: string, shared: ReadonlySet<string>): boolean {
    const { kind, root } = this.#pointers.origin(pointer);
    return kind === 'unknown' || (kind === 'local' ? this.#from : shared).has(root);
  }

  /** @returns true if it goes to an array */
  #store(pointer: string, shared: Set<string>): boolean {
    const { kind, root } = this.#pointers.origin(pointer);
    if (kind === 'unknown') return true;
    (kind === 'local' ? this.#from : shared).add(root);
    return false;
  }
}
