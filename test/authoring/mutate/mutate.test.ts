import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MutateResult, mutate, mutateJson, renderMutate } from '../../../grader/authoring/mutate/index.ts';
import { type CompileResult, Compiler, codeHash } from '../../../grader/compile/index.ts';
import { resolveAssignment } from '../../../grader/spec/index.ts';

describe('bugs in the kernel of the lecture', () => {
  let folder: string;
  let result: MutateResult;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'grade-mutate-test-'));
    const entry = {
      file: 'lecture-256.cu',
      operator: 'plus-minus',
      line: 2,
      before: 'inline unsigned int cdiv(unsigned int a, unsigned int b) { return (a + b - 1) / b; }',
      after: 'inline unsigned int cdiv(unsigned int a, unsigned int b) { return (a - b - 1) / b; }',
    };
    result = await mutate({
      assignment: resolveAssignment('grayscale'),
      known: { schemaVersion: 1, equivalent: [], survives: [{ reason: 'For the test.', mutants: [entry] }] },
      files: ['lecture-256.cu'],
      operators: ['drop-guard', 'plus-minus', 'swap-arguments'],
      max: 4,
      seed: '1',
      jobs: 2,
      cache: { dir: folder, maxMiB: 50 },
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('are judged: what compiles is caught, and by which check', () => {
    const outcomes = result.mutants.map(({ mutant, outcome }) => [mutant.operator, outcome.kind]);
    expect(outcomes).toContainEqual(['drop-guard', 'killed']);
    expect(outcomes).toContainEqual(['swap-arguments', 'invalid']);
    const guard = result.mutants.find(({ mutant }) => mutant.operator === 'drop-guard')?.outcome;
    expect(guard).toMatchObject({ checks: expect.arrayContaining(['guards']) });
    expect(result.mutants).toHaveLength(4);
    expect(result.ratio).toBe(1);
  });

  test('that the list explains and that are caught all the same are named', () => {
    const graded = result.mutants.some(({ mutant }) => mutant.after.includes('(a - b - 1)'));
    expect(result.stale.map(({ why }) => why.replace(/:.*/, ''))).toEqual(graded ? ['the assignment catches it'] : []);
  });

  test('are listed as a table and as JSON', () => {
    const text = stripVTControlCharacters(renderMutate(result));
    expect(text).toMatch(/drop-guard\s*│\s*1 │\s*0 │\s*0 │\s*1 │/);
    expect(text).toContain('Caught: 3 of 3 bugs, 100.0 %. A sample: 4 of');
    expect(mutateJson(result)).toMatchObject({ schemaVersion: 1, assignment: 'grayscale', graded: 4, ratio: 1 });
  });

  test('that survive are shown as a diff', () => {
    const first = result.mutants.find(({ mutant }) => mutant.operator === 'drop-guard');
    if (!first) throw new Error('there is no such bug');
    const survived = {
      ...result,
      mutants: [{ mutant: first.mutant, outcome: { kind: 'survived', reason: null } as const }],
    };
    const text = renderMutate(survived);
    expect(text).toContain('lecture-256.cu:6 drop-guard: a student who forgets');
    expect(text).toMatch(/^-\s+if \(i < n\) out\[i\]/m);
    expect(text).toMatch(/^\+\s+out\[i\]/m);
  });
});

describe('the hash of the code', () => {
  let compiler: Compiler;
  beforeAll(() => {
    compiler = new Compiler();
  });
  afterAll(() => compiler.dispose());
  const hash = (...parts: (string | Uint8Array)[]): string => {
    const digest = createHash('sha256');
    for (const part of parts) digest.update(part);
    return digest.digest('hex');
  };
  const compile = (body: string): Promise<CompileResult> =>
    compiler.compile(
      `__global__ void k(int* y, int n) { ${body} }\nvoid f(int* y, int n) { k<<<1, 32>>>(y, n); }`,
      'x.cu',
      {
        prototype: 'void f(int* y, int n)',
        heapBytes: 1 << 20,
        timeoutMs: 60_000,
      },
    );

  test('tells the same code by other words and on other lines from other code', async () => {
    const known = codeHash(await compile('int i = threadIdx.x; if (i < n) y[i] = 1;'), hash);
    expect(known).toMatch(/^[0-9a-f]{64}$/);
    expect(codeHash(await compile('\n\n  int i = threadIdx.x;\n if (!(i >= n)) y[i * 1] = 1;'), hash)).toBe(known);
    expect(codeHash(await compile('int i = threadIdx.x; if (i <= n) y[i] = 1;'), hash)).not.toBe(known);
    expect(codeHash(await compile('int i = ;'), hash)).toBeNull();
  });
});
