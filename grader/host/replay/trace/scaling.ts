/** One call of a recording, reduced to what has to be the same, or to grow, at another problem size. */
export interface CallShape {
  /** The kind of call with everything that does not depend on the size, for instance `launch _Z3addPfi`. */
  readonly name: string;
  /** Numbers that can grow with the problem: bytes, blocks of the grid, threads of a block. */
  readonly sizes: readonly number[];
}

/** A call of a recording whose loops are written once, with the smallest and largest sizes of its iterations. */
interface Folded {
  readonly name: string;
  readonly smallest: readonly number[];
  readonly largest: readonly number[];
}

/** Calls of one iteration of a loop that is recognized. */
const LONGEST_ITERATION = 24;
/** The factor that rounding up to whole blocks and rows can add. */
const ROUNDING = 2;

function merged(a: Folded, b: Folded): Folded {
  return {
    name: a.name,
    smallest: a.smallest.map((size, i) => Math.min(size, b.smallest[i] ?? size)),
    largest: a.largest.map((size, i) => Math.max(size, b.largest[i] ?? size)),
  };
}

/** Returns the calls with repetitions written once, inner loops first. */
function folded(calls: readonly CallShape[]): Folded[] {
  const stack: Folded[] = [];
  for (const { name, sizes } of calls) {
    stack.push({ name, smallest: sizes, largest: sizes });
    for (let length = 1; length <= LONGEST_ITERATION && 2 * length <= stack.length; length++) {
      const last = stack.length - length;
      if (!stack.slice(last).every((call, i) => call.name === stack[last - length + i]?.name)) continue;
      const iteration = stack.splice(last);
      for (const [i, call] of iteration.entries()) {
        const at = last - length + i;
        stack[at] = merged(stack[at] as Folded, call);
      }
      length = 0;
    }
  }
  return stack;
}

/**
 * Compares a recording at a larger size with one whose results were judged: the same calls in the same order, with loops
 * that run at least as often, and sizes that stay or grow, at most as the problem does.
 * @param elements the numbers of elements of all inputs and outputs
 * @returns where they differ, for people; null if the structure is the same
 */
export function scalingDiffers(
  judged: readonly CallShape[],
  larger: readonly CallShape[],
  elements: { readonly judged: number; readonly larger: number },
): string | null {
  const growth = elements.larger / elements.judged;
  if (!(growth >= 1)) throw new Error('the second recording has to be at the larger size');
  if (larger.length < judged.length) return `${judged.length} calls, and ${larger.length} at the larger size`;
  const [some, others] = [folded(judged), folded(larger)];
  for (let i = 0; i < Math.max(some.length, others.length); i++) {
    const [call, other] = [some[i], others[i]];
    if (!call || !other || call.name !== other.name)
      return `${call?.name ?? 'the end'}, and ${other?.name ?? 'the end'} at the larger size`;
    for (const [k, size] of call.largest.entries()) {
      const reached = other.largest[k];
      if (reached === undefined || call.largest.length !== other.largest.length)
        return `${call.name}: numbers of sizes`;
      if (reached < (call.smallest[k] ?? 0) || reached > ROUNDING * growth * Math.max(1, size))
        return `${call.name}: ${size}, and ${reached} at the larger size`;
    }
  }
  return null;
}
