import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../grader/platform/root.ts';
import { resultSchema } from '../../grader/result/index.ts';

/** The built program, on a class of six with the real engine: what a TA does in a term, one step after the other. */
const BIN = join(packageRoot, 'dist', 'grader', 'cli', 'bin.js');
const SHIPPED = join(packageRoot, 'assignments', 'grayscale', 'submissions');

let root: string;
beforeAll(() => {
  expect(existsSync(BIN), 'npm run build comes first').toBe(true);
  root = mkdtempSync(join(tmpdir(), 'grade batch ü '));
  mkdirSync(join(root, 'class'));
  const files = {
    ada: 'accepted/lecture-256.cu',
    alan: 'rejected/guard-missing.cu',
    grace: 'rejected/missing-semicolon.cu',
  };
  for (const [student, file] of Object.entries(files)) {
    copyFileSync(join(SHIPPED, file), join(root, 'class', `${student}.cu`));
  }
  writeFileSync(join(root, 'class', 'zoe.cu'), Buffer.from([0x50, 0x4b, 0, 1]));
  writeFileSync(join(root, 'class', 'eve.txt'), 'my solution');
  writeFileSync(
    join(root, 'roster.csv'),
    'id,name,email,canvas_id\nada,Ada Lovelace,ada@example.org,11\nalan,Alan Turing,alan@example.org,12\ngrace,Grace Hopper,grace@example.org,13\nzoe,"=cmd|\' /C calc\'!A0",zoe@example.org,14\nmax,Max Planck,max@example.org,15\n',
  );
  writeFileSync(join(root, 'course.yaml'), 'schemaVersion: 1\ntitle: GPU Programming\nroster: roster.csv\n');
  // A copy of the assignment, which changes in the middle of the term.
  cpSync(join(packageRoot, 'assignments', 'grayscale'), join(root, 'course', 'grayscale'), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function grade(...argv: string[]) {
  const env = { ...process.env, GRADE_CACHE_DIR: join(root, 'cache'), NO_COLOR: '1' };
  return spawnSync(process.execPath, [BIN, 'batch', ...argv], { cwd: root, env, encoding: 'utf8', timeout: 200_000 });
}

const COURSE = ['--assignments', 'course'];
const resultOf = (student: string) =>
  resultSchema.parse(JSON.parse(readFileSync(join(root, 'out', 'students', student, '1', 'result.json'), 'utf8')));

describe.sequential('a term', () => {
  it('begins with a run, which grades everybody and stops for nobody', { timeout: 240_000 }, () => {
    const argv = ['run', 'grayscale', 'class', '--out', 'out', '--course', 'course.yaml', '--nvcc', 'off', ...COURSE];
    const { status, stdout, stderr } = grade(...argv);
    expect(stderr).toContain('class: a file or folder a student; 4 new');
    expect(stderr).toMatch(/graded 4\/4, 1 passed, 3 failed, .*\/s, in /);
    expect(stdout).toMatch(/grayscale\s+5\s+1\s+3\s+0\s+1/);
    expect(stdout).toContain('4 graded, 0 kept.');
    expect(status).toBe(0);
    expect(resultOf('ada')).toMatchObject({ verdict: 'passed' });
    expect(resultOf('alan').checks.find(({ id }) => id === 'guards')).toMatchObject({ status: 'failed' });
    const unreadable = resultOf('zoe');
    expect(unreadable).toMatchObject({ verdict: 'failed', responsible: 'student', score: 0 });
    expect(unreadable.checks[0]?.findings[0]?.message).toContain('The file zoe.cu is not text: NUL at byte ');
    expect(existsSync(join(root, 'out', 'students', 'ada', '1', 'report.html'))).toBe(true);
  });

  it('goes on with --resume, which grades what is new and nothing else', { timeout: 120_000 }, () => {
    const refused = grade('run', 'grayscale', 'class', '--out', 'out', ...COURSE);
    expect(refused).toMatchObject({ status: 2 });
    expect(refused.stderr).toContain('out holds a batch already. Give --resume');
    const before = readFileSync(join(root, 'out', 'students', 'alan', '1', 'result.json'));
    // The batch remembers where its assignments are.
    const { stdout, status } = grade('run', '--resume', '--out', 'out');
    expect(stdout).toContain('0 graded, 4 kept.');
    expect(status).toBe(0);
    expect(readFileSync(join(root, 'out', 'students', 'alan', '1', 'result.json'))).toEqual(before);
    writeFileSync(join(root, 'class', 'max.cu'), readFileSync(join(root, 'class', 'ada.cu')));
    const added = grade('run', 'class', '--resume', '--out', 'out', ...COURSE);
    expect(added.stderr).toContain('1 new, 4 known');
    expect(added.stdout).toContain('1 graded, 4 kept.');
  });

  it('tells one student what happened to the grade', () => {
    const { stdout, status } = grade('status', 'out', '--student', 'alan', ...COURSE);
    expect(status).toBe(0);
    expect(stdout).toMatch(/alan, grayscale: \d+ of 90, attempt 1\n {2}attempt 1: failed/);
    expect(stdout).toMatch(/Z attempt 1 was taken in by .*\n.*Z attempt 1 was graded by .*: failed, \d+ of 90/);
    expect(grade('status', 'out', '--student', 'nobody', ...COURSE)).toMatchObject({ status: 2 });
  });

  it('exports what Canvas reads, with no formula in it', () => {
    const { status, stdout } = grade('export', 'out', '--format', 'canvas,csv', '--into', 'grades', ...COURSE);
    expect(stdout).toMatch(/^canvas: .*\ncsv: /);
    expect(status).toBe(0);
    const files = readdirSync(join(root, 'grades'), { recursive: true }).map(String);
    const csv = files.filter((name) => name.endsWith('.csv'));
    expect(csv.length).toBeGreaterThanOrEqual(2);
    for (const name of csv) {
      const rows = parse(readFileSync(join(root, 'grades', name), 'utf8'), { bom: true }) as string[][];
      expect(rows.length).toBeGreaterThan(5);
      expect(rows.flat().filter((cell) => cell.startsWith('=cmd'))).toEqual([]);
    }
  });

  it('changes a grade for a changed assignment only when that is applied', { timeout: 240_000 }, () => {
    expect(grade('diff', 'out', ...COURSE).stdout).toContain(
      'Nothing would change. 5 attempts: 5 of this engine and these assignments.',
    );
    const path = join(root, 'course', 'grayscale', 'assignment.yaml');
    const spec = readFileSync(path, 'utf8');
    const changed = spec.replace(/guards: \d+/, 'guards: 15').replace(/correctness: \d+/, 'correctness: 40');
    expect(changed).not.toBe(spec);
    writeFileSync(path, changed);
    const before = resultOf('alan');
    const resumed = grade('run', '--resume', '--out', 'out', ...COURSE);
    expect(resumed.stdout).toContain(
      '5 results are of another engine or another version of the assignment, and were kept.',
    );
    const diff = grade('diff', 'out', '--json', 'diff.json');
    expect(diff.status).toBe(0);
    expect(diff.stdout).toMatch(/^5 attempts: (\d+ [a-z ]+(, )?)+\.$/m);
    expect(diff.stdout).toContain('grade batch apply out');
    expect(resultOf('alan')).toEqual(before);
    const told = JSON.parse(readFileSync(join(root, 'diff.json'), 'utf8'));
    expect(told.results).toBe(5);
    const { attempts, ...parts } = told.counts as Record<string, number>;
    expect(attempts).toBe(5);
    expect(Object.values(parts).reduce((sum, count) => sum + count, 0)).toBe(5);
    const applied = grade('apply', 'out', ...COURSE);
    expect(applied.stdout).toContain('5 results replaced');
    expect(resultOf('alan').checks.find(({ id }) => id === 'guards')?.maxScore).toBe(15);
    const kept = readdirSync(join(root, 'out', 'history', 'alan', '1'));
    expect(kept).toEqual(['0001-applied.json']);
    expect(JSON.parse(readFileSync(join(root, 'out', 'history', 'alan', '1', '0001-applied.json'), 'utf8'))).toEqual(
      before,
    );
    expect(grade('diff', 'out', ...COURSE).stdout).toContain(
      'Nothing would change. 5 attempts: 5 of this engine and these assignments.',
    );
  });
});

it('says what is wrong before anything is graded', () => {
  expect(grade('run', 'grayscale', 'nowhere').stderr).toContain('nowhere does not exist');
  expect(grade('run', 'greyscale', 'class', '--out', 'other').stderr).toContain('did you mean grayscale?');
  expect(existsSync(join(root, 'other'))).toBe(false);
  expect(grade('run', 'class', '--out', 'third').stderr).toContain('Which assignment are these for?');
  expect(grade('run').stderr).toContain('What is to be graded?');
  expect(grade('status', 'class').stderr).toContain('class holds no batch');
  const endless = grade('status', 'x'.repeat(3000));
  expect(endless.status).toBe(2);
  expect(endless.stderr).toContain('holds no batch. Give the folder');
  expect(grade('run', 'grayscale', 'class', '--jobs', 'many', '--out', 'fourth').stderr).toContain(
    'Give e.g. --jobs 4',
  );
  expect(grade('run', 'grayscale', 'class', '--sandbox', 'none').status).toBe(2);
});
