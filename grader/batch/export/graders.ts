import { type Grading, gradescopeResult, type Judged, prairielearnResult } from '../../report/index.ts';
import type { GradeBook } from '../model.ts';
import { type ExportFile, type ExportOptions, filePart, gradingOf, judgedOf, shownResult } from './book.ts';
import { notesOn } from './notes.ts';

/** A result file a student and assignment, as graders inside these platforms leave them. */

export function exportGradescope(book: GradeBook, options: ExportOptions): ExportFile[] {
  return resultFiles(book, 'gradescope', options, gradescopeResult);
}

export function exportPrairielearn(book: GradeBook, options: ExportOptions): ExportFile[] {
  return resultFiles(book, 'prairielearn', options, (judged, grading) =>
    prairielearnResult(judged, grading, judged.result.maxScore),
  );
}

function resultFiles(
  book: GradeBook,
  format: string,
  options: ExportOptions,
  render: (judged: Judged, grading: Grading) => object,
): ExportFile[] {
  const files = book.grades.flatMap((grade) => {
    const attempt = shownResult(grade);
    const grading = gradingOf(grade);
    if (!attempt || !grading) return [];
    const fileName = `${format}.${filePart(grade.assignment)}.${filePart(grade.student)}.json`;
    const value = render(judgedOf(book, attempt, options), grading);
    return [{ fileName, content: `${JSON.stringify(value, null, 2)}\n` }];
  });
  return [...files, ...notesOn(book, format)];
}
