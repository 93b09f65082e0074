import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXPORT_FORMATS, exportBook } from '../../../grader/batch/export/index.ts';
import { platformNames, rememberNames } from '../../../grader/batch/feedback/index.ts';
import {
  addAll,
  BatchStore,
  Journal,
  journalKey,
  keptCourse,
  proveRecord,
  readBook,
  readOwners,
  takeIn,
  writeHead,
} from '../../../grader/batch/index.ts';
import type { Io } from '../../../grader/cli/io.ts';
import { main } from '../../../grader/cli/main.ts';
import { services } from '../../../grader/cli/services.ts';
import { loadAssignment } from '../../../grader/spec/index.ts';
import { passed } from './fixtures.ts';

const KEY = journalKey('the key of the batch', 'a secret of the tests');
const ASSIGNMENT = loadAssignment('assignments/grayscale');
const KIM = 'Kim Lee_71_assignsubmission_file_';
const ROSTER = 'id,name\nkim1,Kim Lee\nkim2,"Lee, Kim"\nada,Ada Lovelace\njon,Jonathan Smith\n';

let root: string;
let out: string;
let store: BatchStore;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'grade-owners-'));
  out = join(root, 'week3');
  const settings = { target: 'emulator', nvcc: 'off', sandbox: 'auto', sanitize: false } as const;
  store = await BatchStore.create(out, {
    assignment: 'grayscale',
    seed: '1',
    settings: { ...settings, reports: ['html'] },
  });
  writeFileSync(join(out, 'secret'), 'a secret of the tests\n');
  await store.keep({ 'course.yaml': 'schemaVersion: 1\nroster: roster.csv\nmissing: zero\n', 'roster.csv': ROSTER });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

async function importOf(input: string) {
  const journal = await Journal.open(store.path('journal.jsonl'), KEY, 'tess');
  const owners = await readOwners(store);
  const intake = await takeIn(join(root, input), {
    assignment: 'grayscale',
    assignments: ['grayscale'],
    roster: keptCourse(out).roster,
    ownerOf: (name) => owners.of('grayscale', name),
  });
  const counts = await addAll(store, journal, [...intake.handedIn, ...intake.held], new AbortController().signal);
  await writeHead(store, await journal.head(), KEY);
  await journal.close();
  return { ...counts, notes: intake.notes };
}

/** Writes a result for each attempt that would be graded. */
async function gradeAll(): Promise<void> {
  for (const { folder, owners } of await store.attempts()) {
    if (owners === null) writeFileSync(store.path(folder, 'result.json'), JSON.stringify(passed));
  }
}

const bookNow = () => readBook(store, keptCourse(out), [ASSIGNMENT]);
const points = async () =>
  Object.fromEntries((await bookNow()).grades.map(({ student, points: own, open }) => [student, open ? 'open' : own]));

async function grade(...argv: string[]) {
  const text = { stdout: '', stderr: '' };
  const output = (name: keyof typeof text) => ({
    write: (content: string | Uint8Array) => {
      text[name] += String(content);
    },
    isTTY: false,
    columns: undefined,
  });
  const io: Io = {
    stdout: output('stdout'),
    stderr: output('stderr'),
    stdin: null,
    env: { GRADE_BY: 'anna' },
    cwd: root,
    signal: new AbortController().signal,
  };
  const status = await main(['batch', ...argv], io, services);
  return { status, ...text };
}

const idOf = async (name: string): Promise<string> =>
  /^([0-9a-f]{8}) /m.exec(
    (await grade('review', out)).stdout.split('\n').find((line) => line.includes(name)) ?? '',
  )?.[1] ?? '';

