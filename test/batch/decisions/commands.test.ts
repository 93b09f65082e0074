import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addAll, type BatchStore, Journal, takeIn } from '../../../grader/batch/index.ts';
import type { Io } from '../../../grader/cli/io.ts';
import { main } from '../../../grader/cli/main.ts';
import { services } from '../../../grader/cli/services.ts';
import { AT, taken } from '../taken.ts';
import { broken, failed, KEY, makeBatch, passed } from './fixtures.ts';

let root: string;
let out: string;
let store: BatchStore;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'grade decisions '));
  out = join(root, 'week 3');
  store = await makeBatch(
    out,
    [
      { student: 'ada', result: passed },
      { student: 'ben', result: failed },
      { student: 'cem', result: broken },
      { student: 'dan', result: broken },
      { student: 'eve', result: broken, source: '// another file\n' },
    ],
    {
      'course.yaml':
        'schemaVersion: 1\nroster: roster.csv\nextensions:\n  - { student: ben, due: 2026-10-20T12:00:00+02:00 }\n',
      'roster.csv': 'id,name\nada,Ada\nben,Ben\ncem,Cem\ndan,Dan\neve,Eve\nfay,Fay\n',
    },
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

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

const json = async (...argv: string[]) => JSON.parse((await grade(...argv, '--json', '-')).stdout);
const gradeOf = async (student: string) => (await json('status', out, '--student', student)).grades[0];
const read = (...parts: string[]) => readFileSync(join(out, ...parts), 'utf8');

describe('grade batch override', () => {
  it('takes a file in once, and reports how grades change', async () => {
    writeFileSync(join(root, 'o.csv'), 'student,set,excused,comment\nben,80,,Nearly right\nfay,,yes,\n');
    const { stdout, status } = await grade('override', out, join(root, 'o.csv'));
    expect(status).toBe(0);
    expect(stdout).toContain('ben, grayscale: 70 -> 80\n');
    expect(stdout).toContain('fay, grayscale: none -> excused\n');
    expect(stdout).toContain('2 new decisions; 2 grades changed.');
    const again = await grade('override', out, join(root, 'o.csv'));
    expect(again.stdout).toBe('0 new decisions, 2 known; 0 grades changed.\n');
    expect(await gradeOf('ben')).toMatchObject({ points: 80, computed: 70 });
  });

  it('writes down who took a decision of a file, and when', async () => {
    const file = join(root, 'o.csv');
    writeFileSync(file, 'student,set,reason,by,date\nben,80,looked,,\nada,85,asked,prof,2026-01-31\n');
    await grade('override', out, file, '--by', 'tess');
    expect(read('overrides.csv')).toMatch(
      /^ben,,80,,,,looked,tess,\d{4}-\d\d-\d\dT[\d:.]+Z,\nada,,85,,,,asked,prof,2026-01-31,$/m,
    );
    const { stdout } = await grade('status', out, '--student', 'ada');
    expect(stdout).toContain('a decision was taken by prof on 2026-01-31, recorded by tess: 85 points');
    expect((await grade('override', out, file)).stdout).toContain('0 new decisions, 2 known');
    writeFileSync(file, 'student,set,reason,by\nben,80,looked,tess\nben,80,looked,uma\n');
    expect((await grade('override', out, file)).stdout).toContain('1 new decision, 1 known');
  });

  it('tells what happened to an attempt whose folder somebody removed', async () => {
    rmSync(join(out, 'students/ben/1'), { recursive: true });
    const { stdout } = await grade('status', out, '--student', 'ben');
    expect(stdout).toContain('students/ben/1 was removed by hand, and does not count. Restore it from a backup.');
    expect(stdout).toMatch(/students\/ben\/1 was taken in by/);
  });

  it('writes decisions into the report, keeps its time, and removes them again', async () => {
    const path = join(out, 'students/ben/1/report.html');
    const before = { text: readFileSync(path, 'utf8'), time: statSync(path).mtime.getTime() };
    await grade('override', out, '--student', 'ben', '--set', '80', '--reason', 'looked', '--comment', 'a < b & <b>');
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('<p>Your course staff decided on 80 points of 90. The grader computed 70.</p>');
    expect(text).toContain('<p>Comment of your course staff: a &lt; b &amp; &lt;b&gt;</p>');
    expect(read('students/ben/1/report.md')).toContain('> Your course staff decided on 80 points of 90');
    expect(statSync(path).mtime.getTime()).toBe(before.time);
    rmSync(join(out, 'overrides.csv'));
    await grade('override', out, '--student', 'ada', '--add', '1', '--reason', 'bonus');
    expect(readFileSync(path, 'utf8')).toBe(before.text);
    expect((await grade('status', out, '--student', 'ben')).stdout).toContain(
      'a decision was withdrawn by anna: 80 points',
    );
  });

  it('shows which decision counts, and each comment once', async () => {
    await grade('override', out, '--student', 'ben', '--set', '80', '--reason', 'a', '--comment', 'Well done');
    await grade('override', out, '--student', 'ben', '--set', '85', '--reason', 'b', '--comment', 'Well done');
    const { stdout } = await grade('status', out, '--student', 'ben');
    expect(stdout).toContain(
      'decision: 80 points, comment to the student: "Well done" (replaced by a later decision)\n',
    );
    expect(stdout).toContain('decision: 85 points, comment to the student: "Well done"\n');
    expect(stdout).not.toContain('Results that were replaced');
    expect(read('students/ben/1/report.html').split('Well done')).toHaveLength(2);
  });

  it('says in status that the course made the grade of nothing handed in', async () => {
    const course = (rule: string) =>
      writeFileSync(
        join(out, 'course.yaml'),
        `schemaVersion: 1\nroster: roster.csv\nmissing: ${rule}\nassignments: { grayscale: { due: 2020-10-14T23:59:00Z } }\n`,
      );
    course('zero');
    expect((await grade('status', out, '--student', 'fay')).stdout).toContain(
      'nothing was handed in by the due date; `missing: zero` in course.yaml gives 0 points',
    );
    course('excused');
    expect((await grade('status', out, '--student', 'fay')).stdout).toContain(
      '`missing: excused` in course.yaml excuses',
    );
    course('empty');
    expect((await grade('status', out, '--student', 'fay')).stdout).not.toContain('missing:');
  });

  it('shows a student of an open grade that it waits for review', async () => {
    await grade('override', out, '--student', 'ben', '--comment', 'x', '--reason', 'y');
    expect(read('students/cem/1/report.html')).toContain('waiting for review by your course staff');
    expect(read('students/ada/1/report.html')).not.toContain('course staff');
  });

  it('names who decides with --by, and takes an answer after --excused', async () => {
    const decide = (...more: string[]) => grade('override', out, '--student', 'ben', '--reason', 'x', ...more);
    expect((await decide('--excused', 'yes', '--by', 'tess')).status).toBe(0);
    expect((await gradeOf('ben')).isExcused).toBe(true);
    expect(read('overrides.csv')).toContain(',tess,');
    expect((await grade('status', out, '--student', 'ben')).stdout).toContain('a decision was taken by tess');
    expect((await decide('--excused', 'no')).status).toBe(0);
    expect(await gradeOf('ben')).toMatchObject({ isExcused: false, points: 70 });
    const { status, stderr } = await decide('--excused', 'true');
    expect(status).toBe(2);
    expect(stderr).toContain('Allowed choices are yes, no');
    expect((await decide('--excused')).status).toBe(0);
  });

  it.each([
    [['--student', 'nobody', '--set', '1', '--reason', 'x'], 'There is no student "nobody"'],
    [['--student', 'ben', '--set', '1'], 'Give --reason'],
    [['--student', 'ben', '--reason', 'x'], 'What is decided?'],
    [['--student', 'ben', '--set', '80,5', '--reason', 'x'], '--set "80,5" has a comma. Give a point: --set 80.5.'],
    [['--student', 'ben', '--set', '1', '--until', '2020-01-01', '--reason', 'x'], '--until 2020-01-01 has passed'],
    [['--student', 'ben', '--set', 'x1', '--reason', 'x'], '--set "x1" is not a number of points'],
    [
      ['--student', 'ben', '--set', '1', '--assignment', 'matmul', '--reason', 'x'],
      'This batch has no assignment "matmul"',
    ],
    [['--set', '1', '--reason', 'x'], 'Whose grade?'],
  ])('refuses %s and changes nothing', async (argv, message) => {
    const { status, stderr } = await grade('override', out, ...argv);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(existsSync(join(out, 'overrides.csv'))).toBe(false);
  });

  it('reports every mistake of a file with its line', async () => {
    writeFileSync(join(root, 'o.csv'), 'student,set\nben,x\nzed,5\n');
    const { status, stderr } = await grade('override', out, join(root, 'o.csv'));
    expect(status).toBe(2);
    expect(stderr).toContain('o.csv:2: set is "x"');
    expect(stderr).toContain('o.csv:3: there is no student "zed"');
  });

  it('notes points above the total, and rows for students that there are not', async () => {
    const { stderr } = await grade('override', out, '--student', 'ben', '--set', '900', '--reason', 'x');
    expect(stderr).toContain('note: ben, grayscale: 900 points are more than the total, 90.');
    writeFileSync(join(out, 'overrides.csv'), `${read('overrides.csv')}zoe,,5,,,,,,,\n`);
    const stray = 'overrides.csv:3: there is no student "zoe". The decision has no effect.';
    expect((await grade('status', out)).stdout).toContain(`note: ${stray}`);
    // A decision that a person typed is not lost without a word when grades leave the batch.
    expect((await grade('export', out, '--format', 'csv')).stderr).toContain(`warning: ${stray}`);
  });

  it('is shown in every export', async () => {
    await grade('override', out, '--student', 'ben', '--set', '80', '--reason', 'x', '--comment', 'Nearly right');
    await grade('override', out, '--student', 'fay', '--excused', '--reason', 'ill');
    const { stdout } = await grade(
      'export',
      out,
      '--format',
      'csv,gradescope,prairielearn,junit,github',
      '--into',
      join(root, 'e'),
    );
    const mac = /the last signature is ([0-9a-f]{64})/.exec(stdout)?.[1] ?? '';
    expect(readFileSync(join(root, 'e', 'journal-head.txt'), 'utf8')).toContain(mac);
    const all = readdirSync(join(root, 'e'), { recursive: true }).map(String);
    const file = (part: string) =>
      readFileSync(join(root, 'e', all.find((name) => name.endsWith(part)) ?? part), 'utf8');
    expect(file('grades.csv')).toMatch(/^ben,.*,80,.*Nearly right$/m);
    expect(file('grades.csv')).toMatch(/^fay,.*,yes,/m);
    expect(JSON.parse(file('gradescope.grayscale.ben.json'))).toMatchObject({ score: 80 });
    expect(file('gradescope.grayscale.ben.json')).toContain('Nearly right');
    expect(JSON.parse(file('prairielearn.grayscale.ben.json')).score).toBeCloseTo(80 / 90);
    expect(file('junit.xml')).toContain('80 of 90 points.');
    expect((await grade('status', out, '--verify', '--head', mac)).status).toBe(0);
  });
});

describe('grade batch review', () => {
  it('puts equal sources and reasons together, and decides about them together', async () => {
    const { groups } = await json('review', out);
    expect(groups.map(({ grades }: { grades: { student: string }[] }) => grades.map(({ student }) => student))).toEqual(
      [['cem', 'dan'], ['eve']],
    );
    const { stdout, status } = await grade(
      'review',
      out,
      '--decide',
      groups[0].id,
      '--set',
      '60',
      '--reason',
      'ran it on a GPU',
    );
    expect(status).toBe(0);
    expect(stdout).toContain('cem, grayscale: none -> 60\ndan, grayscale: none -> 60\n');
    expect(await gradeOf('dan')).toMatchObject({ points: 60, open: null });
    expect((await json('review', out)).groups).toHaveLength(1);
  });

  it('takes requests in once, and settles them by a decision', async () => {
    writeFileSync(join(root, 'r.csv'), 'student,message\nben,"Line 5 is right, please look"\n');
    const { stdout } = await grade('review', out, '--requests', join(root, 'r.csv'));
    expect(stdout).toMatch(
      /^[0-9a-f]{8} {2}grayscale, a student asks to look again: Line 5 is right, please look\n {2}ben /,
    );
    expect((await grade('review', out, '--requests', join(root, 'r.csv'))).stderr).toContain('0 new requests');
    const id = stdout.slice(0, 8);
    const upheld = await grade('review', out, '--decide', id, '--uphold', '--reason', 'it is not');
    expect(upheld.stdout).toContain('ben, grayscale: the grade stands');
    expect(await gradeOf('ben')).toMatchObject({ points: 70 });
    expect((await grade('review', out)).stdout).not.toContain('asks to look again');
    const story = (await grade('status', out, '--student', 'ben')).stdout;
    expect(story).toMatch(
      /was taken in by anna[\s\S]*was graded by engine 1 on the emulator: failed, 70 of 90[\s\S]*asked to look again[\s\S]*the grade stands\. Reason: "it is not"/,
    );
  });

  it('takes the good rows of a table of requests, and names the others', async () => {
    const table = 'student,assignment,message\nben,,Please look\nzed,,Me too\ncem,gray,x\n,,y\ndan,grayscale,z\n';
    writeFileSync(join(root, 'requests.csv'), table);
    const path = join(root, 'requests.csv');
    const { status, stderr } = await grade('review', out, '--requests', path);
    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([
      `${path}: 2 new requests`,
      `error: ${path}:3: there is no student "zed"; left out.`,
      `error: ${path}:4: there is no assignment "gray"; left out.`,
      `error: ${path}:5: student is empty; left out.`,
    ]);
    expect(read('regrade-requests.csv')).toContain('Please look');
    expect(read('regrade-requests.csv')).not.toContain('zed');
  });

  it('writes a table that can be filled in and imported', async () => {
    await grade('review', out, '--csv', join(root, 'review.csv'));
    const table = readFileSync(join(root, 'review.csv'), 'utf8');
    writeFileSync(join(root, 'review.csv'), table.replace('cem,grayscale,,', 'cem,grayscale,55,'));
    const { stdout } = await grade('override', out, join(root, 'review.csv'));
    expect(stdout).toContain('1 new decision; 1 grade changed.');
    expect(await gradeOf('cem')).toMatchObject({ points: 55 });
  });

  it('keeps an open grade to which points are added, or a comment', async () => {
    for (const given of [
      ['--add', '5'],
      ['--comment', 'We look at it.'],
    ]) {
      await grade('override', out, '--student', 'eve', ...given, '--reason', 'x');
      const groups = (await json('review', out)).groups as { grades: { student: string }[] }[];
      expect(groups.flatMap(({ grades }) => grades.map(({ student }) => student))).toContain('eve');
    }
    await grade('override', out, '--student', 'eve', '--set', '5', '--reason', 'x');
    expect((await grade('review', out)).stdout).not.toContain('eve');
  });

  it('decides about the same files of several students together', async () => {
    const problem = { kind: 'undecided', text: '2 files can be the source: a.cu, b.cu.' } as const;
    const hand = (student: string, a: string, b: string) => {
      const files = [a, b].map((text, index) => ({
        name: ['a.cu', 'b.cu'][index] as string,
        bytes: Buffer.from(text),
      }));
      const given = { source: null, problem, handedIn: files, candidates: files.map(({ bytes }) => bytes) };
      return store.add(taken(student, '', given), AT);
    };
    for (const student of ['fay', 'ben', 'ada']) await hand(student, '// one\n', '// two\n');
    await hand('eve', '// two\n', '// one\n');
    const groups = ((await json('review', out)).groups as { id: string; kind: string; grades: { student: string }[] }[])
      .filter(({ kind }) => kind === 'file')
      .map(({ id, grades }) => ({ id, students: grades.map(({ student }) => student) }));
    expect(groups.map(({ students }) => students)).toEqual([['ada', 'ben', 'fay'], ['eve']]);
    const decided = await grade('review', out, '--decide', groups[0]?.id ?? '', '--file', 'b.cu', '--reason', 'asked');
    expect(decided.stdout.match(/: b\.cu counts\./g)).toHaveLength(3);
  });

  it('grades again if staff choose another file of a hand-in', async () => {
    const problem = { kind: 'undecided', text: '2 files can be the source: a.cu, b.cu.' } as const;
    const files = ['a.cu', 'b.cu'].map((name) => ({ name, bytes: Buffer.from(name) }));
    const given = { source: null, problem, handedIn: files, candidates: files.map(({ bytes }) => bytes) };
    const { folder } = await store.add(taken('fay', '', given), AT);
    const { id } = ((await json('review', out)).groups as { id: string; kind: string }[]).find(
      ({ kind }) => kind === 'file',
    ) ?? { id: '' };
    const choose = (group: string, file: string) =>
      grade('review', out, '--decide', group, '--file', file, '--reason', 'asked');
    expect((await choose(id, 'c.cu')).stderr).toContain('has no file "c.cu". It has: a.cu, b.cu.');
    expect((await choose(id, 'a.cu')).stdout).toContain(`${folder}: a.cu counts.`);
    writeFileSync(store.path(folder, 'result.json'), JSON.stringify(passed));
    expect((await gradeOf('fay')).points).toBe(passed.score);
    writeFileSync(join(root, 'b.cu'), 'b.cu');
    writeFileSync(join(root, 'm.csv'), 'student,file\nfay,b.cu\n');
    const [row] = (
      await takeIn(join(root, 'm.csv'), { assignment: 'grayscale', assignments: ['grayscale'], roster: null })
    ).handedIn;
    const journal = await Journal.open(store.path('journal.jsonl'), KEY, 'anna');
    expect(await addAll(store, journal, row ? [row] : [], new AbortController().signal)).toMatchObject({ decided: 1 });
    await journal.close();
    expect(await gradeOf('fay')).toMatchObject({
      points: null,
      open: 'attempt 1: not graded yet',
      openCause: 'ungraded',
    });
    expect(readdirSync(store.path('history', 'fay', '1'))).toEqual(['0001-replaced.json']);
    expect(existsSync(store.path(folder, 'a.cu'))).toBe(false);
  });

  it('does not uphold a grade that is open', async () => {
    const { groups } = await json('review', out);
    const { status, stderr } = await grade('review', out, '--decide', groups[0].id, '--uphold', '--reason', 'x');
    expect(status).toBe(2);
    expect(stderr).toContain('has open grades, which have no points to uphold');
    expect((await grade('review', out)).stdout).not.toContain('--uphold');
  });

  it('refuses a group that there is not', async () => {
    expect(await grade('review', out, '--decide', '00000000', '--uphold', '--reason', 'x')).toMatchObject({
      status: 2,
    });
  });
});

describe('grade batch forget', () => {
  it('removes everything about a student, and the journal still verifies', async () => {
    await grade('override', out, '--student', 'ben', '--set', '80', '--reason', 'because of ben');
    await grade('override', out, '--student', 'ada', '--add', '1', '--reason', 'bonus');
    const names = ['ada', 'ben'].map((student) => ({
      platform: 'canvas',
      assignment: 'grayscale',
      student,
      name: `${student}_1_2`,
    }));
    writeFileSync(join(out, 'platform-names.json'), JSON.stringify({ schemaVersion: 1, names }));
    await grade('export', out, '--format', 'csv');
    const { status, stdout } = await grade('forget', out, '--student', 'ben', '--reason', 'left the course');
    expect(status).toBe(0);
    expect(stdout).toContain('All that this batch had of ben is removed');
    const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const entry of files) {
      const path = join(entry.parentPath, entry.name);
      expect(`${path.slice(out.length)}\n${readFileSync(path, 'utf8')}`).not.toMatch(/\bben\b/i);
    }
    const verified = await grade('status', out, '--verify');
    expect(verified.stdout).toContain('are as grade wrote them.');
    expect(verified.status).toBe(0);
    expect(await gradeOf('ada')).toMatchObject({ points: 91 });
    expect(store.batch.schemaVersion).toBe(1);
  });

  it('does not hide a line that somebody else removed', async () => {
    await grade('forget', out, '--student', 'ben', '--reason', 'left');
    const path = join(out, 'journal.jsonl');
    const lines = readFileSync(path, 'utf8').split('\n');
    const at = lines.findIndex((line) => line.includes('students/ada/1'));
    const mac = /"mac":"([0-9a-f]+)"/.exec(lines[at] ?? '')?.[1];
    lines[at] = JSON.stringify({ at: 'x', event: 'removed', mac });
    writeFileSync(path, lines.join('\n'));
    const { status, stdout } = await grade('status', out, '--verify');
    expect(status).toBe(1);
    expect(stdout).toContain(`line ${at + 1} was removed`);
  });

  it('suggests the student who was probably meant', async () => {
    for (const [command, ...more] of [
      ['status'],
      ['forget', '--reason', 'x'],
      ['override', '--set', '1', '--reason', 'x'],
    ] as const) {
      const { status, stderr } = await grade(command, out, '--student', 'Ada', ...more);
      expect([status, stderr]).toEqual([
        2,
        expect.stringContaining('There is no student "Ada" in this batch. Did you mean ada?'),
      ]);
    }
  });

  it('refuses a student whom the batch does not know', async () => {
    expect(await grade('forget', out, '--student', 'zed', '--reason', 'x')).toMatchObject({ status: 2 });
  });
});

