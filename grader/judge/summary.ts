import { causesOf, wordCheck } from '../explain/index.ts';
import type { CheckId, Finding, SummaryDetail } from '../result/index.ts';
import type { CheckOutcome, Evidence } from './evidence.ts';

/** Facts that a summary mentions besides the findings. */
export type SummaryFacts = Pick<
  Extract<SummaryDetail, { kind: 'judged' }>,
  'idle' | 'tier' | 'reason' | 'why' | 'streams'
>;

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
  const isCut = evidence.cases.some(({ visible, run }) => visible && run.outputCut);
  const summaryDetail: SummaryDetail = {
    kind: 'judged',
    cases: evidence.cases.length,
    problems: causesOf(findings.filter(({ severity, follows }) => severity === 'error' && !follows)).length,
    ...(id === 'correctness' && isCut && { outputKiB: evidence.spec.limits.outputKiB }),
    ...facts,
  };
  return { id, status, skippedBy, findings, summary: wordCheck({ id, status, summaryDetail }), summaryDetail };
}
