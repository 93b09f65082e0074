import { wellFormed } from '../../report/index.ts';
import type { GradeBook } from '../model.ts';
import { type ExportFile, openReason } from './book.ts';

/**
 * What the receiver's own format has no place for, for whoever imports it: grades that are open first.
 * @returns one file, or none where there is nothing to say
 */
export function notesOn(book: GradeBook, format: string, more: readonly Note[] = []): ExportFile[] {
  const open = book.grades.flatMap((grade) => {
    const reason = openReason(grade);
    return reason === null
      ? []
      : [
          {
            who: `${grade.student}, ${grade.assignment}`,
            why: `left empty, because the grade is open. ${sentence(reason)}`,
          },
        ];
  });
  return notesFile(format, [...open, ...more]);
}

/** Returns a reason as a sentence, without the attempt, which differs between students. */
export function sentence(reason: string): string {
  const text = reason.replace(/^attempt [^ ]+: /, '');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

/** A note: a sentence, or what is true of somebody, which others can share. */
export type Note = string | { readonly who: string; readonly why: string };

/** Notes for one reason that have a line each, at most; more are one line. */
const ALONE = 3;

/** Returns a line per note. Notes with the same reason are one line, with their number and the names. */
export function noteLines(notes: readonly Note[]): string[] {
  const groups = new Map<string, string[]>();
  for (const note of notes) {
    if (typeof note !== 'string') groups.set(note.why, [...(groups.get(note.why) ?? []), note.who]);
  }
  const told = new Set<string>();
  return notes.flatMap((note): string[] => {
    if (typeof note === 'string') return [note];
    const { who, why } = note;
    const names = groups.get(why) ?? [];
    if (names.length <= ALONE) return [`${who}: ${why}`];
    if (told.has(why)) return [];
    told.add(why);
    const what = who.includes(', ') ? 'grades' : 'students';
    return [`${names.length} ${what}: ${why} These are: ${names.join('; ')}.`];
  });
}

/** Returns the file of notes of a format, a line each; none if there is no note. */
export function notesFile(format: string, notes: readonly Note[]): ExportFile[] {
  const lines = noteLines(notes).map((line) => wellFormed(line).replace(/\s+/g, ' '));
  return lines.length > 0 ? [{ fileName: `${format}-notes.txt`, content: `${lines.join('\n')}\n` }] : [];
}
