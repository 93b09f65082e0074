/** A class book in the formats of gradebooks. */

import type { GradeBook } from '../model.ts';
import type { ExportFile, ExportOptions } from './book.ts';
import { exportCanvas } from './canvas.ts';
import { exportGithub, exportJunit, exportSarif } from './ci.ts';
import { exportCsv } from './csv.ts';
import { exportGradescope, exportPrairielearn } from './graders.ts';
import { exportMoodle } from './moodle.ts';
import { withEqualTotals } from './totals.ts';

export type { ExportFile, ExportOptions } from './book.ts';
export { causeOf, filePart, gradingOf, openReason, rounded, shownAttempt, titleOf } from './book.ts';
export { type Exported, listDigest, writeExport } from './folder.ts';
export { type Note, noteLines, notesFile, sentence } from './notes.ts';
export { withEqualTotals } from './totals.ts';

/** Every format; a new one is its file and its line here. */
const EXPORTS = {
  gradescope: exportGradescope,
  canvas: exportCanvas,
  moodle: exportMoodle,
  csv: exportCsv,
  junit: exportJunit,
  sarif: exportSarif,
  github: exportGithub,
  prairielearn: exportPrairielearn,
} as const satisfies Record<string, (book: GradeBook, options: ExportOptions) => ExportFile[]>;

export type ExportFormat = keyof typeof EXPORTS;
export const EXPORT_FORMATS = Object.keys(EXPORTS) as readonly ExportFormat[];

/** Formats with a file a student, or with several files: these have a folder of their own. */
const IN_FOLDERS: ReadonlySet<string> = new Set<ExportFormat>(['gradescope', 'github', 'prairielearn']);

/** Returns the folder of a format under the folder of exports; empty if its files are in that folder itself. */
export function folderOfFormat(format: string): string {
  return IN_FOLDERS.has(format) ? format : '';
}

/**
 * A class book as gradebooks, graders and build servers read it. Grades that are open are never a zero: they stay empty,
 * and a file of notes lists them if the format has no place for that. What a receiver cannot take is in these notes too,
 * and never costs the others their grades.
 * @returns files for one folder; their names differ
 */
export function exportBook(book: GradeBook, format: ExportFormat, options: ExportOptions = {}): ExportFile[] {
  // A row of csv has its own total.
  return EXPORTS[format](format === 'csv' ? book : withEqualTotals(book).book, options);
}
