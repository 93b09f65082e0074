import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSubmissions, SUBMISSIONS_FOLDER, SUBMISSIONS_MANIFEST } from '../../grader/authoring/submissions.ts';
import type { Grader } from '../../grader/cli/grader.ts';
import { createGrader } from '../../grader/cli/local-grader.ts';
import type { GradeResult } from '../../grader/result/index.ts';
import { type Assignment, resolveAssignment } from '../../grader/spec/index.ts';

/** Every submission that ships gets the verdict, the failing checks, the rule and the line that its manifest states. */
let grader: Grader;
beforeAll(async () => {
  grader = await createGrader({ dir: 'off', maxMiB: null });
});
afterAll(() => grader.dispose());

async function grade(assignment: Assignment, folder: string, file: string): Promise<GradeResult> {
  const source = readFileSync(join(assignment.folder, SUBMISSIONS_FOLDER, folder, file), 'utf8');
  const { result } = await grader.grade({
    assignment,
    source,
    fileName: file,
    sha256: createHash('sha256').update(source).digest('hex'),
    seed: '1',
    seedIsPublic: true,
    onProgress: () => {},
    signal: new AbortController().signal,
  });
  return result;
}

const failing = (result: GradeResult) => result.checks.filter(({ status }) => status === 'failed').map(({ id }) => id);
const places = (result: GradeResult) =>
  result.checks.flatMap(({ findings }) =>
    findings.map(({ rule, line, severity }) => `${severity} ${rule} at line ${line}`),
  );

describe.each(['grayscale', 'matmul-2d', 'matmul-tiled'])('the submissions of %s', (id) => {
  const assignment = resolveAssignment(id);
  const path = join(assignment.folder, SUBMISSIONS_FOLDER, SUBMISSIONS_MANIFEST);
  const manifest = parseSubmissions(readFileSync(path, 'utf8'), path);

  it('are at least 8 accepted and 15 rejected ones', () => {
    expect(manifest.accepted.length).toBeGreaterThanOrEqual(8);
    expect(manifest.rejected.length).toBeGreaterThanOrEqual(15);
  });

  it.each(manifest.accepted)('accepts $file', async ({ file }) => {
    const result = await grade(assignment, 'accepted', file);
    expect(places(result).filter((place) => place.startsWith('error'))).toEqual([]);
    expect(result).toMatchObject({ verdict: 'passed', responsible: null, score: result.maxScore });
  });

  it.each(manifest.slow)('finds nothing but slowness in $file', async ({ file }) => {
    const result = await grade(assignment, 'slow', file);
    expect(places(result).filter((place) => place.startsWith('error'))).toEqual([]);
    expect(result).toMatchObject({ verdict: 'passed', responsible: null, score: result.maxScore });
  });

  it.each(manifest.rejected)('rejects $file: $rule at line $line', async ({ file, checks, rule, line }) => {
    const result = await grade(assignment, 'rejected', file);
    expect(result).toMatchObject({ verdict: 'failed', responsible: 'student' });
    expect(places(result)).toContain(`error ${rule} at line ${line}`);
    expect(new Set(failing(result))).toEqual(new Set(checks));
  });
});
