import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeBook } from '../../../grader/batch/book.ts';
import { courseSchema } from '../../../grader/batch/course-schema.ts';
import { extended } from '../../../grader/batch/decisions/extended.ts';
import {
  cellsOf,
  decide,
  holds,
  identityOf,
  OVERRIDE_ALIASES,
  OVERRIDE_COLUMNS,
  parseOverrides,
} from '../../../grader/batch/decisions/overrides.ts';
import type { DecisionFacts } from '../../../grader/batch/index.ts';
import { assignmentRoots, resolveAssignment } from '../../../grader/spec/index.ts';
import { failed, passed } from './fixtures.ts';

const NOTHING = {
  set: null,
  add: null,
  excused: null,
  comment: null,
  reason: null,
  decidedBy: null,
  date: null,
  until: null,
};
const row = (change: Partial<DecisionFacts>): DecisionFacts => ({
  student: 'ada',
  assignment: null,
  ...NOTHING,
  ...change,
});

describe('parseOverrides', () => {
  it('reads every column, whatever their order', () => {
    const text =
      'until,student,assignment,add,comment,reason,by,date\n2026-12-01,ada,grayscale,-5,"Late, sorry",mail,anna,2026-11-20\n';
    const { rows, problems } = parseOverrides(text, 'overrides.csv');
    expect(problems).toEqual([]);
    expect(rows).toEqual([
      {
        line: 2,
        ...row({ assignment: 'grayscale', add: -5, comment: 'Late, sorry', reason: 'mail' }),
        decidedBy: 'anna',
        date: '2026-11-20',
        until: '2026-12-01',
      },
    ]);
  });

  it('reports every mistake with its line', () => {
    const text = 'student,set,add,excused,until\nada,many,,,\n,5,,,\nben,1,2,,\ncem,,,perhaps,\ndee,-3,,,soon\n';
    expect(parseOverrides(text, 'o.csv').problems).toEqual([
      'o.csv:3: student is empty',
      'o.csv:2: set is "many"; expected a number of points from 0',
      'o.csv:4: the row has both set and add; expected one of them',
      'o.csv:5: excused is "perhaps"; expected yes or no',
      'o.csv:6: set is "-3"; expected a number of points from 0',
      'o.csv:6: until is "soon"; expected a date, e.g. 2026-10-14 or 2026-10-14T23:59:00+02:00',
    ]);
  });

  it('leaves out rows that decide nothing yet', () => {
    expect(parseOverrides('student,set,comment\nada,,\nben,5,\n', 'o.csv').rows.map(({ student }) => student)).toEqual([
      'ben',
    ]);
  });

  it('reads back what a table of decisions says', () => {
    const text = fc.stringMatching(/^[a-z][a-z ,"'\n;]{0,12}[a-z]$/);
    const decision = fc.record({
      student: text,
      assignment: fc.option(text),
      set: fc.option(fc.integer({ min: 0, max: 200 })),
      add: fc.constant(null),
      excused: fc.option(fc.boolean()),
      comment: text,
      reason: fc.option(text),
      decidedBy: fc.option(text),
      date: fc.constant('2026-11-20'),
      until: fc.constant(null),
    });
    fc.assert(
      fc.property(
        fc.array(decision, { maxLength: 5 }),
        fc.array(decision, { minLength: 1, maxLength: 5 }),
        (first, second) => {
          const before = first.length === 0 ? '' : extended('', OVERRIDE_COLUMNS, OVERRIDE_ALIASES, first.map(cellsOf));
          const all = extended(before, OVERRIDE_COLUMNS, OVERRIDE_ALIASES, second.map(cellsOf));
          const { rows, problems } = parseOverrides(all, 'o.csv');
          expect(problems).toEqual([]);
          expect(rows.map(identityOf)).toEqual([...first, ...second].map(identityOf));
        },
      ),
    );
  });

  it('reports a column that it does not know', () => {
    expect(parseOverrides('student,entschuldigt\nada,yes\n', 'o.csv').problems).toEqual([
      'o.csv:1: there is no column "entschuldigt"; expected student, assignment, set, add, excused, comment, reason, by, date, until',
    ]);
  });

  it('extends a table with semicolons, and reads it back', () => {
    const before = 'student;set;comment\nada;80;"Gut; weiter so"\n';
    const after = extended(before, OVERRIDE_COLUMNS, OVERRIDE_ALIASES, [cellsOf(row({ student: 'ben', add: 1 }))]);
    const { rows, problems } = parseOverrides(after, 'o.csv');
    expect(problems).toEqual([]);
    expect(rows).toMatchObject([
      { student: 'ada', set: 80, comment: 'Gut; weiter so' },
      { student: 'ben', add: 1 },
    ]);
  });

  it('keeps the columns of a table that it does not know', () => {
    const text = extended('id,Points,office\nada,5,B12\n', OVERRIDE_COLUMNS, OVERRIDE_ALIASES, [
      cellsOf(row({ student: 'ben', add: 1 })),
    ]);
    const [head, first, second] = text.trimEnd().split('\n');
    expect(head).toBe('id,Points,office,assignment,add,excused,comment,reason,by,date,until');
    expect(first).toMatch(/^ada,5,B12,/);
    expect(second).toMatch(/^ben,,,,1,/);
  });
});

describe('decide', () => {
  it.each([
    ['no decision', 70, [], { points: 70, isExcused: false, isFinal: false }],
    ['set', 70, [row({ set: 85 })], { points: 85, isExcused: false, isFinal: true }],
    ['set without a grade', null, [row({ set: 40 })], { points: 40, isExcused: false, isFinal: true }],
    ['add', 70, [row({ add: 5 })], { points: 75, isExcused: false, isFinal: false }],
    ['add below zero', 3, [row({ add: -5 })], { points: 0, isExcused: false, isFinal: false }],
    ['add to an open grade', null, [row({ add: 5 })], { points: null, isExcused: false, isFinal: false }],
    ['set, then add', 70, [row({ set: 60 }), row({ add: 2.5 })], { points: 62.5, isExcused: false, isFinal: true }],
    ['two sets', 70, [row({ set: 60 }), row({ set: 80 })], { points: 80, isExcused: false, isFinal: true }],
    ['excused', 70, [row({ excused: true })], { points: 70, isExcused: true, isFinal: true }],
    [
      'excused, then set',
      70,
      [row({ excused: true }), row({ set: 80 })],
      { points: 80, isExcused: false, isFinal: true },
    ],
    ['a comment', 70, [row({ comment: 'Well done' })], { points: 70, isExcused: false, isFinal: false }],
  ])('applies %s', (_, points, decisions, expected) => {
    expect(decide(points, decisions)).toEqual(expected);
  });
});

describe('holds', () => {
  it('holds to the end of a day, and to a moment', () => {
    const noon = new Date('2026-11-20T12:00:00').getTime();
    expect(holds({ until: null }, noon)).toBe(true);
    expect(holds({ until: '2026-11-20' }, noon)).toBe(true);
    expect(holds({ until: '2026-11-19' }, noon)).toBe(false);
    expect(holds({ until: '2026-11-20T11:59:00Z' }, Date.parse('2026-11-20T12:00:00Z'))).toBe(false);
  });
});

describe('makeBook', () => {
  const GRAYSCALE = [resolveAssignment('grayscale', assignmentRoots([]))];
  const entry = (student: string, result: typeof passed | null, open: string | null = null) => ({
    student,
    assignment: 'grayscale',
    attempt: '1',
    submittedAt: null,
    folder: `students/${student}/1`,
    result,
    open,
  });
  const person = (id: string) => ({
    id,
    name: null,
    email: null,
    canvasId: null,
    sisUserId: null,
    sisLoginId: null,
    section: null,
    idNumber: null,
    github: null,
  });
  const roster = new Map(['ada', 'ben', 'dee'].map((id) => [id, person(id)]));
  const course = (change: object = {}) => courseSchema.parse({ schemaVersion: 1, ...change });
  const gradesOf = (overrides: DecisionFacts[], change: object = {}, now = Date.parse('2026-11-20T12:00:00Z')) => {
    const entries = [entry('ada', passed), entry('ben', failed), entry('cem', null, 'the machine failed')];
    const rows = overrides.map((one, at) => ({ ...one, line: at + 2 }));
    const { grades } = makeBook(entries, course(change), roster, GRAYSCALE, rows, now);
    return Object.fromEntries(grades.map((grade) => [grade.student, grade]));
  };

  it('applies decisions to the students that they name', () => {
    const { ada, ben, cem, dee } = gradesOf([
      row({ set: 50 }),
      row({ student: 'cem', set: 10 }),
      row({ student: 'dee', excused: true }),
    ]);
    expect([ada?.points, ada?.computed]).toEqual([50, 90]);
    expect([ben?.points, ben?.computed]).toEqual([70, 70]);
    expect([cem?.points, cem?.open, cem?.maxPoints]).toEqual([10, null, 90]);
    expect([dee?.points, dee?.isExcused]).toEqual([null, true]);
  });

  it('leaves a grade open if a decision only adds to it', () => {
    const { cem } = gradesOf([row({ student: 'cem', add: 5 })]);
    expect([cem?.points, cem?.open]).toEqual([null, 'attempt 1: the machine failed']);
  });

  it('ignores decisions for other assignments and those that have ended', () => {
    const { ada } = gradesOf([row({ assignment: 'matmul-2d', set: 1 }), row({ set: 2, until: '2026-11-01' })]);
    expect([ada?.points, ada?.decisions]).toEqual([90, []]);
  });

  it.each([
    ['empty', null, false],
    ['zero', 0, false],
    ['excused', null, true],
  ])('gives nothing handed in what the course says: %s', (missing, points, isExcused) => {
    expect(gradesOf([], { missing }).dee).toMatchObject({ points, isExcused, open: null });
  });

  it('gives no zero before the due date of the student has passed', () => {
    const due = { grayscale: { due: '2026-11-20T10:00:00Z', missing: 'zero' } };
    expect(gradesOf([], { assignments: due }).dee?.points).toBe(0);
    const extensions = [{ student: 'dee', due: '2026-11-21T10:00:00Z' }];
    expect(gradesOf([], { assignments: due, extensions }).dee?.points).toBeNull();
  });
});
