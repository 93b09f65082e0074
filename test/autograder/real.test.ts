import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../grader/platform/root.ts';
import { gradescopeSchema } from '../report/readers.ts';
import { type CleanRoot, makeCleanRoot, reason } from './clean-root.ts';

/** The package as Gradescope uses it: unpacked into an image with neither Node nor a compiler, set up once, then run. */
const BIN = join(packageRoot, 'dist', 'grader', 'cli', 'bin.js');
const SHIPPED = join(packageRoot, 'assignments', 'grayscale', 'submissions');

describe.skipIf(reason !== null).sequential('the Gradescope package, in a clean root', () => {
  let root: CleanRoot;
  const at = (...path: string[]): string => join(root.folder, 'autograder', ...path);

  beforeAll(() => {
    root = makeCleanRoot();
    writeFileSync(join(root.folder, 'secret.txt'), 'a secret of more than sixteen characters\n');
    const args = ['export-autograder', 'grayscale', '--out', at('autograder.zip')];
    const made = spawnSync(process.execPath, [BIN, ...args, '--secret', join(root.folder, 'secret.txt')], {
      encoding: 'utf8',
    });
    expect(made.status, made.stderr).toBe(0);
    expect(root.run('unzip', '-q', '/autograder/autograder.zip', '-d', '/autograder/source').status).toBe(0);
    // Gradescope's own image does so.
    cpSync(at('source', 'run_autograder'), at('run_autograder'));
  }, 600_000);
  afterAll(() => root?.remove());

  /** Runs what was handed in, as Gradescope would. */
  function handIn(files: Readonly<Record<string, string>>) {
    for (const folder of ['submission', 'results', 'report']) rmSync(at(folder), { recursive: true, force: true });
    for (const folder of ['submission', 'results']) mkdirSync(at(folder));
    for (const [name, from] of Object.entries(files)) copyFileSync(from, at('submission', name));
    const { status, output } = root.run('/autograder/run_autograder');
    expect(status, output).toBe(0);
    return gradescopeSchema.parse(JSON.parse(readFileSync(at('results', 'results.json'), 'utf8')));
  }

  it('is set up with what it fetches, and grades the starter file once', { timeout: 240_000 }, () => {
    const { status, output } = root.run('/autograder/source/setup.sh');
    expect(status, output).toBe(0);
    expect(existsSync(at('source', 'node', 'bin', 'node'))).toBe(true);
    expect(readdirSync(at('cache'))).not.toEqual([]);
  });

  it('gives a right solution its points, and tells staff when it came', { timeout: 240_000 }, () => {
    const metadata = {
      id: 7,
      created_at: '2026-10-01T12:00:00.5+02:00',
      assignment: { due_date: '2026-10-01T11:00:00+02:00' },
    };
    writeFileSync(at('submission_metadata.json'), JSON.stringify(metadata));
    const { score, tests, extra_data } = handIn({ 'gray.cu': join(SHIPPED, 'accepted', 'lecture-256.cu') });
    expect(score).toBe(90);
    expect(tests?.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(extra_data).toMatchObject({ verdict: 'passed', submission: { id: 7, lateSeconds: 3600.5 } });
    rmSync(at('submission_metadata.json'));
  });

  it('says what is wrong with another', { timeout: 240_000 }, () => {
    const { score, tests } = handIn({ 'gray.cu': join(SHIPPED, 'rejected', 'guard-missing.cu') });
    expect(score).toBeLessThan(90);
    const guards = tests?.find(({ name }) => name === 'guards');
    expect(guards).toMatchObject({ status: 'failed', score: 0 });
    expect(guards?.output).toContain('out-of-bounds-read');
    expect(guards?.output).toContain('writes just past the end of out');
  });

  it('gives nothing, with a word of what to do, where there is not one file', () => {
    expect(handIn({})).toMatchObject({ score: 0, output: expect.stringContaining('No .cu file') });
    const solution = join(SHIPPED, 'accepted', 'lecture-256.cu');
    expect(handIn({ 'a.cu': solution, 'b.cu': solution })).toMatchObject({
      score: 0,
      output: expect.stringContaining('a.cu, b.cu'),
    });
  });

  it('leaves a result without a score where the grader itself is broken', () => {
    rmSync(at('source', 'node_modules', 'cuda-course-grade', 'dist', 'grader', 'autograder'), { recursive: true });
    const result = handIn({ 'gray.cu': join(SHIPPED, 'accepted', 'lecture-256.cu') });
    expect(result.score).toBeUndefined();
    expect(result.output).toContain('costs no points');
  });
});
