import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anonymize, pseudonymsOf } from '../../../grader/batch/anonymous/index.ts';
import { maskOf } from '../../../grader/batch/anonymous/mask.ts';
import { VOCABULARY } from '../../../grader/batch/anonymous/vocabulary.ts';
import { renderClassPage } from '../../../grader/batch/class-page/index.ts';
import { keptCourse, readBook, wholeBook } from '../../../grader/batch/index.ts';
import { assignmentRoots, resolveAssignment } from '../../../grader/spec/index.ts';
import { taken } from '../taken.ts';
import { failed, KEY, makeBatch, passed } from './fixtures.ts';

describe('maskOf', () => {
  const mask = maskOf(
    [
      { text: 'ada17', shown: 'P1' },
      { text: 'Lovelace, Ada', shown: 'P1' },
      { text: 'Ada', shown: 'P1' },
      { text: 'Lovelace', shown: 'P1' },
      { text: 'ada@school.example', shown: 'P1' },
      { text: 'Planck', shown: 'P2' },
      { text: 'Max', shown: 'P2' },
      { text: 'José', shown: 'P3' },
      { text: '1234567', shown: 'P3' },
    ],
    new Set(VOCABULARY),
  );

  it.each([
    ['// Ada Lovelace, ada@school.example', '// P1 P1, P1'],
    ['// LOVELACE, ADA wrote this', '// P1 wrote this'],
    ['__global__ void adaKernel(float* gray_ada)', '__global__ void P1Kernel(float* gray_P1)'],
    ['__global__ void lovelace_kernel2()', '__global__ void P1_kernel2()'],
    ['printf("Ada\'s kernel")', 'printf("P1\'s kernel")'],
    ['int m = max(a, fmaxf(b, c)); // Max', 'int m = max(a, fmaxf(b, c)); // P2'],
    ['// Jose\u0301 1234567', '// P3 P3'],
    ['cudaAdapter adapt shadar nevada', 'cudaAdapter adapt shadar nevada'],
    ['// by ada@home.example', '// by address'],
    ["// Ada's and Lovelaces kernel", "// P1's and P1s kernel"],
    ['hw3_ada17_final.cu', 'hw3_P1_final.cu'],
  ])('masks %s', (text, expected) => {
    expect(mask.text(text)).toBe(expected);
  });

  it('replaces a name that several students share by no pseudonym', () => {
    const shared = maskOf(
      [
        { text: 'hopp', shown: 'P1' },
        { text: 'Grace', shown: 'P1' },
        { text: 'Grace', shown: 'P2' },
        { text: 'Hopper', shown: 'P2' },
        { text: 'Max', shown: 'P3' },
        { text: 'Max', shown: 'P4' },
      ],
      new Set(['max']),
    );
    expect(shared.text('Grace_Hopp.cu, Grace Hopper, Max')).toBe('student_P1.cu, student P2, student');
  });

  it('masks what people see of a page, and no style or script', () => {
    const page = '<style>.Ada{}</style><p title="Ada" class="ada17">Ada &amp; Max</p><script>ada17()</script>';
    expect(mask.html(page)).toBe(
      '<style>.Ada{}</style><p title="P1" class="ada17">P1 &amp; P2</p><script>ada17()</script>',
    );
  });

  it('masks every string of a value and keeps its form', () => {
    const value = { file: 'ada17.cu', score: 5, lines: ['by Ada', null] };
    expect(mask.value(value)).toEqual({ file: 'P1.cu', score: 5, lines: ['by P1', null] });
  });
});

const AT = '2026-11-20T12:00:00.000Z';

