import { describe, expect, it } from 'vitest';
import { type BookEntry, makeBook } from '../../grader/batch/book.ts';
import { type Course, courseSchema } from '../../grader/batch/course-schema.ts';
import type { GradeResult } from '../../grader/result/index.ts';
import { resolveAssignment } from '../../grader/spec/index.ts';

const GRAYSCALE = resolveAssignment('grayscale');
const DUE = '2026-10-14T23:59:00+02:00';

function entry(
  attempt: string,
  submittedAt: string | null,
  score: number | null,
  open: string | null = null,
): BookEntry {
  const result =
    score === null ? null : ({ score, maxScore: 90, verdict: 'failed', checks: [] } as unknown as GradeResult);
  return {
    student: 'ada',
    assignment: 'grayscale',
    attempt,
    submittedAt,
    folder: `students/ada/${attempt}`,
    result,
    open,
  };
}

function course(given: object): Course {
  return courseSchema.parse({ schemaVersion: 1, assignments: { grayscale: { due: DUE } }, ...given });
}

function gradeOf(entries: readonly BookEntry[], given: object) {
  const [grade] = makeBook(entries, course(given), null, [GRAYSCALE]).grades;
  if (!grade) throw new Error('no grade');
  const { counted, points, latePenalty, daysLate, open } = grade;
  return { counted: counted?.attempt ?? null, points, latePenalty, daysLate, open };
}

const LATE = { late: { graceMinutes: 10, penaltyPercentPerDay: 10, maxDays: 3 } };

describe('being late', () => {
  it.each([
    ['in time', '2026-10-14T20:00:00Z', 80, 0],
    ['to the second', '2026-10-14T21:59:00Z', 80, 0],
    ['within the grace', '2026-10-14T22:09:00Z', 80, 0],
    ['a second after the grace', '2026-10-14T22:09:01Z', 71, 1],
    ['a day and a second', '2026-10-15T22:09:01Z', 62, 2],
    ['three days', '2026-10-17T22:09:00Z', 53, 3],
    ['too late', '2026-10-17T22:09:01Z', 0, 4],
    ['nobody knows when', null, 80, 0],
  ])('%s', (_, submittedAt, points, daysLate) => {
    expect(gradeOf([entry('1', submittedAt, 80)], LATE)).toMatchObject({ points, daysLate, latePenalty: 80 - points });
  });

  it('takes from the full points, and never more than there are', () => {
    const late = '2026-10-16T20:00:00Z';
    expect(gradeOf([entry('1', late, 12)], LATE)).toMatchObject({ points: 0, latePenalty: 12 });
    expect(gradeOf([entry('1', late, 80)], { late: { penaltyPercentPerDay: 33.333 } }).points).toBe(20);
  });

  it('does not exist before an extension ends, and an extension never shortens', () => {
    const extended = { ...LATE, extensions: [{ student: 'ada', due: '2026-10-20T00:00:00Z' }] };
    expect(gradeOf([entry('1', '2026-10-19T20:00:00Z', 80)], extended)).toMatchObject({ points: 80, daysLate: 0 });
    const others = { ...LATE, extensions: [{ student: 'alan', due: '2026-10-20T00:00:00Z' }] };
    expect(gradeOf([entry('1', '2026-10-19T20:00:00Z', 80)], others).points).toBe(0);
    const earlier = { ...LATE, extensions: [{ student: 'ada', due: '2026-10-01T00:00:00Z' }] };
    expect(gradeOf([entry('1', '2026-10-14T20:00:00Z', 80)], earlier).points).toBe(80);
  });
});

