import type { OpenCause } from '../explain/index.ts';
import { openCauseOf } from '../report/index.ts';
import type { Assignment } from '../spec/index.ts';
import type { LoadedCourse } from './course.ts';
import type { Course } from './course-schema.ts';
import { decide, holds, type Override } from './decisions/overrides.ts';
import {
  type BookAssignment,
  compareAttempts,
  type Grade,
  type GradeBook,
  type GradedAttempt,
  type HeldHandIn,
} from './model.ts';
import { readOwners } from './state/owners.ts';
import type { BatchStore, StoredAttempt } from './state/store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** All that {@link makeBook} needs to know of an attempt besides its result. */
export interface BookEntry extends GradedAttempt {
  /** The reason why it has no final result; null if it has one. */
  readonly open: string | null;
  /** The kind of that reason; absent if the result says it. */
  readonly cause?: OpenCause;
  /**
   * It could not be read. `transfer`: an import was damaged, so this says nothing if there is an attempt with a source.
   * `file`: the files that the student handed in are there, so this says nothing if there is a later such attempt.
   */
  readonly lost?: 'transfer' | 'file';
}

/** The grades of a batch as they stand. */
export async function readBook(
  store: BatchStore,
  { course, roster, overrides }: LoadedCourse,
  assignments: readonly Assignment[],
): Promise<GradeBook> {
  const all = await store.attempts();
  const owners = await readOwners(store);
  const held = all.flatMap((one) => (one.owners === null ? [] : [heldOf(one, one.owners)]));
  // A hand-in of no student can be that of a student who has handed in nothing.
  const strangers = all.filter(
    (one) =>
      one.owners === null &&
      roster !== null &&
      !roster.has(one.student) &&
      owners.of(one.assignment, one.student) === undefined,
  );
  const entries = await Promise.all(
    all
      .filter((one) => one.owners === null)
      .map(async (attempt): Promise<BookEntry> => {
        const [result, fault] = await Promise.all([store.result(attempt), store.fault(attempt)]);
        const { student, assignment, submittedAt, lastAt, folder, problem, handedIn } = attempt;
        const own = { student, assignment, attempt: attempt.attempt, submittedAt, lastAt, folder, result };
        const known = problem === null ? own : { ...own, problem };
        const undecided = problem !== null && problem.kind !== 'no-source' ? problem.text : null;
        const open = undecided ?? whyOpen(known, fault?.message ?? null);
        const cause: OpenCause | null =
          undecided !== null
            ? problem?.kind === 'lost'
              ? 'unreadable'
              : 'undecided'
            : result === null && fault === null
              ? 'ungraded'
              : null;
        return {
          ...known,
          open,
          ...(cause && { cause }),
          ...(problem?.kind === 'lost' && { lost: handedIn.length > 0 ? 'file' : 'transfer' }),
        };
      }),
  );
  return makeBook(entries, course, roster, assignments, overrides, Date.now(), {
    held,
    strangers: strangers.map((one) => heldOf(one, [])),
  });
}

function heldOf({ student, assignment, attempt, folder }: StoredAttempt, owners: readonly string[]): HeldHandIn {
  return { student, assignment, attempt, folder, owners };
}

/** Returns a book with the results that staff may see, in which hidden cases are. Exports are not made from it. */
export async function wholeBook(
  store: BatchStore,
  attempts: readonly StoredAttempt[],
  book: GradeBook,
): Promise<GradeBook> {
  const wholes = new Map(
    await Promise.all(attempts.map(async (attempt) => [attempt.folder, await store.whole(attempt)] as const)),
  );
  const whole = (attempt: GradedAttempt): GradedAttempt => ({
    ...attempt,
    result: attempt.result && (wholes.get(attempt.folder) ?? attempt.result),
  });
  return {
    ...book,
    grades: book.grades.map((grade) => ({
      ...grade,
      attempts: grade.attempts.map(whole),
      counted: grade.counted && whole(grade.counted),
    })),
  };
}

