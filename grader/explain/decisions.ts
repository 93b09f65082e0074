import { plural } from './text.ts';

/** A decision of course staff about a grade, as far as students see it. */
export interface ShownDecision {
  readonly set: number | null;
  readonly add: number | null;
  readonly comment: string | null;
}

/** The grade of a student that staff decided about. */
export interface DecidedGrade {
  /** The points before the decisions; `null` if there are none. */
  readonly computed: number | null;
  /** The points that count; `null` if there are none. */
  readonly points: number | null;
  readonly maxPoints: number | null;
  readonly isExcused: boolean;
  readonly decisions: readonly ShownDecision[];
}

/** Returns what students read about the decisions of staff, a sentence each; none if there is no decision. */
export function wordDecisions({ computed, points, maxPoints, isExcused, decisions }: DecidedGrade): readonly string[] {
  const comments = new Set(decisions.flatMap(({ comment }) => comment ?? []));
  const isChanged = decisions.some(({ set, add }) => set !== null || add !== null);
  const of = maxPoints === null ? '' : ` of ${maxPoints}`;
  const before = computed === null || computed === points ? '' : ` The grader computed ${computed}.`;
  return [
    ...(isExcused ? [wordExcused()] : []),
    ...(!isExcused && isChanged && points !== null
      ? [`Your course staff decided on ${plural(points, 'point')}${of}.${before}`]
      : []),
    ...[...comments].map((comment) => `Comment of your course staff: ${comment}`),
  ];
}

/** A grade that does not count for the student. */
export function wordExcused(): string {
  return 'You are excused from this assignment. It does not count for your grade.';
}

/** A grade that is not final. */
export function wordWaiting(): string {
  return 'This grade is waiting for review by your course staff. It costs you no points now.';
}

/** @param attempt - the name of the attempt that counts */
export function wordOtherAttempt(attempt: string): string {
  return `Attempt ${attempt} counts for your grade.`;
}
