import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isInPython, MANIFEST_PATH, parseSubmissions, SUBMISSIONS_FOLDER } from '../../grader/authoring/submissions.ts';
import { readHandIn } from '../../grader/handin/index.ts';
import { type LocalEngine, openEngine } from '../../grader/pipeline/engine/index.ts';
import { gradeSubmission } from '../../grader/pipeline/grade/index.ts';
import { reportInput } from '../../grader/report/index.ts';
import { resolveAssignment } from '../../grader/spec/index.ts';

let local: LocalEngine;
beforeAll(async () => {
  local = await openEngine({ dir: 'off', maxMiB: null });
});
afterAll(() => local.dispose());

function submissions(id: string) {
  const { folder } = resolveAssignment(id);
  const { accepted, rejected } = parseSubmissions(readFileSync(join(folder, MANIFEST_PATH), 'utf8'), MANIFEST_PATH);
  return { accepted: accepted.filter(isInPython), rejected: rejected.filter(isInPython) };
}

const pathOf = (id: string, kind: string, file: string): string =>
  join(resolveAssignment(id).folder, SUBMISSIONS_FOLDER, kind, file);

// `grade validate` grades all of them.
describe.each(['grayscale', 'matmul-2d', 'matmul-tiled'])('%s in Numba', (id) => {
  const { accepted, rejected } = submissions(id);

  it('has at least four accepted and six rejected submissions', () => {
    expect(accepted.length).toBeGreaterThanOrEqual(4);
    expect(rejected.length).toBeGreaterThanOrEqual(6);
  });

  it('reports a finding at a line of the program, which the report shows', async () => {
    const { file = '', rule, line } = rejected.at(-1) ?? {};
    const path = pathOf(id, 'rejected', file);
    const assignment = resolveAssignment(id);
    const { note: _, ...handIn } = await readHandIn(path, assignment.spec);
    const graded = await gradeSubmission({
      assignment,
      ...handIn,
      seed: '1',
      seedIsPublic: true,
      engine: local.engine,
    });
    const findings = graded.result.checks.flatMap((check) => check.findings);
    expect(findings).toContainEqual(expect.objectContaining({ rule, line, file }));
    expect(findings.filter(({ column }) => column !== undefined)).toEqual([]);
    // Reports show the program of the student, and none of the translation.
    expect((await reportInput(assignment, handIn.source, graded)).source).toBe(readFileSync(path, 'utf8'));
  });
});

it('takes no points for a translation that a compiler refuses', async () => {
  const assignment = resolveAssignment('grayscale');
  const handIn = await readHandIn(pathOf('grayscale', 'accepted', 'flat.py'), assignment.spec);
  const { note: _, ...rest } = { ...handIn, source: handIn.source.replace('out.at(', 'out.no_such_member(') };
  const request = { assignment, ...rest, seed: '1', seedIsPublic: true, engine: local.engine };
  const { result } = await gradeSubmission(request);
  expect(result).toMatchObject({ verdict: 'error', responsible: 'infrastructure' });
  const [finding] = result.checks.flatMap(({ findings }) => findings);
  expect(finding).toMatchObject({ rule: 'unsupported-feature', line: 16, file: 'flat.py' });
});