describe('grade batch status --verify', () => {
  /** Every file of the batch's folder, from it. */
  const files = () =>
    readdirSync(out, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(out.length + 1))
      .sort();
  const verify = async () => {
    const { status, stdout } = await grade('status', out, '--verify');
    return { status, lines: stdout.split('\n') };
  };
  /** A batch with a file of each kind, after a command. */
  const full = async () => {
    for (const folder of [
      'staff/ben/1',
      'history/ada/1',
      'staff/history/ada/1',
      'proposed/ben/1',
      'students/eve/1/headers',
    ]) {
      mkdirSync(join(out, folder), { recursive: true });
      writeFileSync(join(out, folder, 'result.json'), '{}');
    }
    writeFileSync(join(root, 'r.csv'), 'student,message\nada,why?\n');
    await grade('review', out, '--requests', join(root, 'r.csv'));
    await grade('override', out, '--student', 'ben', '--set', '80', '--reason', 'x', '--comment', 'y');
  };

  it('ends with 1 and names what was changed', async () => {
    const path = join(out, 'students/ben/1/result.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"score":70', '"score":90'));
    await grade('override', out, '--student', 'ada', '--add', '1', '--reason', 'bonus');
    const { status, stdout } = await grade('status', out, '--verify');
    expect(status).toBe(1);
    expect(stdout).toContain('error: students/ben/1/result.json was changed.');
  });

  it('is repeated by each export, whose status says so', async () => {
    await grade('override', out, '--student', 'ben', '--comment', 'x', '--reason', 'y');
    const into = join(root, 'grades');
    const exported = (...more: string[]) => grade('export', out, '--format', 'csv,feedback', '--into', into, ...more);
    expect((await exported()).status).toBe(0);
    writeFileSync(store.path('students/ben/1/result.json'), read('students/ben/1/result.json').replace('70', '71'));
    for (const _ of [1, 2]) {
      const { status, stderr } = await exported();
      expect(status).toBe(1);
      expect(stderr).toContain('warning: students/ben/1/result.json was changed');
      expect(stderr).toContain('--verify names each place and what to do.');
    }
    expect(await exported('--unverified')).toMatchObject({ status: 0 });
    expect((await exported('--unverified')).stderr).toContain('was changed by hand');
  });

  it('names each file changed by hand, and only notes edits of staff', async () => {
    await full();
    expect(await verify()).toMatchObject({ status: 0 });
    const ofStaff = ['course.yaml', 'overrides.csv', 'regrade-requests.csv', 'roster.csv'];
    const apart = ['journal.jsonl', 'journal.head.json', 'secret'];
    const recorded = files().filter((path) => !apart.includes(path));
    expect(recorded.length).toBeGreaterThan(30);
    for (const path of recorded) {
      const text = readFileSync(join(out, path));
      // JSON and tables stay readable.
      writeFileSync(join(out, path), `${text}\n`);
      const { status, lines } = await verify();
      writeFileSync(join(out, path), text);
      const isOfStaff = ofStaff.includes(path);
      expect([path, status]).toEqual([path, isOfStaff ? 0 : 1]);
      const own = lines.filter((line) =>
        line.startsWith(isOfStaff ? `note: ${path} was changed since 20` : `error: ${path} `),
      );
      expect([path, own.length]).toEqual([path, 1]);
      expect(lines.filter((line) => line.startsWith('error: '))).toHaveLength(isOfStaff ? 0 : 1);
      expect(own[0]).toMatch(isOfStaff ? /Grades follow it/ : /Restore|replaces/);
    }
    expect(await verify()).toMatchObject({ status: 0 });
  }, 120_000);

  it.each(['students/ben/1/submission.json', 'staff/ben/1/result.json', 'students/ben/1/report.md'])(
    'still names %s after another command, and after its removal',
    async (path) => {
      await full();
      writeFileSync(join(out, path), `${readFileSync(join(out, path), 'utf8')}\n`);
      await grade('override', out, '--student', 'ada', '--add', '1', '--reason', 'bonus');
      const after = await verify();
      expect(after.status).toBe(1);
      expect(after.lines.join('\n')).toContain(`error: ${path} was changed by hand before 20`);
      rmSync(join(out, path));
      expect((await verify()).lines.join('\n')).toMatch(
        new RegExp(`error: ${path.replace('/submission.json', '')}.* was removed`),
      );
    },
  );

  it('says of a folder that was copied in by hand to remove it', async () => {
    await full();
    cpSync(join(out, 'students/ben'), join(out, 'students/niels'), { recursive: true });
    const advice = (when: string) =>
      expect.stringMatching(
        `^error: students/niels/1 was added by hand ${when} 20.*\\. Remove this folder: no import wrote it\\.`,
      );
    const errors = async () => (await verify()).lines.filter((line) => line.startsWith('error: '));
    expect(await errors()).toEqual([advice('since')]);
    await grade('override', out, '--student', 'ada', '--add', '1', '--reason', 'bonus');
    expect(await errors()).toEqual([advice('before')]);
    rmSync(join(out, 'students/niels'), { recursive: true });
    expect(await verify()).toMatchObject({ status: 0 });
  });

  it('says to import a changed source again, which restores it', async () => {
    await full();
    const path = join(out, 'students/ben/1/gray.cu');
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, `${source}// x\n`);
    const error = expect.stringMatching(
      /^error: students\/ben\/1\/gray.cu is not the file that was handed in\. Restore it: import the same hand-in again/,
    );
    expect((await verify()).lines).toContainEqual(error);
    expect(await store.add(taken('ben', `${source}// y\n`), AT)).toMatchObject({ what: 'added', restored: [] });
    rmSync(join(out, 'students/ben/2'), { recursive: true });
    mkdirSync(join(root, 'again/ben'), { recursive: true });
    writeFileSync(join(root, 'again/ben/gray.cu'), source);
    const options = { assignment: 'grayscale', assignments: ['grayscale'], roster: null };
    const { handedIn } = await takeIn(join(root, 'again'), options);
    const journal = await Journal.open(store.path('journal.jsonl'), KEY, 'anna');
    const { notes, known } = await addAll(store, journal, handedIn, new AbortController().signal);
    await journal.close();
    expect([known, notes]).toEqual([1, ['students/ben/1/gray.cu was changed by hand. This import restored it.']]);
    expect(readFileSync(path, 'utf8')).toBe(source);
    expect((await verify()).lines).not.toContainEqual(error);
  });

  it('takes a file that was restored for what it was', async () => {
    await full();
    const path = join(out, 'students/ben/1/submission.json');
    const before = readFileSync(path);
    writeFileSync(path, `${before}\n`);
    await grade('override', out, '--student', 'ada', '--add', '1', '--reason', 'bonus');
    expect((await verify()).status).toBe(1);
    writeFileSync(path, before);
    expect(await verify()).toMatchObject({ status: 0 });
    await grade('override', out, '--student', 'ada', '--add', '2', '--reason', 'bonus');
    const { status, lines } = await verify();
    expect(status).toBe(0);
    expect(lines.join('\n')).toContain('note: students/ben/1/submission.json was changed by hand before 20');
  });

  it('records an edited course as an event of the next command', async () => {
    await full();
    writeFileSync(join(out, 'course.yaml'), `${read('course.yaml')}title: New\n`);
    expect((await verify()).lines.join('\n')).toContain('note: course.yaml was changed since 20');
    await grade('override', out, '--student', 'ada', '--add', '1', '--reason', 'bonus');
    const { status, lines } = await verify();
    expect(status).toBe(0);
    expect(lines.join('\n')).not.toContain('course.yaml');
    expect(read('journal.jsonl')).toMatch(/"event":"edited","files":\{"course.yaml":"[0-9a-f]{64}"\}/);
  });

  it('ignores files of other programs at the top of the folder', async () => {
    await full();
    writeFileSync(join(out, 'late.csv'), 'student,file\n');
    mkdirSync(join(out, 'my notes'));
    writeFileSync(join(out, 'my notes', 'a.txt'), 'x');
    await grade('override', out, '--student', 'ada', '--add', '1', '--reason', 'bonus');
    writeFileSync(join(out, 'late.csv'), 'student,file\nada,x.cu\n');
    expect(await verify()).toMatchObject({ status: 0 });
  });
});
