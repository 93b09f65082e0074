import { wordVerdict } from '../../explain/index.ts';
import { bounded, checkText, forHtml, forSpreadsheet } from '../../report/index.ts';
import type { Grade, GradeBook } from '../model.ts';
import { type ExportFile, type ExportOptions, filePart, gradingOf, judgedOf, pointsOf, shownResult } from './book.ts';
import { type Note, notesOn } from './notes.ts';
import { type Cell, table } from './table.ts';

const HEAD = ['useremail', 'useridnumber', 'grade', 'feedback'];
/** A comment in a gradebook, not a report. */
const FEEDBACK_BYTES = 4000;

/**
 * For Moodle's grade import, a file an assignment: the importer asks which column is which. It finds students by
 * `useremail` or `useridnumber`, which are therefore written as they are. It shows feedback as HTML. An assignment of
 * which no student has either has no file.
 */
export function exportMoodle(book: GradeBook, options: ExportOptions): ExportFile[] {
  const unknown = new Set<string>();
  const lost: string[] = [];
  const files = book.assignments.flatMap(({ id }): ExportFile[] => {
    const handedIn = book.grades.filter((grade) => grade.assignment === id && gradingOf(grade) !== null);
    const known = handedIn.filter(({ roster }) => roster?.email || roster?.idNumber);
    // One row that Moodle cannot map makes it refuse the whole file.
    for (const grade of handedIn) if (!known.includes(grade)) unknown.add(grade.student);
    const fileName = `moodle.${filePart(id)}.csv`;
    if (handedIn.length > 0 && known.length === 0) {
      lost.push(
        `${fileName}: not written, because no student of ${id} has an e-mail address or an ID number in the roster.`,
      );
      return [];
    }
    const rows = known.map((grade): Cell[] => [
      grade.roster?.email ?? null,
      grade.roster?.idNumber ?? null,
      pointsOf(grade),
      feedbackOf(book, grade, options),
    ]);
    return [{ fileName, content: table([HEAD, ...rows]) }];
  });
  const notes = [...unknown].map(
    (who): Note => ({ who, why: 'left out, because the roster has neither an e-mail address nor an ID number.' }),
  );
  return [...files, ...notesOn(book, 'moodle', [...lost, ...notes])];
}

function feedbackOf(book: GradeBook, grade: Grade, options: ExportOptions): string {
  const grading = gradingOf(grade);
  if (grading && grading.status !== 'graded') return forSpreadsheet(forHtml(grading.reason).replaceAll('\n', '<br>'));
  const attempt = shownResult(grade);
  if (!attempt) return forSpreadsheet(forHtml((grading?.notes ?? []).join('\n')).replaceAll('\n', '<br>'));
  const judged = judgedOf(book, attempt, options);
  const { result } = judged;
  const here = { result, path: result.submission.file };
  const failed = result.checks.filter(({ status }) => status === 'failed');
  const text = [
    wordVerdict(result),
    ...(grading?.notes ?? []),
    ...failed.map((check) => `${check.id}: ${checkText(check, here)}`),
  ].join('\n');
  return forSpreadsheet(forHtml(bounded(text, FEEDBACK_BYTES, '…')).replaceAll('\n', '<br>'));
}
