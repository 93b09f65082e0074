import { afterAll, beforeAll } from 'vitest';
import { type LocalEngine, openEngine } from '../../../grader/pipeline/engine/index.ts';
import { gradeSubmission } from '../../../grader/pipeline/grade/index.ts';
import type { GradeResult } from '../../../grader/result/index.ts';
import type { Assignment } from '../../../grader/spec/index.ts';

/** Grades programs on an engine of the test file's own. */
export function grading(): (assignment: Assignment, source: string, seed?: string) => Promise<GradeResult> {
  let local: LocalEngine;
  beforeAll(async () => {
    local = await openEngine({ dir: 'off', maxMiB: null });
  });
  afterAll(() => local.dispose());
  return async (assignment, source, seed = '1') => {
    const { result } = await gradeSubmission({
      ...{ assignment, source, fileName: 'mine.cu', sha256: local.engine.sha256(source) },
      ...{ seed, seedIsPublic: true, engine: local.engine },
    });
    return result;
  };
}

export function statuses({ checks }: GradeResult): Record<string, string> {
  return Object.fromEntries(checks.map(({ id, status }) => [id, status]));
}
