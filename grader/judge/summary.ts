import type { Idleness } from '../explain/index.ts';
import { type CheckFacts, wordCheck } from '../explain/index.ts';
import type { CheckId, Finding } from '../result/index.ts';
import type { CheckOutcome, Evidence } from './evidence.ts';

/** Facts that a summary sentence may mention besides the findings. */
export interface SummaryFacts {
  /** What shows that the kernels did not do the exercise's work. */
  readonly idle?: Idleness;
  /** The speed tier that was reached. */
  readonly tier?: string;
  /** Why a check could not be judged here. */
  readonly reason?: NonNullable<CheckFacts['reason']>;
  /** The reason in words, for `not-repeated`. */
  readonly why?: string;
}

/** Reasons that are this machine's, and cost no points. */
const MACHINE: ReadonlySet<SummaryFacts['reason']> = new Set(['no-gpu', 'no-timing', 'not-repeated', 'not-calibrated']);

/** Puts an outcome together; its one sentence comes from `explain/`. */
export function summarize(
  id: CheckId,
  status: CheckOutcome['status'],
  findings: readonly Finding[],
  evidence: Pick<Evidence, 'cases' | 'spec'>,
  facts: SummaryFacts = {},
): CheckOutcome {
  const skippedBy = status !== 'skipped' ? null : MACHINE.has(facts.reason) ? 'machine' : 'student';
  return {
    id,
    status,
    skippedBy,
    findings,
    summary: wordCheck({
      id,
      status,
      findings,
      cases: evidence.cases.length,
      technique: evidence.spec.technique,
      ...(id === 'correctness' &&
        evidence.cases.some(({ visible, run }) => visible && run.outputCut) && {
          outputKiB: evidence.spec.limits.outputKiB,
        }),
      ...facts,
    }),
  };
}
