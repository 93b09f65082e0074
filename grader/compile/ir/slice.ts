import { parseMemory } from './instruction.ts';
import type { Pointers } from './pointers.ts';

/**
 * Backward slices over SSA values: from which shared arrays may a stored value have been computed?
 * Follows operands through arithmetic, phis and selects, and through local arrays that were stored to.
 */
export class Slices {
  readonly #operands = new Map<string, string[]>();
  /** Values stored to a local variable, by the variable. */
  readonly #stored = new Map<string, string[]>();
  /** Local variable that a load reads. */
  readonly #loadsLocal = new Map<string, string>();
  readonly #sharedLoads = new Set<string>();
  readonly #otherLoads = new Set<string>();
  readonly #sums = new Set<string>();
  readonly #integers = new Set<string>();

  define(value: string, operands: readonly string[]): void {
    this.#operands.set(value, [...operands]);
  }

  /** Records that a value can be a sum, a maximum or another number that a loop makes of many. */
  computes(value: string, kind: 'float' | 'integer'): void {
    (kind === 'float' ? this.#sums : this.#integers).add(value);
  }

  loadsOther(value: string): void {
    this.#otherLoads.add(value);
  }

  loadsShared(value: string): void {
    this.#sharedLoads.add(value);
  }

  loadsLocal(value: string, variable: string): void {
    this.#loadsLocal.set(value, variable);
  }

  storesLocal(variable: string, value: string): void {
    this.#stored.set(variable, [...(this.#stored.get(variable) ?? []), value]);
  }

  fromShared(value: string): boolean {
    const slice = this.#sliceOf([value]);
    return [...slice].some((each) => this.#sharedLoads.has(each));
  }

  /**
   * True if the value is computed from a sum that a loop adds to, or a maximum: a number that depends on itself. An
   * integer that does so may count the rounds of a loop; it must come from memory too.
   */
  isAccumulated(value: string): boolean {
    const slice = [...this.#sliceOf([value])];
    const loops = (some: ReadonlySet<string>) =>
      slice.flatMap((each) => {
        const before = some.has(each) ? this.#sliceOf(this.#sourcesOf(each)) : null;
        return before?.has(each) ? [before] : [];
      });
    if (loops(this.#sums).length > 0) return true;
    const isLoaded = (each: string) => this.#sharedLoads.has(each) || this.#otherLoads.has(each);
    return loops(this.#integers).some((before) => [...before].some(isLoaded));
  }

  #sliceOf(values: readonly string[]): ReadonlySet<string> {
    const seen = new Set<string>();
    const todo = [...values];
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      if (!this.#sharedLoads.has(next)) todo.push(...this.#sourcesOf(next));
    }
    return seen;
  }

  #sourcesOf(value: string): readonly string[] {
    const local = this.#loadsLocal.get(value);
    const stored = [value, ...(local === undefined ? [] : [local])].flatMap((each) => this.#stored.get(each) ?? []);
    return [...(this.#operands.get(value) ?? []), ...stored];
  }
}

/** Names of values and symbols in a piece of IR. */
export function valuesIn(text: string): string[] {
  return [...text.matchAll(/[%@](?:"[^"]*"|[-\w.$]+)/g)].map((match) => match[0]);
}

const SUM =
  / = (?:f(?:add|sub|mul)|(?:tail |notail )?call .*@llvm\.(?:fma|fmuladd)\.|phi (?:float|double|half|bfloat) )/;
const INTEGER = / = phi i(?:8|16|32|64) /;

/** Slices of one function: which of its values were computed from what it loaded from shared memory. */
export function functionSlices(body: readonly string[], pointers: Pointers, shared: ReadonlySet<string>): Slices {
  const slices = new Slices();
  for (const symbol of shared) slices.loadsShared(symbol);
  for (const line of body) {
    const result = /^\s+(%(?:"[^"]*"|[-\w.$]+)) = /.exec(line)?.[1];
    const memory = parseMemory(line);
    if (memory?.kind === 'copy') {
      const [to = '', from = ''] = memory.operands;
      const target = pointers.origin(to);
      if (memory.operation === 'memset' || target.kind !== 'local') continue;
      for (const root of pointers.roots(from)) slices.storesLocal(target.root, root);
    } else if (memory) {
      const origin = pointers.origin(memory.pointer);
      if (memory.kind === 'store' && origin.kind === 'local') {
        for (const value of valuesIn(memory.value ?? '')) slices.storesLocal(origin.root, value);
      }
      if (!result) continue;
      const roots = pointers.roots(memory.pointer);
      if ([...roots].some((root) => shared.has(root))) slices.loadsShared(result);
      else if (origin.kind === 'local') slices.loadsLocal(result, origin.root);
      else slices.loadsOther(result);
    } else if (result) {
      slices.define(result, valuesIn(line.slice(line.indexOf(' = ') + 3)));
      if (SUM.test(line)) slices.computes(result, 'float');
      if (INTEGER.test(line)) slices.computes(result, 'integer');
    }
  }
  return slices;
}
