import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  exportBook,
  folderOfFormat,
  withEqualTotals,
  writeExport,
} from '../../batch/export/index.ts';
import {
  FEEDBACK_FORMATS,
  type FeedbackFormat,
  isFeedbackFormat,
  makeFeedback,
  parseSender,
  platformNames,
} from '../../batch/feedback/index.ts';
import {
  type BatchStore,
  type GradedAttempt,
  JOURNAL_FILE,
  JOURNAL_HEAD_FILE,
  journalLines,
  readAttemptSource,
  readBook,
  readLine,
} from '../../batch/index.ts';
import { assertWritableFolder, writeFileAtomic } from '../../platform/files/index.ts';
import { EXIT, printable, systemCode, UsageError } from '../../platform/index.ts';
import type { CommandInput } from '../command.ts';
import { docsUrlOf } from '../docs-url.ts';
import { parseFormats } from '../options.ts';
import { feedbackNotes } from './feedback.ts';
import { Notes } from './notes.ts';
import { batchCommand, type OpenBatch, openBatch } from './open.ts';

const FORMATS = [...EXPORT_FORMATS, ...FEEDBACK_FORMATS];

interface ExportOptions {
  readonly format?: string;
  readonly from?: string;
  readonly into?: string;
  readonly assignments?: string[];
}

/** `grade batch export`: the grades as gradebooks, graders and build servers read them. */
export async function batchExport({ args, options: given, config, io }: CommandInput): Promise<number> {
  const options = given as unknown as ExportOptions;
  const [out = ''] = args;
  if (options.format === undefined) {
    throw new UsageError(`Which format? There are: ${FORMATS.join(', ')}. Give e.g. --format canvas.`);
  }
  const docsUrl = docsUrlOf(io, config);
  const formats = parseFormats(options.format, FORMATS) as (ExportFormat | FeedbackFormat)[];
  const sender = options.from === undefined ? null : parseSender(options.from);
  if (sender === null && formats.includes('mail')) {
    throw new UsageError("Who sends the mail? Give the sender, e.g. --from 'Ada Lovelace <ada@school.example>'.");
  }
  const { store, course, assignments } = await openBatch(out, options.assignments);
  const folder = options.into ?? join(out, 'export');
  assertWritableFolder(folder, '--into');
  const attempts = await store.attempts();
  const book = await readBook(store, course, [...assignments.values()]);
  const source = readAttemptSource(store, attempts);
  const names = await platformNames(store);
  const feedback = { report: readReport(store), names, sender, now: new Date() };
  const notes = new Notes(io);
  let empty = 0;
  for (const format of formats) {
    const files = isFeedbackFormat(format)
      ? await makeFeedback(book, format, feedback)
      : exportBook(book, format, { source, docsUrl });
    const inner = folderOfFormat(format);
    const placed = files.map((file) => ({
      ...file,
      fileName: inner === '' ? file.fileName : `${inner}/${file.fileName}`,
    }));
    const { written, removed, kept, saved } = await writeExport(folder, format, placed);
    const grades = written.filter((path) => !isNotes(path));
    if (grades.length === 0) empty += 1;
    io.stdout.write(`${format}: ${printable(whatWasWritten(grades, join(folder, inner)))}\n`);
    for (const file of files)
      if (isNotes(file.fileName)) notes.add(String(file.content), join(folder, inner, file.fileName));
    if (removed.length > 0) notes.say(`${removed.length} files of the last export of ${format} were removed.`);
    for (const path of saved)
      notes.say(`${path} is a file that was changed since the last export; a new one is in its place.`);
    for (const path of kept) notes.say(`${path} is of an earlier export and was changed since then, so it stays.`);
  }
  if (formats.some((format) => format !== 'csv')) {
    for (const line of withEqualTotals(book).apart) notes.once(line);
  }
  await printHead(store, folder, io);
  for (const note of feedbackNotes(store, book)) io.stderr.write(`warning: ${printable(note)}\n`);
  const open = book.grades.filter((grade) => grade.open !== null).length;
  if (open > 0) {
    io.stderr.write(
      `warning: ${open} grades are not final and were left empty. ${printable(batchCommand('review', out))} lists them with what each needs.\n`,
    );
  }
  return empty > 0 && book.grades.length > 0 ? EXIT.problems : EXIT.success;
}

function whatWasWritten(paths: readonly string[], folder: string): string {
  const [first] = paths;
  if (first === undefined) return 'nothing that its receiver could take; see the notes';
  return paths.length === 1 ? first : `${paths.length} files in ${folder}`;
}

/** The file of what a format could not hold. */
function isNotes(path: string): boolean {
  return path.endsWith('-notes.txt');
}

/** Returns what reads the report that students see of an attempt. */
export function readReport(store: Pick<BatchStore, 'path'>): (attempt: Pick<GradedAttempt, 'folder'>) => string | null {
  return ({ folder }) => {
    try {
      return readFileSync(store.path(folder, 'report.html'), 'utf8');
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return null;
      throw error;
    }
  };
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
