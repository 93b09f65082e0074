/** A class book in the formats of gradebooks. */

import type { GradeBook } from '../model.ts';
import { assertEqualTotals, type ExportFile, type ExportOptions } from './book.ts';
import { exportCanvas } from './canvas.ts';
import { exportGithub, exportJunit, exportSarif } from './ci.ts';
import { exportCsv } from './csv.ts';
import { exportGradescope, exportPrairielearn } from './graders.ts';
import { exportMoodle } from './moodle.ts';

export type { ExportFile, ExportOptions } from './book.ts';

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

/**
 * A class book as gradebooks, graders and build servers read it. Grades that are open are never a zero: they stay empty,
 * and a file of notes lists them where the format has no place for that.
 * @returns files for one folder; their names differ
 * @throws UsageError where results of one assignment are out of different totals, or the receiver could not tell who
 * the students are
 */
export function exportBook(book: GradeBook, format: ExportFormat, options: ExportOptions = {}): ExportFile[] {
  assertEqualTotals(book);
  return EXPORTS[format](book, options);
}
