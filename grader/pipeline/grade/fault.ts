import { wordCheck } from '../../explain/index.ts';
import type { CheckOutcome } from '../../judge/index.ts';
import { score } from '../../judge/score/index.ts';
import { CHECK_IDS, type GradeResult } from '../../result/index.ts';
import type { Assignment } from '../../spec/index.ts';

export interface FaultedSubmission {
  readonly assignment: Assignment;
  readonly fileName: string;
  /** Of the file's bytes, in hexadecimal. */
  readonly sha256: string;
  readonly target: GradeResult['target'];
  /** Of the engine's runtime, e.g. `v20.20.2`. */
  readonly node: string;
  readonly durationMs: number;
}

/**
 * The result of a submission that the machine could not grade: every check is in error, and nobody but the machine is
 * responsible. Programs that read results find one, and no verdict in it.
 * @param reason - what went wrong, a sentence
 */
export function faultResult(
  { assignment, fileName, sha256, target, node, durationMs }: FaultedSubmission,
  reason: string,
): GradeResult {
  const { spec } = assignment;
  const outcomes = CHECK_IDS.map((id): CheckOutcome => {
    // Without a GPU there would have been no speed to judge, and no points for it.
    const isNotTimed = id === 'speedup' && target !== 'gpu';
    const status = isNotTimed ? 'skipped' : 'error';
    const summaryDetail = { kind: 'machine-fault', reason } as const;
    const summary = wordCheck({ id, status, summaryDetail });
    return { id, status, skippedBy: isNotTimed ? 'machine' : null, findings: [], summary, summaryDetail };
  });
  const { checks, maxScore } = score(outcomes, spec.rubric);
  return {
    schemaVersion: 1,
    assignment: spec.id,
    submission: { file: fileName, sha256 },
    target,
    verdict: 'error',
    responsible: 'infrastructure',
    score: 0,
    maxScore,
    checks: [...checks],
    cases: [],
    launches: [],
    timing: null,
    environment: {
      engine: 'none',
      clang: null,
      nvcc: null,
      driver: null,
      node,
      limits: { ...spec.limits },
      durationMs,
    },
  };
}