/** A result that is nobody's fault but the machine's is no grade. */
function whyOpen({ result }: Pick<GradedAttempt, 'result'>, fault: string | null): string | null {
  if (result === null) return fault ?? 'not graded yet';
  if (result.verdict !== 'error' || result.responsible === 'student') return null;
  return result.checks.find(({ status }) => status === 'error')?.summary ?? 'the machine could not grade it';
}

/**
 * Returns the attempt that counts for each student and assignment, and its points after the late policy and the
 * decisions of staff.
 * @param now - decides which decisions and due dates have passed, in milliseconds since 1970
 */
export function makeBook(
  entries: readonly BookEntry[],
  course: Course,
  roster: LoadedCourse['roster'],
  assignments: readonly Assignment[],
  overrides: readonly Override[] = [],
  now: number = Date.now(),
  { held, strangers }: Unowned = { held: [], strangers: [] },
): GradeBook {
  const used = new Set([...entries, ...held].map(({ assignment }) => assignment));
  const listed: BookAssignment[] = assignments
    .filter(({ spec }) => used.has(spec.id))
    .map(({ spec }) => ({
      id: spec.id,
      title: spec.title,
      canvasId: course.assignments?.[spec.id]?.canvasId ?? null,
    }));
  const byStudent = new Map<string, Map<string, BookEntry[]>>();
  for (const id of roster?.keys() ?? []) byStudent.set(id, new Map());
  for (const entry of entries) {
    const own = byStudent.get(entry.student) ?? new Map<string, BookEntry[]>();
    byStudent.set(entry.student, own);
    own.set(entry.assignment, [...(own.get(entry.assignment) ?? []), entry]);
  }
  const students = [...byStudent].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const grades = students.flatMap(([student, own]) =>
    listed.map(({ id }) => gradeOf(student, id, own.get(id) ?? [], course, roster)),
  );
  const holding = overrides.filter((override) => holds(override, now));
  const totals = new Map(listed.map(({ id }) => [id, totalOf(grades.filter(({ assignment }) => assignment === id))]));
  const blocking = new Set<HeldHandIn>(held);
  const settled = grades.map((one) => {
    const grade = decided(one, holding, totals.get(one.assignment) ?? null, course, now);
    const { reason, by } = whoseDecides(grade, { held, strangers }, holding);
    for (const handIn of by) blocking.add(handIn);
    if (reason === null) return grade;
    const isZero = grade.missing === 'zero';
    return {
      ...grade,
      ...(isZero && { points: null, computed: null, missing: null }),
      open: reason,
      openCause: 'owner' as const,
    };
  });
  return {
    title: course.title ?? null,
    assignments: listed,
    grades: settled,
    ...(blocking.size > 0 && { held: [...blocking] }),
  };
}

/** Hand-ins that are not known to be a student's. */
interface Unowned {
  /** The hand-ins that are not graded until staff say whose they are. */
  readonly held: readonly HeldHandIn[];
  /** The hand-ins under a name that is not in the roster, about which staff have not decided. */
  readonly strangers: readonly HeldHandIn[];
}

/** Hand-ins that are named in a reason, at most. */
const NAMED = 3;

/**
 * Returns why a grade has to wait until staff say whose a hand-in is. A student is never given a zero for nothing handed in
 * while a hand-in can be that student's.
 */
