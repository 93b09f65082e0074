import type { Grade, GradeBook, GradedAttempt, RosterEntry } from '../../../grader/batch/model.ts';
import type { GradeResult } from '../../../grader/result/index.ts';
import { inputs, nastyInput } from '../../report/fixtures.ts';

/** A class of results that the report's own tests know. */

const DUE = '2026-11-20T12:00:00+01:00';

export function roster(id: string, change: Partial<RosterEntry> = {}): RosterEntry {
  return {
    id,
    name: `${id}, Name of`,
    email: `${id}@school.example`,
    canvasId: `10${id.length}`,
    sisUserId: `sis-${id}`,
    sisLoginId: `login-${id}`,
    section: 'A',
    idNumber: `00${id.length}`,
    github: null,
    ...change,
  };
}

export function attempt(student: string, name: string, result: GradeResult | null): GradedAttempt {
  const assignment = result?.assignment ?? 'grayscale';
  return { student, assignment, attempt: name, submittedAt: DUE, folder: `students/${student}/${name}`, result };
}

/** A grade whose newest attempt counts. */
export function grade(student: string, results: readonly (GradeResult | null)[], change: Partial<Grade> = {}): Grade {
  const attempts = results.map((result, at) => attempt(student, String(at + 1), result));
  const counted = attempts.findLast(({ result }) => result !== null && result.verdict !== 'error') ?? null;
  return {
    student,
    roster: roster(student),
    assignment: 'grayscale',
    attempts,
    counted,
    points: counted?.result?.score ?? null,
    computed: change.points ?? counted?.result?.score ?? null,
    decisions: [],
    isExcused: false,
    missing: null,
    maxPoints: counted?.result?.maxScore ?? null,
    latePenalty: 0,
    daysLate: 0,
    open: null,
    ...change,
  };
}

export function book(grades: readonly Grade[], change: Partial<GradeBook> = {}): GradeBook {
  return {
    title: 'CUDA 2026',
    assignments: [{ id: 'grayscale', title: 'Color to gray', canvasId: '4711' }],
    grades,
    ...change,
  };
}

export const passed = inputs.accepted.result;
export const failed = inputs['guard missing'].result;
export const broken = inputs.infrastructure.result;
export const hostile = (text: string): GradeResult => nastyInput(text).result;

/** One of each: passed, not passed and late, open, and nothing handed in. */
export const CLASS = book([
  grade('ada', [failed, passed]),
  grade('ben', [failed], { points: 63, latePenalty: 7, daysLate: 2 }),
  grade('cem', [broken], { open: 'The machine failed while attempt 1 was graded.' }),
  grade('dee', []),
]);
