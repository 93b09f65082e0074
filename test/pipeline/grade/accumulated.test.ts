import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LocalEngine, openEngine } from '../../../grader/pipeline/engine/index.ts';
import { gradeSubmission } from '../../../grader/pipeline/grade/index.ts';
import { resolveAssignment } from '../../../grader/spec/index.ts';

let local: LocalEngine;
beforeAll(async () => {
  local = await openEngine({ dir: 'off', maxMiB: null });
});
afterAll(() => local.dispose());

/** What is said of its wrong output. */
async function wrongOutput(id: string, path: string, change: (source: string) => string): Promise<string> {
  const assignment = resolveAssignment(id);
  const source = change(readFileSync(join(assignment.folder, 'submissions', path), 'utf8'));
  const { result } = await gradeSubmission({
    ...{ assignment, source, fileName: 'mine.cu', sha256: local.engine.sha256(source) },
    ...{ seed: '1', seedIsPublic: true, engine: local.engine },
  });
  const findings = result.checks.flatMap((check) => check.findings).filter(({ rule }) => rule === 'wrong-output');
  expect(findings).toHaveLength(1);
  return `${findings[0]?.message} ${findings[0]?.hint}`;
}

const ACCUMULATED = /the right value was added to the old contents of the output.*Which line sets its first value\?/;

it('names a sum that begins with what lay in an output of float32', async () => {
  expect(await wrongOutput('matmul-2d', 'rejected/adds-into-output.cu', (source) => source)).toMatch(ACCUMULATED);
});

it('names it in an output of bytes, which hold 255 at most', async () => {
  const adding = (source: string) => source.replace('out[i] =', 'out[i] +=');
  expect(await wrongOutput('grayscale', 'accepted/lecture-256.cu', adding)).toMatch(ACCUMULATED);
});
