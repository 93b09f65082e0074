import { wordExcused, wordNothingHandedIn, wordVerdict } from '../../explain/index.ts';
import { programVersion } from '../../platform/index.ts';
import {
  type Annotation,
  allFindings,
  checkText,
  forMarkdown,
  type JunitCase,
  jobSummary,
  junitReport,
  sarifLog,
  workflowCommands,
} from '../../report/index.ts';
import type { Grade, GradeBook } from '../model.ts';
import { type ExportFile, type ExportOptions, gradingOf, judgedOf, openReason, shownResult } from './book.ts';

/** A class for programs that watch builds: JUnit, SARIF and GitHub Actions. */

/** A suite an assignment, a case a student: failed by the student, in error where the grade is open. */
export function exportJunit(book: GradeBook, options: ExportOptions): ExportFile[] {
  const suites = book.assignments.map(({ id }) => {
    const grades = gradesOf(book, id);
    const seconds = grades.reduce((sum, grade) => sum + (secondsOf(grade) ?? 0), 0);
    return {
      name: id,
      seconds: Number(seconds.toFixed(3)),
      cases: grades.map((grade) => caseOf(book, grade, options)),
    };
  });
  return [{ fileName: 'junit.xml', content: junitReport(suites, options.now ?? new Date()) }];
}

function caseOf(book: GradeBook, grade: Grade, options: ExportOptions): JunitCase {
  const attempt = shownResult(grade);
  const judged = attempt && judgedOf(book, attempt, options);
  const [first] = judged ? allFindings(judged.result) : [];
  return {
    name: grade.student,
    className: grade.assignment,
    file: judged?.path ?? null,
    line: first?.line ?? null,
    seconds: secondsOf(grade),
    outcome: outcomeOf(grade, judged),
  };
}

function outcomeOf(grade: Grade, judged: ReturnType<typeof judgedOf> | null): JunitCase['outcome'] {
  const open = openReason(grade);
  if (open !== null) {
    return { status: 'error', type: judged?.result.responsible ?? 'infrastructure', message: open, text: open };
  }
  if (grade.isExcused) return { status: 'skipped', output: wordExcused() };
  if (!judged) return { status: 'skipped', output: wordNothingHandedIn() };
  const { result } = judged;
  const failed = result.checks.filter(({ status }) => status === 'failed');
  const points = pointsText(grade);
  if (result.verdict === 'passed') return { status: 'passed', output: points };
  const text = [points, ...failed.map((check) => `${check.id}: ${checkText(check, judged)}`)].join('\n');
  return { status: 'failure', type: failed.map(({ id }) => id).join(' '), message: wordVerdict(result), text };
}

/** A run an assignment, with the findings of each student's attempt. */
export function exportSarif(book: GradeBook, options: ExportOptions): ExportFile[] {
  const runs = book.assignments.map(({ id }) => ({
    id,
    submissions: gradesOf(book, id).flatMap((grade) => {
      const attempt = shownResult(grade);
      return attempt ? [judgedOf(book, attempt, options)] : [];
    }),
  }));
  return [{ fileName: 'result.sarif', content: sarifLog(runs, programVersion(), options.docsUrl ?? null) }];
}

/** An error for what staff have to look at, a warning for who has not passed, and a table of the class. */
export function exportGithub(book: GradeBook, options: ExportOptions): ExportFile[] {
  const { text, leftOut } = workflowCommands(book.grades.flatMap((grade) => annotationOf(book, grade, options)));
  const head = `## ${forMarkdown(book.title ?? 'Grades')}\n`;
  const table = [
    '| assignment | passed | not passed | open | nothing handed in |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...book.assignments.map(({ id, title }) => countsRow(title, gradesOf(book, id))),
  ].join('\n');
  const students = [
    '| student | assignment | points | |',
    '| --- | --- | ---: | --- |',
    ...book.grades.map(studentRow),
  ].join('\n');
  const short = `${head}\n${table}\n`;
  return [
    { fileName: 'github.txt', content: text },
    { fileName: 'github-summary.md', content: jobSummary(`${short}\n${students}\n`, short, leftOut) },
  ];
}

function annotationOf(book: GradeBook, grade: Grade, options: ExportOptions): Annotation[] {
  const attempt = shownResult(grade);
  const title = `${grade.student}: ${grade.assignment}`;
  const open = openReason(grade);
  const place = { file: attempt ? judgedOf(book, attempt, options).path : null, line: null, column: null };
  if (open !== null) return [{ level: 'error', title, message: open, ...place }];
  if (!attempt || attempt.result.verdict === 'passed') return [];
  const [first] = allFindings(attempt.result);
  const message = [wordVerdict(attempt.result), first?.message].filter(Boolean).join('\n');
  return [{ level: 'warning', title, message, ...place, line: first?.line ?? null }];
}

function countsRow(title: string, grades: readonly Grade[]): string {
  const counts = { passed: 0, failed: 0, open: 0, none: 0 };
  for (const grade of grades) counts[standing(grade)]++;
  return `| ${forMarkdown(title)} | ${counts.passed} | ${counts.failed} | ${counts.open} | ${counts.none} |`;
}

function studentRow(grade: Grade): string {
  const attempt = shownResult(grade);
  const words = openReason(grade) ?? (attempt ? wordVerdict(attempt.result) : wordNothingHandedIn());
  const cells = [grade.student, grade.assignment, pointsText(grade) ?? '–', words];
  return `| ${cells.map(forMarkdown).join(' | ')} |`;
}

function standing(grade: Grade): 'passed' | 'failed' | 'open' | 'none' {
  if (openReason(grade) !== null) return 'open';
  const verdict = shownResult(grade)?.result.verdict;
  return verdict === undefined ? 'none' : verdict === 'passed' ? 'passed' : 'failed';
}

function pointsText(grade: Grade): string | null {
  const grading = gradingOf(grade);
  return grading?.status === 'graded'
    ? [`${grading.points} of ${grade.maxPoints} points.`, ...grading.notes].join(' ')
    : null;
}

function gradesOf({ grades }: GradeBook, id: string): Grade[] {
  return grades.filter(({ assignment }) => assignment === id);
}

function secondsOf(grade: Grade): number | null {
  const result = shownResult(grade)?.result;
  return result ? result.environment.durationMs / 1000 : null;
}
