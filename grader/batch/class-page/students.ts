import { wordPlural } from '../../explain/index.ts';
import { decisionOf } from '../decisions/story.ts';
import type { Grade, GradedAttempt } from '../model.ts';
import { firstFailed } from './checks.ts';
import { countedOf, linkTo, nameOf, type Standing, standingOf } from './standing.ts';

/** A line of the table of all students. */
export interface StudentRow {
  readonly name: string;
  /** What the batch calls the student, where that is not the name. */
  readonly id: string | null;
  /** Report of the attempt that counts; without one, the folder of the last attempt. */
  readonly link: string | null;
  readonly standing: Standing;
  readonly words: string;
  readonly points: string;
  /** The decisions of staff; `null` if there are none. */
  readonly decision: string | null;
  /** The points before the decisions, if they differ. */
  readonly computed: string | null;
  readonly check: string;
  readonly late: string;
  readonly attempts: number;
  /** Where there are several. */
  readonly links: readonly { readonly link: string; readonly attempt: string; readonly counts: boolean }[];
  /** Older attempts without a link. */
  readonly more: number;
}

export const STANDING_WORDS: Readonly<Record<Standing, string>> = {
  passed: 'passed',
  failed: 'not passed',
  open: 'open',
  excused: 'excused',
  nothing: 'nothing handed in',
};

/** Attempts with a link each, at most: the newest. */
const LINKED = 8;

/** @param maxPoints - of most, so that only others are told */
export function studentRow(grade: Grade, maxPoints: number | null, report: string): StudentRow {
  const { student, roster, attempts, counted, daysLate, latePenalty, points, decisions, computed } = grade;
  const [first] = countedOf([grade]);
  const standing = standingOf(grade);
  const of = grade.maxPoints === maxPoints ? '' : ` of ${grade.maxPoints}`;
  const last = counted ?? attempts.at(-1);
  const linked = attempts.length > 1 ? attempts.slice(-LINKED) : [];
  return {
    name: nameOf(grade),
    id: roster?.name == null || roster.name === student ? null : student,
    link: last ? attemptLink(last, report) : null,
    standing,
    words: STANDING_WORDS[standing],
    points: points === null ? '' : `${points}${of}`,
    decision: decisions.length === 0 ? null : decisions.map(decisionOf).join('; '),
    computed: decisions.length === 0 || computed === null || computed === points ? null : String(computed),
    check: (first && firstFailed(first)) ?? '',
    late: lateWords(daysLate, latePenalty),
    attempts: attempts.length,
    links: linked.map((attempt) => ({
      link: attemptLink(attempt, report),
      attempt: attempt.attempt,
      counts: attempt.folder === counted?.folder,
    })),
    more: linked.length > 0 ? attempts.length - linked.length : 0,
  };
}

/** The report; where there is none, the folder with what was handed in. */
export function attemptLink(attempt: GradedAttempt, report: string): string {
  return linkTo(attempt, attempt.result ? report : '');
}

function lateWords(days: number, penalty: number): string {
  if (days === 0) return '';
  return penalty > 0 ? `${wordPlural(days, 'day')}, −${penalty}` : wordPlural(days, 'day');
}
