import type { CheckId } from '../result/index.ts';

/** The words about a check, for a student. */
export interface CheckWords {
  /** A paragraph that has code in backquotes and nothing else. */
  readonly meaning: string;
  /** The sentences on its points. */
  readonly points: string;
}

const ALL_OR_NOTHING = 'It gives all of its points or none. The default is';
const WITH_WORK = 'You get these points only if your kernels compute the outputs.';

const WORDS: Readonly<Record<CheckId, CheckWords>> = {
  compile: {
    meaning:
      'Host and device code must compile, and the file must define the function that the exercise names. Its parameters must have the types of the handout.',
    points: `${ALL_OR_NOTHING} 5.`,
  },
  guards: {
    meaning:
      'No thread may access global memory outside of an array. A grid consists of whole blocks, so it can have more threads than elements. The condition that keeps the extra threads from an access is called a guard.',
    points: `${ALL_OR_NOTHING} 20. ${WITH_WORK}`,
  },
  correctness: {
    meaning:
      'Each element of each output must be written, and right within the tolerance, in every case. The cases have different sizes, and some of them are not shown.',
    points: `${ALL_OR_NOTHING} 35.`,
  },
  memory: {
    meaning:
      'Memory must be used as CUDA allows. A thread must not read what is not initialized, leave a shared or local array, or access freed memory. Each access must be aligned, and its pointer must belong to that side.',
    points: `${ALL_OR_NOTHING} 10. ${WITH_WORK}`,
  },
  races: {
    meaning:
      'The result must not depend on timing. If two threads access the same element and one of them writes it, a barrier or an atomic function must order the accesses. All threads of a block must reach the same `__syncthreads()`.',
    points: `${ALL_OR_NOTHING} 10. ${WITH_WORK}`,
  },
  technique: {
    meaning:
      'The solution must use what the exercise teaches, e.g. several blocks, two-dimensional blocks, or tiles in shared memory. The grader measures this in the largest case. It does not read your source for it.',
    points: `${ALL_OR_NOTHING} 10. ${WITH_WORK}`,
  },
  speedup: {
    meaning:
      'The solution is timed on a GPU, against the baseline of the exercise in the same run. Without a GPU it is not timed, and your total leaves its points out.',
    points: 'It gives points by tier: a faster solution reaches a better tier. The default is at most 10.',
  },
};

/** Returns what a check means and how it gives points. */
export function wordCheckMeaning(check: CheckId): CheckWords {
  return WORDS[check];
}
