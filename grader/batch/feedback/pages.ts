import Handlebars from 'handlebars';
import { wordStatus } from '../../explain/index.ts';
import { sha256 } from '../../platform/index.ts';
import { packagedTemplates, wellFormed } from '../../report/index.ts';
import { filePart, gradingOf, type Note, notesFile, rounded, shownAttempt } from '../export/index.ts';
import type { GradeBook } from '../model.ts';
import type { AssignmentFeedback, FeedbackFile, StudentFeedback } from './feedback.ts';
import { noReport } from './reports.ts';

/** Makes a folder per student: a page with every grade, and beside it the reports that it links. */
export async function feedbackPages(students: Iterable<StudentFeedback>, book: GradeBook): Promise<FeedbackFile[]> {
  const notes: Note[] = [];
  const files: FeedbackFile[] = [];
  for (const feedback of students) {
    const folder = `feedback/${filePart(feedback.student)}`;
    const { assignments, student } = feedback;
    for (const one of assignments) {
      if (one.report === null && one.grade.attempts.length > 0) notes.push(noReport(student, one));
    }
    files.push(
      { fileName: `${folder}/index.html`, content: feedbackPage(feedback, book.title) },
      ...assignments.flatMap(({ report, reportName }) =>
        report === null ? [] : [{ fileName: `${folder}/${reportName}`, content: report }],
      ),
    );
  }
  return [...files, ...notesFile('feedback', notes)];
}

/** Renders one student's page: without a script, for the screen and for paper. */
function feedbackPage({ student, name, assignments }: StudentFeedback, title: string | null): string {
  const style = packagedTemplates.read('report.css');
  const page = packagedTemplates.compile('feedback.html.hbs')({
    style: new Handlebars.SafeString(style),
    styleHash: new Handlebars.SafeString(sha256('base64', style)),
    title: title ?? 'Grades',
    student,
    name,
    total: totalOf(assignments),
    assignments: assignments.map((one, at) => ({
      anchor: `assignment-${at + 1}`,
      title: one.title,
      sentences: one.sentences,
      checks: checksOf(one),
      report: one.report === null ? null : encodeURIComponent(one.reportName),
    })),
  });
  return wellFormed(page);
}

/** Returns the sum of all grades; `null` if one is open, because the sum would look like a grade that is final. */
function totalOf(assignments: readonly AssignmentFeedback[]): { points: number; maxPoints: number } | null {
  const counting = assignments.filter(({ grade }) => !grade.isExcused);
  const gradings = counting.map(({ grade }) => ({ grading: gradingOf(grade), maxPoints: grade.maxPoints }));
  if (gradings.length < 2) return null;
  let [points, maxPoints] = [0, 0];
  for (const { grading, maxPoints: most } of gradings) {
    if (grading?.status !== 'graded' || most === null) return null;
    points += grading.points;
    maxPoints += most;
  }
  return { points: rounded(points), maxPoints };
}

function checksOf({ grade }: AssignmentFeedback): object[] {
  const result = shownAttempt(grade)?.result;
  if (!result || gradingOf(grade)?.status !== 'graded') return [];
  return result.checks.map(({ id, status, score, maxScore }) => ({
    id,
    words: wordStatus(status),
    points: maxScore > 0 ? `${rounded(score)} of ${maxScore}` : '',
  }));
}
