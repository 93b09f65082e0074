import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../grader/platform/root.ts';
import { session } from './harness.ts';

describe('what cannot be is refused before anything is compiled', () => {
  it.each([
    [['--operator', 'drop-gard'], /no operator "drop-gard", did you mean.*drop-guard/],
    [['--file', 'lecture.cu'], /no accepted submission "lecture\.cu"/],
    [['--file', 'flat.py'], /--file flat\.py is a program in Python.*name a \.cu file/],
    [['--max', 'many'], /--max "many" is no number of bugs/],
    [['--min', '95'], /--min "95" is no ratio/],
    [['--jobs', '0'], /--jobs "0"/],
  ])('%j', async (options, message) => {
    const { run, stderr } = session();
    expect(await run('mutate', 'grayscale', ...options)).toBe(2);
    expect(stderr()).toMatch(message);
  });
});

describe('an assignment whose cases are all multiples of the block', () => {
  let root: string;
  const folder = (): string => join(root, 'weak');
  const read = (name: string): string => readFileSync(join(folder(), name), 'utf8');
  const mutate = async (...options: string[]): Promise<{ status: number; stdout: string; stderr: string }> => {
    const { run, stdout, stderr } = session({ env: { GRADE_CACHE_DIR: join(root, 'cache') } });
    const common = ['--assignments', root, '--operator', 'drop-guard', '--jobs', '1'];
    const status = await run('mutate', 'weak', ...common, ...options);
    return { status, stdout: stdout(), stderr: stderr() };
  };
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'grade-mutate-cli-'));
    cpSync(join(packageRoot, 'assignments', 'grayscale'), folder(), {
      recursive: true,
      filter: (path) => !/mutants\.yaml$|notes\.md$/.test(path),
    });
    const spec = read('assignment.yaml')
      .replace('id: grayscale', 'id: weak')
      .replace(/\ncases:[\s\S]*?\ntolerance:/, CASES);
    writeFileSync(join(folder(), 'assignment.yaml'), spec);
    const manifest = 'schemaVersion: 1\naccepted:\n  - file: lecture-256.cu\nrejected: []\n';
    writeFileSync(join(folder(), 'submissions', 'manifest.yaml'), manifest);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('does not see a guard that is missing, says so, and writes it down', async () => {
    const { status, stdout, stderr } = await mutate('--write');
    expect(stderr).toMatch(/Written: .*mutants\.yaml\nWritten: .*notes\.md/);
    expect(stdout).toContain('lecture-256.cu:6 drop-guard: a student who forgets');
    expect(stdout).toMatch(/^-\s+if \(i < n\) out/m);
    expect(stdout).toContain('Caught: 0 of 1 bugs, 0.0 %.');
    expect(status).toBe(1);
    expect(read('mutants.yaml')).toMatch(/survives:\n[\s\S]*operator: drop-guard\n\s+line: 6/);
    expect(read('notes.md')).toContain('## Bugs that this assignment does not catch');
  }, 120_000);

  it('believes what its author says of it', async () => {
    writeFileSync(join(folder(), 'mutants.yaml'), read('mutants.yaml').replace('survives:', 'equivalent:'));
    const { status, stdout } = await mutate('--json');
    const { operators, mutants } = JSON.parse(stdout) as { operators: object[]; mutants: object[] };
    expect(operators).toEqual([
      { operator: 'drop-guard', made: 1, invalid: 0, equivalent: 1, killed: 0, survived: 0, faults: 0 },
    ]);
    expect(mutants).toMatchObject([{ outcome: 'equivalent', by: 'list', file: 'lecture-256.cu', line: 6 }]);
    expect(status).toBe(0);
  }, 120_000);
});

const CASES = `
cases:
  - name: exact
    about: A multiple of every block.
    dims: { height: 64, width: 32 }
    seed: 15
hidden: []

tolerance:`;