describe('which attempt counts', () => {
  const entries = [
    entry('1', '2026-10-14T10:00:00Z', 70),
    entry('2', '2026-10-14T11:00:00Z', 85),
    entry('3', '2026-10-15T20:00:00Z', 90),
  ];

  it('is the last one, by time and not by number', () => {
    expect(gradeOf(entries, LATE)).toMatchObject({ counted: '3', points: 81 });
    const swapped = [entry('1', '2026-10-14T12:00:00Z', 70), entry('2', '2026-10-14T11:00:00Z', 85)];
    expect(gradeOf(swapped, LATE).counted).toBe('1');
  });

  it('is the best one after the late policy, and of equals the earlier', () => {
    const best = { ...LATE, attempts: { counts: 'best' } };
    expect(gradeOf(entries, best)).toMatchObject({ counted: '2', points: 85, latePenalty: 0 });
    expect(gradeOf([entry('1', null, 70), entry('2', null, 70)], best).counted).toBe('1');
  });

  it('is none beyond the number that is allowed', () => {
    expect(gradeOf(entries, { ...LATE, attempts: { max: 2 } })).toMatchObject({ counted: '2' });
  });

  it('may differ between assignments', () => {
    const own = {
      assignments: { grayscale: { due: DUE, counts: 'best' } },
      attempts: { counts: 'last' },
      late: LATE.late,
    };
    expect(gradeOf(entries, own).counted).toBe('2');
  });
});

describe("a fault of the machine's", () => {
  const graded = entry('1', null, 70);
  const faulty = entry('2', null, null, 'killed by SIGKILL');

  it('is no grade, and leaves the grade open where that attempt decides', () => {
    expect(gradeOf([graded, faulty], {})).toMatchObject({
      counted: null,
      points: null,
      open: 'attempt 2: killed by SIGKILL',
    });
    expect(gradeOf([faulty], {}).points).toBeNull();
  });

  it('leaves the best of the others, and says that it is not final', () => {
    const best = { attempts: { counts: 'best' } };
    expect(gradeOf([graded, faulty], best)).toMatchObject({
      counted: '1',
      points: 70,
      open: 'attempt 2: killed by SIGKILL',
    });
  });

  it('does not matter in an attempt that does not count', () => {
    expect(gradeOf([entry('1', null, null, 'lost'), entry('2', null, 60)], {})).toMatchObject({
      points: 60,
      open: null,
    });
  });

  it('does not matter beside full points if the best attempt counts', () => {
    const best = { attempts: { counts: 'best' } };
    expect(gradeOf([entry('1', null, 90), faulty], best)).toMatchObject({ points: 90, open: null });
  });
});

describe.each(['best', 'last'])('a hand-in that cannot be read, if the %s attempt counts', (counts) => {
  const given = { attempts: { counts } };
  const lost = (attempt: string, kind: 'transfer' | 'file'): BookEntry => ({
    ...entry(attempt, null, null, 'it is damaged'),
    problem: { kind: 'lost', text: 'it is damaged' },
    lost: kind,
  });
  const empty = (attempt: string): BookEntry => ({
    ...entry(attempt, null, 0),
    problem: { kind: 'no-source', text: 'It has a.txt.' },
  });

  it.each(['transfer', 'file'] as const)('is open beside a hand-in without a source (%s)', (kind) => {
    for (const entries of [[lost('1', kind), empty('2')], [empty('1'), lost('2', kind)], [lost('1', kind)]]) {
      expect(gradeOf(entries, given)).toMatchObject({ points: null, open: expect.stringContaining('it is damaged') });
    }
  });

  it.each(['transfer', 'file'] as const)('says nothing before one with a source (%s)', (kind) => {
    expect(gradeOf([lost('1', kind), entry('2', null, 60)], given)).toMatchObject({ points: 60, open: null });
  });

  it('is open after one with a source if the student handed it in like this', () => {
    expect(gradeOf([entry('1', null, 60), lost('2', 'file')], given).open).toBe('attempt 2: it is damaged');
    expect(gradeOf([entry('1', null, 60), lost('2', 'transfer')], given)).toMatchObject({ points: 60, open: null });
  });
});

it('lists students of the roster who handed in nothing', () => {
  const known = { name: null, email: null, canvasId: null, sisUserId: null, sisLoginId: null, section: null };
  const roster = new Map(['ada', 'zoe'].map((id) => [id, { ...known, id, idNumber: null, github: null }]));
  const { grades } = makeBook([entry('1', null, 70)], course({}), roster, [GRAYSCALE]);
  expect(
    grades.map(({ student, points, attempts, roster: line }) => [student, points, attempts.length, line?.id]),
  ).toEqual([
    ['ada', 70, 1, 'ada'],
    ['zoe', null, 0, 'zoe'],
  ]);
});
