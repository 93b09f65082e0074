import type { CaseEvidence, Participation } from './evidence.ts';

export const WORKS: Participation = { status: 'works' };

/** A block has at most 1,024 threads: with one output per thread, more outputs need more than one block. */
const ONE_BLOCK = 1024;

type Written = Pick<CaseEvidence, 'outputs'>;

/** Returns the cases on which work is looked for: those that need more than one block, or all if there are none. */
export function casesWithWork<T extends Written>(cases: readonly T[]): readonly T[] {
  const large = cases.filter(({ outputs }) => outputs.some(({ elements }) => elements > ONE_BLOCK));
  return large.length > 0 ? large : cases;
}

/** Returns the smallest share of an output that kernels wrote. Half of an odd number of elements is rounded down. */
export function writtenShare({ outputs }: Written): number {
  const byKernels = outputs.filter(({ isOfHost }) => !isOfHost);
  return Math.min(
    1,
    ...(byKernels.length > 0 ? byKernels : outputs).map(({ writtenByKernels, elements }) => {
      const isHalf = writtenByKernels > 0 && 2 * writtenByKernels === elements - 1;
      return isHalf ? 1 / 2 : writtenByKernels / Math.max(1, elements);
    }),
  );
}

/** True if kernels wrote at least half of each output of each case with work. */
export function writesHalf(cases: readonly Written[]): boolean {
  return casesWithWork(cases).every((seen) => writtenShare(seen) >= 1 / 2);
}
