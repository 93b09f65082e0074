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

  define(value: string, operands: readonly string[]): void {
    this.#operands.set(value, [...operands]);
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
    const seen = new Set<string>();
    const todo = [value];
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      if (this.#sharedLoads.has(next)) return true;
      todo.push(...(this.#operands.get(next) ?? []), ...(this.#stored.get(next) ?? []));
      const local = this.#loadsLocal.get(next);
      if (local !== undefined) todo.push(...(this.#stored.get(local) ?? []));
    }
    return false;
  }
}

/** Names of values and symbols in a piece of IR. */
export function valuesIn(text: string): string[] {
  return [...text.matchAll(/[%@](?:"[^"]*"|[-\w.$]+)/g)].map((match) => match[0]);
}

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
    } else if (result) slices.define(result, valuesIn(line.slice(line.indexOf(' = ') + 3)));
  }
  return slices;
}
