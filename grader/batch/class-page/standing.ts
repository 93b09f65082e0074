import { forUri } from '../../report/index.ts';
import type { GradeResult } from '../../result/index.ts';
import type { Grade, GradedAttempt } from '../model.ts';

/** How a student stands at an assignment. A grade that may still change is open, whatever it is worth until then. */
export type Standing = 'passed' | 'failed' | 'open' | 'excused' | 'nothing';

export const STANDINGS = ['passed', 'failed', 'open', 'excused', 'nothing'] as const satisfies readonly Standing[];

/** A grade whose attempt counts, with that attempt's result. */
export interface Counted {
  readonly grade: Grade;
  readonly attempt: GradedAttempt;
  readonly result: GradeResult;
}

export function standingOf({ open, counted, isExcused }: Grade): Standing {
  if (isExcused) return 'excused';
  if (open !== null) return 'open';
  if (counted === null) return 'nothing';
  return counted.result?.verdict === 'passed' ? 'passed' : 'failed';
}

/** What everything about checks, findings and speed is made from: one attempt of each student. */
export function countedOf(grades: readonly Grade[]): Counted[] {
  return grades.flatMap((grade) => {
    const attempt = grade.counted;
    return attempt?.result ? [{ grade, attempt, result: attempt.result }] : [];
  });
}

export function nameOf({ student, roster }: Pick<Grade, 'student' | 'roster'>): string {
  return roster?.name ?? student;
}

/** Address of a file of an attempt, from the class page. @param file - empty for the folder itself */
export function linkTo({ folder }: Pick<GradedAttempt, 'folder'>, file: string): string {
  return forUri(`${folder}/${file}`);
}

/** @param sorted - ascending; @returns null where it is empty */
export function medianOf(sorted: readonly number[]): number | null {
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

export function percent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : (100 * part) / whole;
  return `${share > 0 && share < 1 ? '<1' : share > 99 && share < 100 ? '>99' : Math.round(share)} %`;
}
