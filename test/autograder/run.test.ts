import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drawnForNow } from '../../grader/autograder/metadata.ts';
import { type GradeEnd, runAutograder } from '../../grader/autograder/run.ts';
import { noPosix } from '../posix.ts';
import { gradescopeSchema } from '../report/readers.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grade-autograder-run-'));
  mkdirSync(join(root, 'submission'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Runs on files that were handed in, with a grader that ends so. */
async function run(
  files: Readonly<Record<string, string | Uint8Array>>,
  end: Partial<GradeEnd> & { report?: unknown } = {},
) {
  const graded: string[] = [];
  const log: string[] = [];
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, 'submission', name)), { recursive: true });
    writeFileSync(join(root, 'submission', name), content);
  }
  await runAutograder(
    root,
    async (file, reportDir) => {
      graded.push(file);
      mkdirSync(reportDir);
      if (end.report !== undefined) writeFileSync(join(reportDir, 'gradescope.json'), JSON.stringify(end.report));
      return { status: end.status === undefined ? 0 : end.status, reason: end.reason ?? null };
    },
    (line) => log.push(line),
  );
  const result = gradescopeSchema.parse(JSON.parse(readFileSync(join(root, 'results', 'results.json'), 'utf8')));
  return { result, graded, log };
}

describe('results.json', () => {
  it('is the report of the one CUDA file, wherever in the archive it lies', async () => {
    const files = { 'lab 1/gray.cu': '// mine', 'lab 1/notes.txt': 'x', '__MACOSX/._gray.cu': 'x', '.git/old.cu': 'x' };
    const { result, graded } = await run(files, { report: { score: 70 } });
    expect(graded).toEqual([join(root, 'submission', 'lab 1/gray.cu')]);
    expect(result).toEqual({ score: 70 });
  });

  it.each([
    ['nothing', {}, /No \.cu file/],
    ['two files', { 'a.cu': 'x', 'b/b.cu': 'x' }, /a\.cu, b\/b\.cu/],
    ['an empty file', { 'a.cu': ' \n' }, /^a\.cu is empty/],
    ['a program', { 'a.cu': new Uint8Array([127, 69, 0]) }, /^a\.cu is not text: NUL at byte 3\./],
  ])('is 0 with a word of what to do for %s', async (_, files, words) => {
    const { result, graded } = await run(files);
    expect(graded).toEqual([]);
    expect(result.score).toBe(0);
    expect(result.output).toMatch(words);
  });

  it.skipIf(noPosix !== null)('quotes a file name as it is, whatever is in it', async () => {
    const { result } = await run({ "a$&$'b.cu": new Uint8Array([127, 69, 0]) });
    expect(result.output).toMatch(/^a\\?\$&(amp;)?\\?\$'b\.cu is not text/);
  });

  it.skipIf(noPosix !== null)('ignores a link, also to what the package keeps from students', async () => {
    mkdirSync(join(root, 'source'));
    writeFileSync(join(root, 'source', 'secret'), 'the secret');
    symlinkSync(join(root, 'source', 'secret'), join(root, 'submission', 'mine.cu'));
    const { result, graded } = await run({});
    expect(graded).toEqual([]);
    expect(result).toMatchObject({ score: 0, output: expect.stringContaining('No .cu file') });
  });

  it('ignores files that are named like those of the grader', async () => {
    const forged = JSON.stringify({ score: 999 });
    const { result, graded } = await run(
      {
        'x.cu': '// mine',
        'results/results.json': forged,
        'gradescope.json': forged,
        'autograder.json': JSON.stringify({ schemaVersion: 1, assignment: 'x' }),
        'grade.config.yaml': 'schemaVersion: 1',
        'package.json': '{"scripts":{}}',
        'source/main.js': 'process.exit(0)',
      },
      { report: { score: 70 } },
    );
    expect(graded).toEqual([join(root, 'submission', 'x.cu')]);
    expect(result).toEqual({ score: 70 });
  });

  it.skipIf(noPosix !== null).each(['x.cu/--help.cu', 'a\n# <script>.cu', '-o.cu'])(
    'grades a file by its whole path: %j',
    async (name) => {
      const { result, graded } = await run({ [name]: '// mine' }, { report: { score: 70 } });
      expect(graded).toEqual([join(root, 'submission', name)]);
      expect(result).toEqual({ score: 70 });
    },
  );

  it('names few of many files', async () => {
    const { result, graded } = await run(
      Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`n${index}<b>*x*.cu`, ''])),
    );
    expect(graded).toEqual([]);
    expect(result.output).toContain('There are 2,000 .cu files');
    expect(result.output?.length).toBeLessThan(500);
  });

  it.skipIf(noPosix !== null)('passes over folders that no path can name', async () => {
    const name = 'd'.repeat(200);
    const script = 'for i in $(seq 30); do mkdir "$1" && cd "$1"; done; : > deep.cu';
    const made = spawnSync('bash', ['-c', script, 'bash', name], { cwd: join(root, 'submission') });
    expect(made.status).toBe(0);
    const graded = await run({ 'a.cu': '// mine' }, { report: { score: 70 } });
    rmSync(join(root, 'submission', 'a.cu'));
    const alone = await run({});
    spawnSync('rm', ['-rf', name], { cwd: join(root, 'submission') });
    expect(graded.result).toEqual({ score: 70 });
    expect(alone.result).toMatchObject({ score: 0, output: expect.stringContaining('No .cu file') });
  });

  it.each<[string, Partial<GradeEnd>]>([
    ['was killed', { status: null, reason: 'killed' }],
    ['was stopped', { status: 130 }],
    ['found the assignment broken', { status: 2 }],
    ['left no report', { status: 0 }],
  ])('has no score where the grader %s', async (_, end) => {
    const { result, log } = await run({ 'a.cu': 'x' }, end);
    expect(result.score).toBeUndefined();
    expect(result.output).toContain('costs no points');
    expect(result.output).toMatch(end.status === 2 ? /the assignment itself/ : /the machine that grades/);
    expect(log).not.toEqual([]);
  });

  it('is never the report of an earlier run', async () => {
    expect((await run({ 'a.cu': 'x' }, { report: { score: 90 } })).result.score).toBe(90);
    expect((await run({ 'a.cu': 'x' })).result.score).toBeUndefined();
  });

  it('shows names as text', async () => {
    const { result } = await run({ '<b>a</b>\u202e.cu': 'x', 'b.cu': 'x' });
    expect(result.output).not.toMatch(/<b>|\u202e/);
  });

  it('tells staff when it was handed in, and is the same without', async () => {
    const metadata = (value: unknown): void =>
      writeFileSync(join(root, 'submission_metadata.json'), JSON.stringify(value));
    metadata({ id: 1, created_at: '2026-10-02T00:00:01Z', assignment: { due_date: '2026-10-02T00:00:00Z' } });
    const late = await run({ 'a.cu': 'x' }, { report: { score: 9, extra_data: { verdict: 'passed' } } });
    expect(late.result.extra_data).toMatchObject({ verdict: 'passed', submission: { id: 1, lateSeconds: 1 } });
    expect(late.result.score).toBe(9);
    metadata({ created_at: 'some time ago' });
    expect((await run({ 'a.cu': 'x' }, { report: { score: 9 } })).result).toEqual({ score: 9 });
  });
});