describe('a hand-in under the name of two students', () => {
  beforeEach(async () => {
    put({ [`in/${KIM}/gray.cu`]: 'kim', 'in/Ada Lovelace_72_assignsubmission_file_/gray.cu': 'ada' });
    await importOf('in');
    await gradeAll();
  });

  it('is a zero of nobody, in no export', async () => {
    expect(await points()).toEqual({ ada: passed.score, jon: 0, kim1: 'open', kim2: 'open' });
    const book = await bookNow();
    for (const format of EXPORT_FORMATS) {
      const text = exportBook(book, format)
        .filter(({ fileName }) => !fileName.endsWith('-notes.txt'))
        .map(({ content }) => content)
        .join('\n');
      for (const line of text.split('\n').filter((one) => /kim[12]|Lee/.test(one))) {
        expect(line, format).not.toMatch(/(^|[,>" ])0(\.0+)?([,<" ]|$)/);
      }
    }
  });

  it('is named by status, and review has the command that decides it', async () => {
    expect((await grade('status', out)).stdout).toContain(
      'held: "Kim Lee_71", grayscale (students/Kim%20Lee_71/1): of kim1 or kim2.',
    );
    const { stdout } = await grade('review', out);
    expect(stdout).toContain('whose is it: "Kim Lee_71" (students/Kim%20Lee_71/1) can be that of kim1 or kim2');
    expect(stdout).toMatch(/--decide [0-9a-f]{8} --owner kim1 --reason/);
  });

  it('counts for the student to whom staff give it, now and in later downloads', async () => {
    const { status, stderr } = await grade(
      'review',
      out,
      '--decide',
      await idOf('Kim Lee_71'),
      '--owner',
      'kim2',
      '--reason',
      'asked',
    );
    expect([status, stderr]).toEqual([0, '']);
    await gradeAll();
    expect(await points()).toEqual({ ada: passed.score, jon: 0, kim1: 0, kim2: passed.score });
    expect((await proveRecord(store, [KEY])).problems.filter((one) => !one.includes('result.json'))).toEqual([]);
    await rememberNames(store, [{ student: 'Kim Lee_71', assignment: 'grayscale', from: KIM, file: null }]);
    expect(await platformNames(store)).toMatchObject([{ platform: 'moodle', student: 'kim2', name: 'Kim Lee_71' }]);
    expect((await grade('status', out, '--student', 'kim2')).stdout).toContain('was given to kim2 by anna');
    expect(await importOf('in')).toMatchObject({ added: 0, known: 2, notes: [] });
    put({ [`in/${KIM}/gray.cu`]: 'kim again' });
    expect(await importOf('in')).toMatchObject({ added: 1 });
    expect((await store.attempts()).map(({ student, attempt }) => `${student} ${attempt}`)).toEqual([
      'ada 1',
      'kim2 1',
      'kim2 2',
    ]);
  });

  it('counts for each member of a group, now and in later downloads', async () => {
    const id = await idOf('Kim Lee_71');
    expect((await grade('review', out)).stdout).toContain(
      `--decide ${id} --owner kim1 --owner kim2 --reason "they worked together"`,
    );
    const given = ['--decide', id, '--owner', 'kim1', '--owner', 'kim2', '--reason', 'a group'];
    const { status, stdout } = await grade('review', out, ...given);
    expect(status).toBe(0);
    expect(stdout).toContain(`"Kim Lee_71" is kim1's and kim2's: students/kim1/1, students/kim2/1.`);
    await gradeAll();
    expect(await points()).toEqual({ ada: passed.score, jon: 0, kim1: passed.score, kim2: passed.score });
    expect((await proveRecord(store, [KEY])).problems.filter((one) => !one.includes('result.json'))).toEqual([]);
    expect(await importOf('in')).toMatchObject({ added: 0, known: 3, notes: [] });
    put({ [`in/${KIM}/gray.cu`]: 'kim again' });
    expect(await importOf('in')).toMatchObject({ added: 2 });
    await grade('forget', out, '--student', 'kim1', '--reason', 'left');
    expect(await importOf('in')).toMatchObject({ added: 0, known: 2 });
  });

  it('is settled by a manifest that names its file', async () => {
    put({ 'in/m.csv': `student,file\nkim1,${KIM}/gray.cu\n` });
    await importOf('in/m.csv');
    await gradeAll();
    expect(await points()).toEqual({ ada: passed.score, jon: 0, kim1: passed.score, kim2: 0 });
  });

  it('is not forgotten with one of the students, nor decided by points', async () => {
    expect((await grade('forget', out, '--student', 'kim1', '--reason', 'left')).stderr).toContain(
      'can be that of kim1. Say whose it is first',
    );
    const id = await idOf('Kim Lee_71');
    expect((await grade('review', out, '--decide', id, '--set', '5', '--reason', 'x')).stderr).toContain(
      'Give --owner STUDENT or --nobody',
    );
    expect(await points()).toMatchObject({ kim1: 'open', kim2: 'open' });
  });

  it('is forgotten with the student to whom it was given', async () => {
    await grade('review', out, '--decide', await idOf('Kim Lee_71'), '--owner', 'kim2', '--reason', 'asked');
    expect((await grade('forget', out, '--student', 'kim2', '--reason', 'left')).status).toBe(0);
    expect(readFileSync(join(out, 'journal.jsonl'), 'utf8')).not.toContain('kim2');
    expect(readFileSync(join(out, 'journal.jsonl'), 'utf8')).not.toContain('Kim%20Lee_71');
    expect(readFileSync(join(out, 'owners.json'), 'utf8')).not.toContain('Kim');
  });
});

describe('two hand-ins under one name', () => {
  it('leave the grade open until staff say whose they are', async () => {
    put({ 'in/Ada Lovelace_1_assignsubmission_file_/a.cu': 'a', 'in/Ada Lovelace_2_assignsubmission_file_/a.cu': 'b' });
    await importOf('in');
    // One of them can be that of a student who has handed in nothing under the own name.
    expect(await points()).toEqual({ ada: 'open', jon: 'open', kim1: 'open', kim2: 'open' });
    await grade('review', out, '--decide', await idOf('Lovelace_1'), '--owner', 'ada', '--reason', 'asked');
    await grade('review', out, '--decide', await idOf('Lovelace_2'), '--nobody', '--reason', 'asked');
    await gradeAll();
    expect(await points()).toMatchObject({ ada: passed.score, jon: 0, kim1: 0, kim2: 0 });
    expect(await importOf('in')).toMatchObject({ added: 0, known: 2 });
  });
});

describe('a hand-in under a name that the roster does not know', () => {
  beforeEach(async () => {
    put({ 'in/Jon Smith_5_assignsubmission_file_/a.cu': 'j', 'in/Ada Lovelace_2_assignsubmission_file_/a.cu': 'b' });
    await importOf('in');
    await gradeAll();
  });

  it('keeps a zero for nothing handed in from students whose it can be', async () => {
    expect(await points()).toMatchObject({ ada: passed.score, jon: 'open', kim1: 'open' });
    expect((await grade('status', out)).stdout).toContain('"Jon Smith" is of no student in the roster');
  });

  it('is given to its student', async () => {
    const id = await idOf('"Jon Smith"');
    await grade('review', out, '--decide', id, '--owner', 'jon', '--reason', 'asked');
    await gradeAll();
    expect(await points()).toEqual({ ada: passed.score, jon: passed.score, kim1: 0, kim2: 0 });
    expect(await importOf('in')).toMatchObject({ added: 0 });
  });

  it('costs nothing more if staff say that it is of nobody', async () => {
    await grade('review', out, '--decide', await idOf('"Jon Smith"'), '--nobody', '--reason', 'a guest');
    expect(await points()).toMatchObject({ jon: 0, kim1: 0, 'Jon Smith': passed.score });
  });
});
