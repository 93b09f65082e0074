import type { CheckId, CheckResult } from '../../result/index.ts';
import type { CheckOutcome } from '../evidence.ts';

/** Points a check, where the assignment sets none of its own. */
export const DEFAULT_RUBRIC: Readonly<Record<CheckId, number>> = {
  compile: 5,
  guards: 20,
  correctness: 35,
  memory: 10,
  races: 10,
  technique: 10,
  speedup: 10,
};

export interface Score {
  readonly score: number;
  readonly maxScore: number;
  readonly checks: readonly CheckResult[];
  readonly verdict: 'passed' | 'failed' | 'error';
}

/**
 * Adds up the rubric: a check earns all of its points or none, speedup those of its tier. What this machine cannot
 * judge leaves the maximum; what the submission made impossible to judge stays in it and earns nothing.
 * @param rubric - points a check; a check that is missing has the default
 */
export function score(outcomes: readonly CheckOutcome[], rubric: Partial<Record<CheckId, number>> = {}): Score {
  const checks = outcomes.map((outcome): CheckResult => {
    const points = rubric[outcome.id] ?? DEFAULT_RUBRIC[outcome.id];
    const maxScore = outcome.skippedBy === 'machine' ? 0 : points;
    return {
      id: outcome.id,
      status: outcome.status,
      score: outcome.status === 'passed' ? Math.min(outcome.earned ?? maxScore, maxScore) : 0,
      maxScore,
      summary: outcome.summary,
      ...(outcome.summaryDetail && { summaryDetail: outcome.summaryDetail }),
      findings: [...outcome.findings],
    };
  });
  const sum = (pick: (check: CheckResult) => number) => checks.reduce((total, check) => total + pick(check), 0);
  const verdict = checks.some((check) => check.status === 'error')
    ? 'error'
    : checks.some((check) => check.status === 'failed')
      ? 'failed'
      : 'passed';
  return { score: sum((check) => check.score), maxScore: sum((check) => check.maxScore), checks, verdict };
}
