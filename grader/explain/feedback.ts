import type { CheckResult } from '../result/index.ts';
import { number, plural } from './text.ts';

type CheckStatus = CheckResult['status'];

/** Sentences about a grade, for the student whose grade it is. */

export function wordPoints(points: number, maxPoints: number): string {
  return `You have ${number(points)} of ${plural(maxPoints, 'point')}.`;
}

/** @param attempts - how many were handed in */
export function wordCountedAttempt(attempt: string, attempts: number): string | null {
  return attempts > 1 ? `Attempt ${attempt} counts. You handed in ${number(attempts)} attempts.` : null;
}

export function wordGreeting(name: string): string {
  return `Hello ${name},`;
}

export function wordReportAttached(files: readonly string[]): string {
  return files.length === 1
    ? `The attached file ${files[0]} is the report of what you handed in. Open it in a browser.`
    : `The attached files ${files.join(', ')} are the reports of what you handed in. Open them in a browser.`;
}

/** @param course - its title; null if it is not known */
export function wordFeedbackSubject(titles: readonly string[], course: string | null): string {
  const what = titles.length === 1 ? `Your grade for ${titles[0]}` : 'Your grades';
  return course === null ? what : `${course}: ${what}`;
}

const STATUSES: Readonly<Record<CheckStatus, string>> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'not judged',
  error: 'could not be judged',
};

export function wordStatus(status: CheckStatus): string {
  return STATUSES[status];
}
