import { createHash } from 'node:crypto';
import { type OpenCause, wordDecisions, wordLate, wordOpenGrade } from '../../explain/index.ts';
import { type Grading, type Judged, openCauseOf } from '../../report/index.ts';
import type { GradeResult } from '../../result/index.ts';
import type { Grade, GradeBook, GradedAttempt } from '../model.ts';

/* Functions that all exports share. */

export interface ExportFile {
  /** Without folders. */
  readonly fileName: string;
  readonly content: string;
}

export interface ExportOptions {
  /** When the export is made; JUnit tells it. The present where it is not given. */
  readonly now?: Date;
  /** Where the pages of the rules are served, which SARIF links; null, which is the default, where they are not. */
  readonly docsUrl?: string | null;
  /**
   * The text of an attempt's file, for the lines in reports and the columns and fingerprints of SARIF; null where it is
   * not at hand, which is the default.
   */
  readonly source?: (attempt: GradedAttempt) => string | null;
}

/** An attempt whose result is there. */
export type ResultAttempt = GradedAttempt & { readonly result: GradeResult };

/** The attempt that a row is about: the one that counts, else the newest. */
export function shownAttempt({ counted, attempts }: Grade): GradedAttempt | null {
  return counted ?? attempts.at(-1) ?? null;
}

/** As `shownAttempt`, where it has a result. */
export function shownResult(grade: Grade): ResultAttempt | null {
  const attempt = shownAttempt(grade);
  return attempt?.result ? { ...attempt, result: attempt.result } : null;
}

export function titleOf(book: GradeBook, assignment: string): string {
  return book.assignments.find(({ id }) => id === assignment)?.title ?? assignment;
}

export function judgedOf(book: GradeBook, attempt: ResultAttempt, { source }: ExportOptions): Judged {
  return {
    result: attempt.result,
    title: titleOf(book, attempt.assignment),
    path: `${attempt.folder}/${attempt.result.submission.file}`,
    source: source?.(attempt) ?? null,
  };
}

/** Why there is no grade yet, for staff; null where there is one, and where nothing was handed in. */
export function openReason({ open, counted, attempts, points, isExcused }: Grade): string | null {
  if (isExcused) return null;
  return open ?? (counted === null && points === null && attempts.length > 0 ? 'It has not been graded.' : null);
}

/** null where nothing was handed in. */
export function gradingOf(grade: Grade): Grading | null {
  const { points, daysLate, latePenalty, isExcused } = grade;
  if (openReason(grade) !== null) {
    return { status: 'open', reason: wordOpenGrade(grade.open === null ? 'ungraded' : causeOf(grade)) };
  }
  if (isExcused) return { status: 'excused', reason: wordDecisions(grade).join('\n') };
  if (points === null) return null;
  const late = wordLate(daysLate, latePenalty, (grade.computed ?? points) > 0);
  return {
    status: 'graded',
    points: rounded(points),
    notes: [...(late === null ? [] : [late]), ...wordDecisions(grade)],
  };
}

/** Returns the kind of reason why a grade is open. */
export function causeOf({ openCause, counted, attempts }: Grade): OpenCause {
  if (openCause) return openCause;
  const shown = counted ?? attempts.at(-1);
  return shown?.result ? openCauseOf(shown.result) : 'infrastructure';
}

/** The points of a column: an open grade has none, and is never a zero. */
export function pointsOf(grade: Grade): number | null {
  const grading = gradingOf(grade);
  return grading?.status === 'graded' ? grading.points : null;
}

/** What late policies leave of a point is no more exact than this. */
export function rounded(points: number): number {
  return Number(points.toFixed(4));
}

/**
 * A part of a file's name that is safe on every platform. Names that differ stay different, also where a file system
 * takes upper and lower case for the same.
 */
export function filePart(name: string): string {
  if (/^[a-z0-9_-][a-z0-9_.-]{0,79}$/.test(name) && !name.endsWith('.')) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 12);
  const readable = name.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 40);
  // No name that is kept has a tilde, so nobody can choose the name that another one gets.
  return `${readable}~${digest}`;
}
