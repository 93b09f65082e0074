import { wellFormed } from '../../report/index.ts';
import type { GradeBook } from '../model.ts';
import { type ExportFile, openReason } from './book.ts';

/**
 * What the receiver's own format has no place for, for whoever imports it: grades that are open first.
 * @returns one file, or none where there is nothing to say
 */
export function notesOn(book: GradeBook, format: string, more: readonly string[] = []): ExportFile[] {
  const open = book.grades.flatMap((grade) => {
    const reason = openReason(grade);
    return reason === null
      ? []
      : [`${grade.student}, ${grade.assignment}: left empty, because the grade is open. ${reason}`];
  });
  return notesFile(format, [...open, ...more]);
}

/** Returns the file of notes of a format, a line each; none if there is no note. */
export function notesFile(format: string, notes: readonly string[]): ExportFile[] {
  const lines = notes.map((line) => wellFormed(line).replace(/\s+/g, ' '));
  return lines.length > 0 ? [{ fileName: `${format}-notes.txt`, content: `${lines.join('\n')}\n` }] : [];
}
