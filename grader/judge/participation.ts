import type { CaseEvidence } from './evidence.ts';

/** What shows that the outputs of a case do not come from its inputs; numbers only, `wording/` makes sentences of them. */
export type Idleness = { readonly case: string } & (
  | {
      readonly kind: 'no-influence';
      /** The input array with the least influence. */
      readonly array: string;
      /** Outputs that depend on what was altered, and how many of them changed. */
      readonly depending: number;
      readonly changed: number;
    }
  | {
      readonly kind: 'spread';
      /** The input array of which very few elements were altered at a time. */
      readonly array: string;
      /** The outputs that depend on one element, and those that change with it; rounded averages. */
      readonly depending: number;
      readonly changed: number;
    }
  | { readonly kind: 'copy'; readonly array: string }
  /** Kernels wrote less than half of an output, and what they wrote shows no work. */
  | { readonly kind: 'unwritten'; readonly share: number }
  /** There are no input arrays, and kernels only carried values that host code computed. */
  | { readonly kind: 'handed'; readonly output: string }
  /** There are no input arrays, and elements that should differ do not, or the other way round. */
  | { readonly kind: 'not-told-apart'; readonly share: number }
);

/**
 * Whether the student's kernels did the exercise's work. Guards, memory, races and technique earn points only if they
 * did: an empty kernel is safe and earns nothing.
 */
export type Participation = { readonly status: 'works' } | { readonly status: 'idle'; readonly because: Idleness };

export const WORKS: Participation = { status: 'works' };

/** A block has at most 1,024 threads: with one output per thread, more outputs need more than one block. */
const ONE_BLOCK = 1024;

type Written = Pick<CaseEvidence, 'outputs'>;

/** Returns the cases on which work is looked for: those that need more than one block, or all if there are none. */
export function casesWithWork<T extends Written>(cases: readonly T[]): readonly T[] {
  const large = cases.filter(({ outputs }) => outputs.some(({ elements }) => elements > ONE_BLOCK));
  return large.length > 0 ? large : cases;
}

/** Returns the smallest share of an output that kernels wrote. */
export function writtenShare({ outputs }: Written): number {
  return Math.min(1, ...outputs.map(({ writtenByKernels, elements }) => writtenByKernels / Math.max(1, elements)));
}

/** True if kernels wrote at least half of each output of each case with work. */
export function writesHalf(cases: readonly Written[]): boolean {
  return casesWithWork(cases).every((seen) => writtenShare(seen) >= 1 / 2);
}
