import { renderClassPage } from '../../../grader/batch/class-page/index.ts';
import type { Grade, GradeBook, GradedAttempt } from '../../../grader/batch/index.ts';
import type { Finding, GradeResult } from '../../../grader/result/index.ts';
import { check, guardFinding, inputs } from '../../report/fixtures.ts';
import { book, grade } from '../export/fixtures.ts';

/** A class small enough to count by hand, and the page made of it. */

export const REPORT = 'report.html';

/** A result that fails where its findings belong. */
export function failedWith(findings: readonly Finding[], id: 'guards' | 'races' = 'guards'): GradeResult {
  const { result } = inputs['guard missing'];
  const checks = result.checks.map((one) => check(one.id, one.id === id ? findings : []));
  return { ...result, checks, score: checks.reduce((sum, { score }) => sum + score, 0) };
}

/** A finding with the words of a tool. */
export function finding(message: string, change: Partial<Finding> = {}): Finding {
  return { ...guardFinding, message, detail: { kind: 'sanitizer', tool: 'memcheck', text: message }, ...change };
}

/** Grades whose sources are given by student. */
export function sourcesBy(sources: Readonly<Record<string, string>>) {
  return ({ student }: Pick<GradedAttempt, 'student'>): string | null => sources[student] ?? null;
}

export function render(from: GradeBook, readSource: (attempt: GradedAttempt) => string | null = () => null): string {
  return renderClassPage(from, { readSource, report: REPORT });
}

export const renderGrades = (grades: readonly Grade[], sources: Readonly<Record<string, string>> = {}): string =>
  render(book(grades), sourcesBy(sources));

/** Results that differ in the points that they are worth. */
export function worth(student: string, points: number): Grade {
  return grade(student, [inputs.accepted.result], { points });
}

/** Text of what is between tags, without them; entities stay. */
export function textOf(html: string): string {
  return html
    .replace(/<(style|script)>[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

/** The row of the table of all students, as text. */
export function rowOf(html: string, name: string): string {
  const rows = [...html.matchAll(/<tr role="row" class="(?:passed|failed|open|nothing)">.*?<\/tr>/gs)].map(
    ([row]) => row,
  );
  return textOf(rows.find((row) => row.includes(`<bdi>${name}</bdi>`)) ?? '').trim();
}

export function linksOf(html: string): string[] {
  return [...html.matchAll(/href="([^"]*)"/g)].flatMap(([, link]) => link ?? []);
}
