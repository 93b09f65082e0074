import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXPORT_FORMATS, type ExportFile, type ExportFormat, exportBook } from '../../batch/export/index.ts';
import {
  JOURNAL_FILE,
  JOURNAL_HEAD_FILE,
  journalLines,
  readAttemptSource,
  readBook,
  readLine,
} from '../../batch/index.ts';
import { assertWritableFolder, writeFileAtomic, writeReports } from '../../platform/files/index.ts';
import { printable, UsageError } from '../../platform/index.ts';
import type { CommandInput } from '../command.ts';
import { docsUrlOf } from '../docs-url.ts';
import { parseFormats } from '../options.ts';
import { feedbackNotes } from './feedback.ts';
import { batchCommand, type OpenBatch, openBatch, resumeCommand } from './open.ts';

interface ExportOptions {
  readonly format?: string;
  readonly into?: string;
  readonly assignments?: string[];
}

/** `grade batch export`: the grades as gradebooks, graders and build servers read them. */
export async function batchExport({ args, options: given, config, io }: CommandInput): Promise<number> {
  const options = given as unknown as ExportOptions;
  const [out = ''] = args;
  if (options.format === undefined) {
    throw new UsageError(`Which format? There are: ${EXPORT_FORMATS.join(', ')}. Give e.g. --format canvas.`);
  }
  const docsUrl = docsUrlOf(io, config);
  const formats = parseFormats(options.format, EXPORT_FORMATS) as ExportFormat[];
  const { store, course, assignments } = await openBatch(out, options.assignments);
  const folder = options.into ?? join(out, 'export');
  assertWritableFolder(folder);
  const attempts = await store.attempts();
  const book = await readBook(store, course, [...assignments.values()]);
  const source = readAttemptSource(store, attempts);
  // All formats before the first file: what one of them refuses leaves nothing half done.
  const made = formats.map((format) => ({ format, files: exportBook(book, format, { source, docsUrl }) }));
  for (const { format, files } of made) {
    const into = files.length > 1 && format !== 'moodle' ? join(folder, format) : folder;
    const paths = await writeReports(into, files);
    const [first = into] = paths;
    io.stdout.write(`${format}: ${printable(files.length === 1 ? first : `${files.length} files in ${into}`)}\n`);
    for (const line of notesOf(files)) io.stderr.write(`note: ${printable(line)}\n`);
  }
  await printHead(store, folder, io);
  for (const note of feedbackNotes(store, book)) io.stderr.write(`warning: ${printable(note)}\n`);
  const open = book.grades.filter((grade) => grade.open !== null).length;
  if (open > 0) {
    io.stderr.write(
      `warning: ${open} grades are not final and were left empty. ${printable(resumeCommand(out))} tries them again.\n`,
    );
  }
  return 0;
}

/** Prints the last signature of the journal and keeps it with the grades: they are those of the record up to there. */
async function printHead(store: OpenBatch['store'], folder: string, io: CommandInput['io']): Promise<void> {
  const mac = (await journalLines(store.path(JOURNAL_FILE))).flatMap((line) => readLine(line).mac ?? []).at(-1);
  if (mac === undefined) return;
  const path = join(folder, JOURNAL_HEAD_FILE);
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (!before.split('\n').includes(mac)) await writeFileAtomic(path, `${before}${mac}\n`);
  io.stdout.write(
    `journal: the last signature is ${mac}; ${printable(batchCommand('status', store.out))} --verify --head ${mac} proves the record up to it\n`,
  );
}

/** What a format could not hold is in a file beside it. */
function notesOf(files: readonly ExportFile[]): string[] {
  return files.filter(({ fileName }) => fileName.endsWith('-notes.txt')).map(({ fileName }) => `see ${fileName}`);
}