function whoseDecides(
  grade: Grade,
  { held, strangers }: Unowned,
  overrides: readonly Override[],
): { readonly reason: string | null; readonly by: readonly HeldHandIn[] } {
  const { student, assignment, isExcused } = grade;
  const own = overrides.filter((one) => one.student === student && (one.assignment ?? assignment) === assignment);
  if (isExcused || decide(null, own).isFinal) return { reason: null, by: [] };
  const here = held.filter((one) => one.assignment === assignment);
  const claimed = here.filter(({ owners }) => owners.includes(student));
  const nameOf = (one: HeldHandIn): string => JSON.stringify(one.student);
  if (claimed.length > 0) {
    const others = [...new Set(claimed.flatMap(({ owners }) => owners))].filter((one) => one !== student);
    const whose =
      others.length > 0 ? `this student's or ${others.join("'s or ")}'s` : "this student's or another one's";
    return { reason: `the hand-in ${listOf(claimed.map(nameOf))} can be ${whose}`, by: claimed };
  }
  if (grade.missing !== 'zero') return { reason: null, by: [] };
  // Of several names that are one, a student of this name has handed in.
  const open = [...here.filter(({ owners }) => owners.length < 2), ...strangers].filter(
    (one) => one.assignment === assignment,
  );
  if (open.length === 0) return { reason: null, by: [] };
  const names = [...new Set(open.map(nameOf))];
  return {
    reason: `nothing was handed in under this name, and ${listOf(names)} ${names.length === 1 ? 'is' : 'are'} of no student in the roster`,
    by: open,
  };
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, NAMED);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(' and ');
}

