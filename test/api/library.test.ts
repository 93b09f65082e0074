import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Grader, grade, isGradeError, loadAssignment, openGrader } from '../../grader/api/index.ts';
import { packageRoot } from '../../grader/platform/root.ts';

const submission = (kind: string, name: string): string =>
  join(packageRoot, 'assignments', 'vector-add', 'submissions', kind, name);

const HELLO = `#include <cstdio>
__global__ void set(int *a) { a[threadIdx.x] = 1; }
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4 * 31);
  set<<<1, 32>>>(d);
  cudaFree(d);
  printf("%s\\n", argv[1]);
}
`;

describe('a grader', () => {
  let grader: Grader;
  beforeAll(async () => {
    grader = await openGrader({ cases: 2 });
  });
  afterAll(() => grader.close());

  it('grades a file, and the same text in the same way', async () => {
    const file = submission('rejected', 'elements-not-bytes.cu');
    const fromFile = await grader.grade('vector-add', { file }, { seed: '1' });
    const text = { source: readFileSync(file, 'utf8'), fileName: 'elements-not-bytes.cu' };
    const fromText = await grader.grade(loadAssignment('vector-add'), text, { seed: '1' });
    expect(fromFile.result.verdict).toBe('failed');
    expect(fromFile.result.checks.flatMap(({ findings }) => findings.map(({ rule }) => rule))).toContain(
      'out-of-bounds-read',
    );
    expect(fromText.result.checks).toEqual(fromFile.result.checks);
  });

  it('rejects options that cannot be meant together', async () => {
    const file = submission('accepted', 'checked.cu');
    await expect(grader.grade('vector-add', { file }, { drawnFor: 'grade' })).rejects.toThrow(/needs `secretFile`/);
    await expect(
      grader.grade('vector-add', { file }, { drawnFor: 'grade', seed: '1', secretFile: file }),
    ).rejects.toThrow(/needs `secretFile`, and no `seed`/);
    await expect(grader.run({ source: HELLO }, { include: ['headers'] })).rejects.toThrow(/`include` needs the path/);
    const long = { source: `//${' '.repeat(2 ** 21)}`, fileName: 'long.cu' };
    await expect(grader.grade('vector-add', long)).rejects.toThrow(/long\.cu has 2,?097,?154 bytes; the maximum is/);
  });

  it('makes the reports of a passed submission', async () => {
    const graded = await grader.grade('vector-add', { file: submission('accepted', 'checked.cu') });
    expect(graded.result).toMatchObject({ verdict: 'passed', score: 100, maxScore: 100 });
    expect(graded.text()).toContain('100 of 100 points');
    const reports = graded.reports('html', 'json');
    expect(reports.map(({ name }) => name)).toEqual(['report.html', 'result.json']);
    expect(reports[0]?.content).toContain('<!doctype html>');
    expect(JSON.parse(reports[1]?.content ?? '')).toEqual(graded.result);
  });

  it('runs a program with its arguments and reports its findings', async () => {
    const result = await grader.run({ source: HELLO, fileName: 'hello.cu' }, { args: ['a word'] });
    expect(result.stdout).toBe('a word\n');
    expect(result.findings.map(({ rule, line }) => ({ rule, line }))).toEqual([
      { rule: 'out-of-bounds-write', line: 2 },
    ]);
  });

  it('rejects a seed that is not a number, and an assignment of another kind', async () => {
    const file = submission('accepted', 'checked.cu');
    await expect(grader.grade('vector-add', { file }, { seed: 'x' })).rejects.toSatisfy(isGradeError);
    const made = { id: 'vector-add', title: '', folder: '/' };
    await expect(grader.grade(made, { file })).rejects.toThrow('does not come from loadAssignment()');
  });
});

describe('errors', () => {
  it('name the assignments that there are', async () => {
    const error = await grade('vector-sub', { source: 'x' }).catch((reason: unknown) => reason);
    expect(isGradeError(error) && error.exitCode).toBe(2);
    expect(String(error)).toContain('vector-add');
  });

  it('of a file that is missing come from grade()', async () => {
    await expect(grade('vector-add', { file: '/missing/mine.cu' })).rejects.toThrow('does not exist');
  });
});
