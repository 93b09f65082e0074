import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  exportBook,
  folderOfFormat,
  listDigest,
  withEqualTotals,
  writeExport,
} from '../../batch/export/index.ts';
import {
  FEEDBACK_FORMATS,
  type FeedbackFormat,
  type FeedbackOptions,
  isFeedbackFormat,
  makeFeedback,
  parseSender,
  platformNames,
} from '../../batch/feedback/index.ts';
import {
  BatchBusyError,
  type BatchStore,
  EXPORT,
  type GradedAttempt,
  JOURNAL_FILE,
  JOURNAL_HEAD_FILE,
  type Journal,
  journalLines,
  keptCourse,
  readAttemptSource,
  readBook,
  readLine,
} from '../../batch/index.ts';
import { assertWritableFolder, folderObstacle, writeFileAtomic } from '../../platform/files/index.ts';
import { EXIT, printable, printableLine, systemCode, UsageError } from '../../platform/index.ts';
import type { CommandInput } from '../command.ts';
import { docsUrlOf } from '../docs-url.ts';
import type { Io } from '../io.ts';
import { parseFormats } from '../options.ts';
import { feedbackNotes } from './feedback.ts';
import { Notes } from './notes.ts';
import { batchCommand, type OpenBatch, openBatch, withBatch } from './open.ts';

const FORMATS = [...EXPORT_FORMATS, ...FEEDBACK_FORMATS];

interface ExportOptions {
  readonly format?: string;
  readonly from?: string;
  readonly into?: string;
  readonly assignments?: string[];
}

/** `grade batch export`: the grades as gradebooks, graders and build servers read them. */
export async function batchExport(command: CommandInput): Promise<number> {
  const { args, options: given, config, io } = command;
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
  const batch = await openBatch(out, options.assignments);
  const folder = options.into ?? join(out, EXPORT);
  assertWritableFolder(folder, '--into');
  return onRecord(batch, command, (journal) => exportAll(batch, { formats, folder, sender, docsUrl, journal }, io));
}

/**
 * Exports under the lock of the batch, and puts it on record. If this cannot be, because the batch can only be read or
 * another command is at work, the export is made all the same, and a note reports it.
 */
async function onRecord(
  { store }: OpenBatch,
  command: CommandInput,
  work: (journal: Journal | null) => Promise<number>,
): Promise<number> {
  const apart = (why: string): Promise<number> => {
    command.io.stderr.write(`note: The export is not on record: ${printableLine(why)}\n`);
    return work(null);
  };
  if (folderObstacle(store.out) !== null) return apart(`nothing can be written to ${store.out}.`);
  try {
    return await withBatch(store, command, work);
  } catch (error) {
    if (error instanceof BatchBusyError) return apart(error.message);
    throw error;
  }
}

interface Exporting {
  readonly formats: readonly (ExportFormat | FeedbackFormat)[];
  /** The folder of exports. */
  readonly folder: string;
  readonly sender: FeedbackOptions['sender'];
  readonly docsUrl: string | null;
  /** `null` if the export cannot be put on record. */
  readonly journal: Journal | null;
}

async function exportAll(
  { store, assignments }: OpenBatch,
  { formats, folder, sender, docsUrl, journal }: Exporting,
  io: Io,
): Promise<number> {
  const attempts = await store.attempts();
  const book = await readBook(store, keptCourse(store.out), [...assignments.values()]);
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
    const head = (await journal?.head())?.mac ?? null;
    const facts = { into: resolve(folder), files: placed.length, sha256: listDigest(placed), head };
    await journal?.write({ event: 'exported', format, ...facts });
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
      `warning: ${open} grades are not final and were left empty. ${printable(batchCommand('review', store.out))} lists them with what each needs.\n`,
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