/** Returns the total of most results; `null` if there is none. */
function totalOf(grades: readonly Grade[]): number | null {
  const counts = new Map<number, number>();
  for (const { maxPoints } of grades) if (maxPoints !== null) counts.set(maxPoints, (counts.get(maxPoints) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || b - a)[0]?.[0] ?? null;
}

/** Applies the decisions of staff, and what the course says about nothing handed in. */
function decided(
  grade: Grade,
  overrides: readonly Override[],
  total: number | null,
  course: Course,
  now: number,
): Grade {
  const decisions = overrides.filter(
    ({ student, assignment }) => student === grade.student && (assignment ?? grade.assignment) === grade.assignment,
  );
  const due = dueDate(course, grade.student, grade.assignment);
  const isMissing = grade.attempts.length === 0 && (due === null || now > due + course.late.graceMinutes * 60_000);
  const rule = course.assignments?.[grade.assignment]?.missing ?? course.missing;
  const computed = isMissing && rule === 'zero' ? 0 : grade.points;
  const { points, isExcused, isFinal } = decide(computed, decisions);
  const isWaived = isMissing && rule === 'excused' && points === null;
  return {
    ...grade,
    points: isExcused || isWaived ? null : points,
    maxPoints: grade.maxPoints ?? total,
    computed,
    decisions,
    missing: isMissing && rule !== 'empty' && (rule === 'zero' || isWaived) ? rule : null,
    isExcused: isExcused || isWaived,
    open: isFinal ? null : grade.open,
    openCause: isFinal ? null : (grade.openCause ?? null),
  };
}

function gradeOf(
  student: string,
  assignment: string,
  entries: readonly BookEntry[],
  course: Course,
  roster: LoadedCourse['roster'],
): Grade {
  const inOrder = inTime(entries);
  const { max } = course.attempts;
  const read = withoutLost(inOrder);
  const eligible = max === undefined ? read : read.slice(0, max);
  const due = dueDate(course, student, assignment);
  const priced = eligible.flatMap((entry) => {
    if (entry.result === null || entry.open !== null) return [];
    return [{ entry, ...price(entry.result, daysLate(entry.submittedAt, due, course), course) }];
  });
  const counts = course.assignments?.[assignment]?.counts ?? course.attempts.counts;
  // Among equals the earlier one counts: it is the less late.
  const best = priced.reduce<(typeof priced)[number] | null>(
    (chosen, one) => (chosen === null || counts === 'last' || one.points > chosen.points ? one : chosen),
    null,
  );
  const open = whichIsOpen(eligible, counts, best);
  const attempts = inOrder.map(({ open: _, lost: __, cause: ___, ...attempt }) => attempt);
  const known = {
    student,
    roster: roster?.get(student) ?? null,
    assignment,
    attempts,
    computed: null,
    decisions: [],
    missing: null,
    isExcused: false,
  };
  if (best === null || (open.open !== null && (counts === 'last' || !eligible.some(hasSource)))) {
    return { ...known, counted: null, points: null, maxPoints: null, latePenalty: 0, daysLate: 0, ...open };
  }
  const { open: _, lost: __, cause: ___, ...counted } = best.entry;
  const { points, maxPoints, penalty, late } = best;
  return { ...known, counted, points, maxPoints, latePenalty: penalty, daysLate: late, ...open };
}

/** Leaves out the attempts that cannot be read, as far as another one with a source stands for them. */
function withoutLost(inOrder: readonly BookEntry[]): readonly BookEntry[] {
  const last = inOrder.findLastIndex(hasSource);
  if (last < 0) return inOrder;
  return inOrder.filter(({ lost }, at) => lost === undefined || (lost === 'file' && at > last));
}

function hasSource({ lost, problem }: BookEntry): boolean {
  return lost === undefined && problem?.kind !== 'no-source';
}

/**
 * Returns the first of the attempts that decide that has no grade. If one of them cannot be read and none has a source,
 * all decide: an empty hand-in beside it is no reason for 0 points.
 */
function whichIsOpen(
  eligible: readonly BookEntry[],
  counts: 'best' | 'last',
  best: { readonly points: number; readonly maxPoints: number } | null,
): { readonly open: string | null; readonly openCause: OpenCause | null } {
  const isBest = counts === 'best' || !eligible.some(hasSource);
  const isFull = best !== null && best.points >= best.maxPoints;
  const deciding = !isBest ? eligible.slice(-1) : isFull ? [] : eligible;
  const found = deciding.find((entry) => entry.open !== null);
  if (!found) return { open: null, openCause: null };
  const { attempt, open, cause, result } = found;
  return { open: `attempt ${attempt}: ${open}`, openCause: cause ?? (result ? openCauseOf(result) : 'infrastructure') };
}

/**
 * Orders attempts by the last time at which they were handed in. An attempt without a time keeps the place that its number
 * gives it, because numbers follow the order of imports.
 */
function inTime(entries: readonly BookEntry[]): BookEntry[] {
  const byNumber = [...entries].sort((a, b) => compareAttempts(a.attempt, b.attempt));
  const time = ({ submittedAt, lastAt }: BookEntry): number | null => {
    const last = lastAt ?? submittedAt;
    return last === null ? null : Date.parse(last);
  };
  const timed = byNumber.filter((entry) => time(entry) !== null);
  timed.sort((a, b) => (time(a) ?? 0) - (time(b) ?? 0));
  return byNumber.map((entry) => (time(entry) === null ? entry : (timed.shift() ?? entry)));
}

/** Returns the last moment at which a student hands in on time, in milliseconds since 1970; `null` if there is none. */
export function onTimeUntil(course: Course, student: string, assignment: string): number | null {
  const due = dueDate(course, student, assignment);
  return due === null ? null : due + course.late.graceMinutes * 60_000;
}

/** Returns the due date: the latest of several extensions holds. */
function dueDate({ assignments, extensions }: Course, student: string, assignment: string): number | null {
  const own = extensions.filter((one) => one.student === student && (one.assignment ?? assignment) === assignment);
  const general = assignments?.[assignment]?.due;
  if (general === undefined) return null;
  return Math.max(...[general, ...own.map(({ due }) => due)].map((moment) => Date.parse(moment)));
}

function daysLate(submittedAt: string | null, due: number | null, { late }: Course): number {
  if (submittedAt === null || due === null) return 0;
  const over = Date.parse(submittedAt) - due - late.graceMinutes * 60_000;
  return over <= 0 ? 0 : Math.ceil(over / DAY_MS);
}

function price(
  { score, maxScore }: NonNullable<GradedAttempt['result']>,
  late: number,
  { late: { penaltyPercentPerDay, maxDays } }: Course,
): { points: number; maxPoints: number; penalty: number; late: number } {
  const refused = maxDays !== undefined && late > maxDays;
  const penalty = refused ? score : Math.min(score, (maxScore * penaltyPercentPerDay * late) / 100);
  return { points: round(score - penalty), maxPoints: maxScore, penalty: round(penalty), late };
}

/** Hundredths: what gradebooks take. */
function round(points: number): number {
  return Math.round(points * 100) / 100;
}