describe('anonymize', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'grade-anonymous-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const SECRETS = ['ada17', 'Ada', 'Lovelace', 'ada@school.example', 'turing', 'Alan'];
  const made = () =>
    makeBatch(
      join(root, 'out'),
      [
        { student: 'ada17', result: passed, source: '// Ada Lovelace\nint ada17_kernel;\n', file: 'lovelace.cu' },
        { student: 'turing', result: failed, source: '// alan turing with Ada\n' },
      ],
      {
        'course.yaml': 'schemaVersion: 1\nroster: roster.csv\nanonymous: true\n',
        'roster.csv': 'id,name,email\nada17,"Lovelace, Ada",ada@school.example\nturing,Alan Turing,\n',
      },
    );

  it('leaves no name, id or address outside of the file with the key', async () => {
    const store = await made();
    const course = keptCourse(store.out);
    const grayscale = resolveAssignment('grayscale', assignmentRoots([]));
    const book = await wholeBook(store, await store.attempts(), await readBook(store, course, [grayscale]));
    const { book: masked, readSource } = await anonymize(store, book, course, KEY, 'report.html');
    const page = renderClassPage(masked, { readSource, report: 'report.html' });
    const files = readdirSync(join(store.out, 'anonymous'), { recursive: true, withFileTypes: true });
    const texts = files
      .filter((entry) => entry.isFile())
      .map(
        (entry) =>
          `${entry.parentPath.slice(store.out.length)}/${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), 'utf8')}`,
      );
    expect(texts.filter((text) => text.includes('students/student-'))).toHaveLength(6);
    for (const text of [page, ...texts]) {
      for (const secret of SECRETS) expect(text.toLowerCase()).not.toMatch(new RegExp(`\\b${secret.toLowerCase()}\\b`));
    }
    const key = readFileSync(join(store.out, 'pseudonyms.csv'), 'utf8');
    for (const student of ['ada17', 'turing']) expect(key).toContain(`,${student},`);
    expect(statSync(join(store.out, 'pseudonyms.csv')).mode & 0o077).toBe(0);
  });

  it('masks headers and the names of files without a source', async () => {
    const store = await made();
    const handed = (path: string, text: string) => ({ name: path, bytes: Buffer.from(text) });
    const about = {
      ...{ student: 'ada17', assignment: 'grayscale', isNumbered: false, submittedAt: null, lastAt: null },
      ...{ otherTimes: [], byStaff: false, candidates: [], handedIn: [] },
    };
    await store.add(
      {
        ...about,
        attempt: '2',
        source: handed('x.cu', '#include "ada17.cuh"\n'),
        further: [handed('ada17.cuh', '// by Ada Lovelace\n')],
        problem: null,
      },
      AT,
    );
    const problem = { kind: 'no-source', text: 'It has ada17.txt.' } as const;
    await store.add(
      {
        ...about,
        student: 'turing',
        attempt: '2',
        source: null,
        further: [],
        handedIn: [handed('turing.txt', 'x')],
        problem,
      },
      AT,
    );
    const course = keptCourse(store.out);
    const grayscale = resolveAssignment('grayscale', assignmentRoots([]));
    const book = await readBook(store, course, [grayscale]);
    const { book: masked } = await anonymize(store, book, course, KEY, 'report.html');
    expect(JSON.stringify(masked).toLowerCase()).not.toMatch(/ada17|turing|lovelace/);
    const files = readdirSync(join(store.out, 'anonymous'), { recursive: true, withFileTypes: true });
    const header = files.find(({ name }) => name.endsWith('.cuh'));
    expect(header?.name).toMatch(/^student-[0-9a-f]{6}\.cuh$/);
    expect(readFileSync(join(header?.parentPath ?? '', header?.name ?? ''), 'utf8')).toMatch(/^\/\/ by student-\w+\n$/);
  });

  it('copies what an open hand-in has, and removes it when there is a source', async () => {
    const store = await made();
    const problem = { kind: 'undecided', text: 'ada17.cu and b.cu can be the source: name one.' } as const;
    const open = taken('ada17', '', {
      attempt: '2',
      source: null,
      problem,
      handedIn: [
        { name: 'ada17.cu', bytes: Buffer.from('// Ada Lovelace\n') },
        { name: 'ada.cu', bytes: Buffer.from('// b\n') },
        { name: 'hw.zip', bytes: Buffer.from([0x50, 0x4b, 0xff, 0xfe]) },
      ],
    });
    await store.add(open, AT);
    const course = keptCourse(store.out);
    const grayscale = resolveAssignment('grayscale', assignmentRoots([]));
    const masked = async () => {
      const { book } = await anonymize(store, await readBook(store, course, [grayscale]), course, KEY, 'report.html');
      const folder = book.grades.flatMap(({ attempts }) => attempts).find((one) => one.folder.endsWith('/2'))?.folder;
      const files = readdirSync(store.path(folder ?? ''), { recursive: true, withFileTypes: true });
      return files
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
        .sort();
    };
    const files = await masked();
    expect(files).toEqual([
      expect.stringMatching(/^\/\/ b\n$/),
      expect.stringMatching(/^\/\/ student-\w+\n$/),
      expect.stringMatching(
        /^submission\.cu and b\.cu can be the source: name one\.\nhanded-in\/submission\.cu: 16 bytes\nhanded-in\/student-\w+\.cu: 5 bytes\nhanded-in\/hw\.zip: 4 bytes\. It is not text, so there is no copy of it\.\n$/,
      ),
    ]);
    const decided = taken('ada17', '// Ada Lovelace\n', { attempt: '2', byStaff: true, name: 'ada17.cu' });
    expect((await store.add(decided, AT)).what).toBe('decided');
    expect((await masked()).join('')).not.toContain('can be the source');
  });

  it('gives the same pseudonyms each time, and others with another key', () => {
    const students = ['ada', 'ben', 'cem'];
    const first = [...pseudonymsOf(students, KEY).values()];
    expect([...pseudonymsOf(['ben', 'ada', 'cem'], KEY).values()].sort()).toEqual([...first].sort());
    expect(new Set(first).size).toBe(3);
    const other = pseudonymsOf(students, { ...KEY, key: Buffer.from('other') });
    expect([...other.values()]).not.toEqual(first);
  });
});
