import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { type ExportFormat, exportBook } from '../../../grader/batch/export/index.ts';
import type { GradeBook } from '../../../grader/batch/model.ts';
import { packageRoot } from '../../../grader/platform/root.ts';
import { HOSTILE_TEXTS } from '../../hostile-texts.ts';
import { HOSTILE } from '../../report/fixtures.ts';
import { book, broken, CLASS, failed, grade, hostile, passed, roster } from './fixtures.ts';

const fileOf = (from: GradeBook, format: ExportFormat, at = 0) => exportBook(from, format)[at]?.content ?? '';
const rowsOf = (from: GradeBook, format: ExportFormat): Record<string, string>[] =>
  parse(fileOf(from, format), { columns: true, bom: true });

it('has the columns that the documentation shows', () => {
  const [header] = fileOf(CLASS, 'csv').split(/\r?\n/);
  expect(readFileSync(join(packageRoot, 'docs/formats.md'), 'utf8')).toContain(`\n${header}\n`);
});

/** What spreadsheets take for a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NAMES = [
  '=HYPERLINK("http://e.example","x")',
  '+1',
  '-2+3',
  '@SUM(A1)',
  '\tcmd',
  '\r=1',
  '＝1',
  "'=1",
  'O"Neill, "Bo"',
  'two\nlines',
  '😀 Müller',
  '\u202edessap',
  'nul\u0000 esc\u001b[31m',
  '::error::x ]]>',
];

describe('grades.csv', () => {
  it('has a row a student and assignment', () => {
    const rows = rowsOf(CLASS, 'csv');
    expect(rows.map(({ student, attempt, verdict }) => [student, attempt, verdict])).toEqual([
      ['ada', '2', 'passed'],
      ['ben', '1', 'failed'],
      ['cem', '1', 'error'],
      ['dee', '', ''],
    ]);
    expect(rows[1]).toEqual({
      student: 'ben',
      name: 'ben, Name of',
      assignment: 'grayscale',
      attempt: '1',
      submitted_at: '2026-11-20T12:00:00+01:00',
      days_late: '2',
      score: '70',
      max_score: '90',
      penalty: '7',
      points: '63',
      verdict: 'failed',
      responsible: 'student',
      compile: '5',
      guards: '0',
      correctness: '35',
      memory: '10',
      races: '10',
      technique: '10',
      speedup: '',
      open: '',
      computed: '63',
      excused: '',
      comment: '',
    });
  });

  it('has no number for what is not known, and says why', () => {
    const [, , cem, dee] = rowsOf(CLASS, 'csv');
    expect([cem?.score, cem?.points, cem?.compile, cem?.penalty]).toEqual(['', '', '', '']);
    expect(cem).toMatchObject({
      responsible: 'infrastructure',
      open: 'The machine failed while attempt 1 was graded.',
    });
    expect([dee?.points, dee?.days_late, dee?.open]).toEqual(['', '', '']);
  });

  it('writes numbers as numbers, rounded to what a late policy means', () => {
    const [row] = rowsOf(book([grade('ada', [passed], { points: 81.0000000001, latePenalty: 9 - 1e-10 })]), 'csv');
    expect([row?.points, row?.penalty]).toEqual(['81', '9']);
  });

  it.each(NAMES)('is read as text, and returns %j', (name) => {
    const [row] = rowsOf(book([grade('ada', [passed], { roster: roster('ada', { name }) })]), 'csv');
    const read = row?.name ?? '';
    expect(read).not.toMatch(FORMULA);
    const back = /^'+[=+\-@\t\r\n＝＋－＠]/.test(read) ? read.slice(1) : read;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are replaced, not kept
    expect(back).toBe(name.replace(/[\u0000\r\u001b\u202e]/g, '\ufffd'));
  });

  it('keeps its columns whatever a student is called', () => {
    const [row] = rowsOf(book([grade(HOSTILE, [failed], { roster: null, open: HOSTILE })]), 'csv');
    expect(Object.keys(row ?? {})).toHaveLength(23);
    expect(row?.student).toMatch(/^'=1\+1 /);
    expect(row?.open).toMatch(/^'=1\+1 /);
  });
});

describe('canvas.csv', () => {
  it('is the gradebook that Canvas exports, with the points that are possible', () => {
    const lines: string[][] = parse(fileOf(CLASS, 'canvas'), { bom: true });
    expect(lines).toEqual([
      ['Student', 'ID', 'SIS User ID', 'SIS Login ID', 'Section', 'Color to gray (4711)'],
      ['    Points Possible', '', '', '', '', '90'],
      ['ada, Name of', '103', 'sis-ada', 'login-ada', 'A', '90'],
      ['ben, Name of', '103', 'sis-ben', 'login-ben', 'A', '63'],
      ['cem, Name of', '103', 'sis-cem', 'login-cem', 'A', ''],
      ['dee, Name of', '103', 'sis-dee', 'login-dee', 'A', ''],
    ]);
  });

  it('begins with a byte order mark, as Canvas’ own', () => {
    expect(fileOf(CLASS, 'canvas').codePointAt(0)).toBe(0xfeff);
    expect(fileOf(CLASS, 'csv').codePointAt(0)).not.toBe(0xfeff);
  });

  it('lists open grades and new assignments in its notes', () => {
    const [, notes] = exportBook(
      { ...CLASS, assignments: [{ id: 'grayscale', title: 'Color to gray', canvasId: null }] },
      'canvas',
    );
    expect(notes?.fileName).toBe('canvas-notes.txt');
    expect(notes?.content).toContain('cem, grayscale: left empty, because the grade is open. The machine failed');
    expect(notes?.content).toContain('importing this creates a new one');
    expect(notes?.content).not.toContain('dee');
  });

  it('leaves an open grade empty though an earlier attempt has points', () => {
    const grades = [grade('ada', [passed, broken], { open: 'Attempt 2 failed.' })];
    const lines: string[][] = parse(fileOf(book(grades), 'canvas'), { bom: true });
    expect(lines[2]?.[5]).toBe('');
  });

  it('writes ids unchanged for Canvas, and names that no spreadsheet runs', () => {
    const entry = roster('x', { name: '=1+1', canvasId: '007', sisUserId: '-12', sisLoginId: '+a@b', section: '@x' });
    const lines: string[][] = parse(fileOf(book([grade('x', [passed], { roster: entry })]), 'canvas'), { bom: true });
    expect(lines[2]?.slice(0, 5)).toEqual(["'=1+1", '007', '-12', '+a@b', "'@x"]);
  });

  it.each(NAMES)('returns the id %j', (sisLoginId) => {
    const entry = roster('x', { sisLoginId });
    const lines: string[][] = parse(fileOf(book([grade('x', [passed], { roster: entry })]), 'canvas'), { bom: true });
    expect(lines[2]?.[3]).toBe(sisLoginId);
    expect(lines).toHaveLength(3);
  });

  it('has a row a student and a column an assignment', () => {
    const other = { ...passed, assignment: 'matmul-2d', score: 3, maxScore: 7 };
    const grades = [grade('ada', [passed]), grade('ada', [other], { assignment: 'matmul-2d' }), grade('ben', [failed])];
    const assignments = [...CLASS.assignments, { id: 'matmul-2d', title: 'Product', canvasId: '9' }];
    const lines: string[][] = parse(fileOf(book(grades, { assignments }), 'canvas'), { bom: true });
    expect(lines.map((line) => line.slice(5))).toEqual([
      ['Color to gray (4711)', 'Product (9)'],
      ['90', '7'],
      ['90', '3'],
      ['70', ''],
    ]);
  });

  it('has students without an id too, and names them in its notes', () => {
    const nobody = { canvasId: null, sisUserId: null, sisLoginId: null };
    const unknown = grade('zoe', [passed], { roster: roster('zoe', nobody) });
    expect(exportBook(book([unknown]), 'canvas')[1]?.content).toContain('zoe: no id that Canvas knows');
    const [, notes] = exportBook(book([unknown, grade('ada', [passed])]), 'canvas');
    expect(notes?.content).toContain('zoe: no id that Canvas knows');
  });
});

describe('moodle', () => {
  it('is a file an assignment, of those who handed in', () => {
    expect(exportBook(CLASS, 'moodle').map(({ fileName }) => fileName)).toEqual([
      'moodle.grayscale.csv',
      'moodle-notes.txt',
    ]);
    const rows = rowsOf(CLASS, 'moodle');
    expect(rows.map(({ useremail, useridnumber, grade: points }) => [useremail, useridnumber, points])).toEqual([
      ['ada@school.example', '003', '90'],
      ['ben@school.example', '003', '63'],
      ['cem@school.example', '003', ''],
    ]);
    expect(rows[1]?.feedback).toContain('2 days late: 7 points taken off.');
    expect(rows[1]?.feedback).toContain('guards: About guards.<br>mine.cu:5:5: error: Thread 214');
    expect(rows[2]?.feedback).toContain('It costs no points');
  });

  it('writes ids unchanged, and feedback that is not markup or a formula', () => {
    const entry = roster('x', { email: '-x+y@z.example', idNumber: '007' });
    const [row] = rowsOf(book([grade('x', [hostile(HOSTILE)], { roster: entry })]), 'moodle');
    expect(row).toMatchObject({ useremail: '-x+y@z.example', useridnumber: '007' });
    expect(row?.feedback?.replaceAll('<br>', '')).not.toMatch(/[<>"']/);
    expect(row?.feedback).not.toMatch(FORMULA);
    expect(row?.feedback).toContain('&lt;script&gt;');
  });

  it('keeps feedback to what fits a gradebook', () => {
    const [row] = rowsOf(book([grade('x', [hostile('é '.repeat(9000))])]), 'moodle');
    expect(Buffer.byteLength(row?.feedback ?? '')).toBeLessThan(5000);
    expect(row?.feedback).not.toContain('\ufffd');
  });

  it('leaves out students that Moodle cannot map, and writes no empty file', () => {
    const unknown = grade('zoe', [passed], { roster: null });
    const [only, ...none] = exportBook(book([unknown]), 'moodle');
    expect(none).toEqual([]);
    expect(only?.fileName).toBe('moodle-notes.txt');
    expect(only?.content).toContain('moodle.grayscale.csv: not written');
    const files = exportBook(book([unknown, grade('ada', [passed])]), 'moodle');
    expect(parse(files[0]?.content ?? '', { columns: true })).toHaveLength(1);
    expect(files[1]?.content).toContain('zoe: left out');
  });
});

describe.each(['csv', 'canvas', 'moodle'] as const)('%s with what students wrote everywhere', (format) => {
  const everywhere = (text: string): string[][] => {
    // Ids are the school's: by them its system finds a student again.
    const entry = roster('ada', { name: text, section: text });
    const grades = [
      grade(text, [hostile(text)], { roster: entry }),
      grade(`${text}2`, [null], { roster: null, open: text }),
    ];
    return parse(fileOf(book(grades, { title: text }), format), { bom: true });
  };
  const shape = (rows: readonly string[][]) => rows.map((row) => row.length);

  it.each(Object.entries(HOSTILE_TEXTS))('keeps its cells, and has no formula, for %s', (_trick, text) => {
    const rows = everywhere(text);
    expect(shape(rows)).toEqual(shape(everywhere('plain words')));
    for (const cell of rows.flat()) expect(cell).not.toMatch(FORMULA);
  });
});
