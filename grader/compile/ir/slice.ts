import { memoryOf } from './instruction.ts';
import type { Pointers } from './pointers.ts';
import { calleeOf, type Line, namesIn } from './read/index.ts';

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

const SUMS: ReadonlySet<string> = new Set(['fadd', 'fsub', 'fmul']);
const WIDTHS: ReadonlySet<number> = new Set([8, 16, 32, 64]);

/** True for a call of the intrinsic that multiplies and adds. */
export function isFusedSum(line: Line): boolean {
  const callee = calleeOf(line);
  return callee !== null && (callee.startsWith('llvm.fma.') || callee.startsWith('llvm.fmuladd.'));
}

/** Returns which kind of number the line can compute in a loop; `null` if it computes none. */
function computed(line: Line): 'float' | 'integer' | null {
  if (line.kind === 'simple') return SUMS.has(line.operation) ? 'float' : null;
  if (line.kind !== 'phi') return isFusedSum(line) ? 'float' : null;
  if (line.type.kind === 'float') return 'float';
  return line.type.kind === 'integer' && WIDTHS.has(line.type.bits) ? 'integer' : null;
}

/** Slices of one function: which of its values were computed from what it loaded from shared memory. */
export function functionSlices(body: readonly Line[], pointers: Pointers, shared: ReadonlySet<string>): Slices {
  const slices = new Slices();
  for (const symbol of shared) slices.loadsShared(symbol);
  for (const line of body) {
    const { result } = line;
    const memory = memoryOf(line);
    if (memory?.kind === 'copy') {
      const [to, from] = memory.operands;
      const target = to && pointers.origin(to);
      if (memory.operation === 'memset' || !from || target?.kind !== 'local') continue;
      for (const root of pointers.roots(from)) slices.storesLocal(target.root, root);
    } else if (memory) {
      const origin = pointers.origin(memory.pointer);
      if (memory.kind === 'store' && origin.kind === 'local') {
        for (const value of memory.value ? namesIn(memory.value) : []) slices.storesLocal(origin.root, value);
      }
      if (!result) continue;
      const roots = pointers.roots(memory.pointer);
      if ([...roots].some((root) => shared.has(root))) slices.loadsShared(result);
      else if (origin.kind === 'local') slices.loadsLocal(result, origin.root);
      else slices.loadsOther(result);
    } else if (result) {
      slices.define(result, line.uses);
      const kind = computed(line);
      if (kind !== null) slices.computes(result, kind);
    }
  }
  return slices;
}
