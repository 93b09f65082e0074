/** The choice of `npm test`. `grade validate` grades all submissions. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Grader, loadAssignment, openGrader } from '../../grader/api/index.ts';
import { parseSubmissions, type RejectedSubmission } from '../../grader/authoring/submissions.ts';
import { assignmentRoots, findAssignments } from '../../grader/spec/index.ts';

const manifests = findAssignments(assignmentRoots()).map(({ id }) => {
  const { folder } = loadAssignment(id);
  const path = join(folder, 'submissions', 'manifest.yaml');
  return { id, folder, ...parseSubmissions(readFileSync(path, 'utf8'), path) };
});

/** The first submission with each rule. */
const rejected = new Map<string, RejectedSubmission & { readonly id: string; readonly path: string }>();
for (const { id, folder, rejected: entries } of manifests) {
  for (const entry of entries) {
    const path = join(folder, 'submissions', 'rejected', entry.file);
    if (!rejected.has(entry.rule)) rejected.set(entry.rule, { ...entry, id, path });
  }
}

/** An assignment of each style of `entry.style`. */
const ACCEPTED = ['grayscale', 'vector-add', 'grid-stride', 'grayscale-torch'];

let grader: Grader;
beforeAll(async () => {
  grader = await openGrader();
});
afterAll(() => grader.close());

describe('a rejected submission', () => {
  it('is there for each class of mistakes', () => {
    expect(rejected.size).toBeGreaterThanOrEqual(20);
  });

  it.each([...rejected.values()])('of rule $rule fails its checks: $id/$file', async (entry) => {
    const { result } = await grader.grade(entry.id, { file: entry.path }, { seed: '1' });
    expect(result.verdict).toBe('failed');
    const failed = result.checks.filter(({ status }) => status === 'failed').map(({ id }) => id);
    expect(failed.sort()).toEqual([...entry.checks].sort());
    const findings = result.checks.flatMap((check) => check.findings);
    expect(findings).toContainEqual(expect.objectContaining({ rule: entry.rule, line: entry.line }));
  });
});

describe('an accepted submission', () => {
  it.each(ACCEPTED)('of %s passes each check that is not skipped', async (id) => {
    const { folder, accepted } = manifests.find((one) => one.id === id) ?? { folder: '', accepted: [] };
    const file = join(folder, 'submissions', 'accepted', accepted[0]?.file ?? '');
    const { result } = await grader.grade(id, { file }, { seed: '1' });
    expect(result).toMatchObject({ verdict: 'passed', score: result.maxScore });
    expect(result.checks.flatMap(({ findings }) => findings)).toEqual([]);
  });
});
