import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHandIn } from '../../grader/handin/index.ts';
import { type LocalEngine, openEngine } from '../../grader/pipeline/engine/index.ts';
import { gradeSubmission } from '../../grader/pipeline/grade/index.ts';
import { reportInput } from '../../grader/report/index.ts';
import { resolveAssignment } from '../../grader/spec/index.ts';

const FOLDER = join(import.meta.dirname, 'submissions');

let local: LocalEngine;
beforeAll(async () => {
  local = await openEngine({ dir: 'off', maxMiB: null });
});
afterAll(() => local.dispose());

async function grade(id: string, path: string) {
  const assignment = resolveAssignment(id);
  const { note: _, ...handIn } = await readHandIn(path, assignment.spec);
  const graded = await gradeSubmission({ assignment, ...handIn, seed: '1', seedIsPublic: true, engine: local.engine });
  return { graded, assignment, source: handIn.source };
}

function files(id: string, kind: string): string[] {
  return readdirSync(join(FOLDER, id, kind)).sort();
}

describe.each(['grayscale', 'matmul-2d', 'matmul-tiled'])('%s in Numba', (id) => {
  it('has at least four accepted and six rejected submissions', () => {
    expect(files(id, 'accepted').length).toBeGreaterThanOrEqual(4);
    expect(files(id, 'rejected').length).toBeGreaterThanOrEqual(6);
  });

  it.each(files(id, 'accepted'))('gives all points for %s', async (name) => {
    const { graded } = await grade(id, join(FOLDER, id, 'accepted', name));
    const { verdict, score, maxScore, checks } = graded.result;
    expect(checks.flatMap(({ findings }) => findings.filter(({ severity }) => severity === 'error'))).toEqual([]);
    expect({ verdict, score }).toEqual({ verdict: 'passed', score: maxScore });
  });

  it.each(files(id, 'rejected'))('finds the marked line of %s', async (name) => {
    const path = join(FOLDER, id, 'rejected', name);
    const text = readFileSync(path, 'utf8');
    const lines = text.split('\n');
    const line = lines.findIndex((one) => one.includes('# <- ')) + 1;
    const rule = /# <- (\S+)/.exec(text)?.[1];
    const { graded, assignment, source } = await grade(id, path);
    const findings = graded.result.checks.flatMap((check) => check.findings);
    expect(graded.result.verdict).toBe('failed');
    expect(findings.map((finding) => ({ rule: finding.rule, line: finding.line, file: finding.file }))).toContainEqual({
      rule,
      line,
      file: name,
    });
    expect(findings.filter(({ column }) => column !== undefined)).toEqual([]);
    // Reports show the program of the student, and none of the translation.
    expect((await reportInput(assignment, source, graded)).source).toBe(text);
  });
});

it('takes no points for a translation that a compiler refuses', async () => {
  const assignment = resolveAssignment('grayscale');
  const handIn = await readHandIn(join(FOLDER, 'grayscale', 'accepted', 'flat.py'), assignment.spec);
  const { note: _, ...rest } = { ...handIn, source: handIn.source.replace('out.at(', 'out.no_such_member(') };
  const request = { assignment, ...rest, seed: '1', seedIsPublic: true, engine: local.engine };
  const { result } = await gradeSubmission(request);
  expect(result).toMatchObject({ verdict: 'error', responsible: 'infrastructure' });
  const [finding] = result.checks.flatMap(({ findings }) => findings);
  expect(finding).toMatchObject({ rule: 'unsupported-feature', line: 16, file: 'flat.py' });
});
