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
      todo.push(...(this.#operands.get(next) ?? []));
      const local = this.#loadsLocal.get(next);
      if (local !== undefined) todo.push(...(this.#stored.get(local) ?? []));
    }
    return false;
  }
}

/** Names of SSA values in a piece of IR. */
export function valuesIn(text: string): string[] {
  return [...text.matchAll(/%(?:"[^"]*"|[-\w.$]+)/g)].map((match) => match[0]);
}
