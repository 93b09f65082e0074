import type { CaseEvidence } from './evidence.ts';

/** A block has at most 1,024 threads: more outputs than that need more than one block, at one output a thread. */
const ONE_BLOCK = 1024;

/**
 * Guards, memory, races and technique earn points only where the student's kernels did the work: an empty kernel
 * is safe and earns nothing. Work is done when, on every case that needs more than one block, kernels wrote at least
 * half of each output; where no case is that large, on every case.
 * @returns the first case on which they did not, or null
 */
export function idleCase(cases: readonly CaseEvidence[]): CaseEvidence | null {
  const large = cases.filter((evidence) => evidence.outputs.some((output) => output.elements > ONE_BLOCK));
  const judged = large.length > 0 ? large : cases;
  return (
    judged.find((evidence) => evidence.outputs.some((output) => 2 * output.writtenByKernels < output.elements)) ?? null
  );
}