describe('hidden cases', () => {
  const at = (text: string) => Date.parse(text);
  const drawn = (metadata: unknown, now: string) => {
    const path = join(mkdtempSync(join(tmpdir(), 'grade-due-')), 'submission_metadata.json');
    if (metadata !== undefined) writeFileSync(path, JSON.stringify(metadata));
    return drawnForNow(path, at(now));
  };
  const DUE = { due_date: '2026-10-14T23:59:00+02:00', late_due_date: '2026-10-16T23:59:00+02:00' };
  const EXTENDED = { due_date: '2026-10-20T23:59:00+02:00', late_due_date: null };

  it.each([
    ['before the due date', { assignment: DUE }, '2026-10-14T12:00:00Z', 'feedback'],
    ['while late hand-ins are taken', { assignment: DUE }, '2026-10-15T12:00:00Z', 'feedback'],
    ['after the last due date', { assignment: DUE }, '2026-10-17T12:00:00Z', 'grade'],
    [
      'before an extension ends',
      { assignment: DUE, users: [{ assignment: EXTENDED }] },
      '2026-10-17T12:00:00Z',
      'feedback',
    ],
    ['after an extension', { assignment: DUE, users: [{ assignment: EXTENDED }] }, '2026-10-21T12:00:00Z', 'grade'],
    ['without a due date', { assignment: { due_date: null } }, '2026-10-21T12:00:00Z', 'feedback'],
    ['with a date that is none', { assignment: { due_date: 'soon' } }, '2026-10-21T12:00:00Z', 'feedback'],
    ['without metadata', undefined, '2026-10-21T12:00:00Z', 'feedback'],
  ])('are drawn %s for the right purpose', (_, metadata, now, purpose) => {
    expect(drawn(metadata, now)).toBe(purpose);
  });
});
