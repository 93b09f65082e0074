import { existsSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
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
import { wordPlural } from '../../explain/index.ts';
import { assertWritableFolder, folderObstacle, writeFileAtomic } from '../../platform/files/index.ts';
import { EXIT, printable, printableLine, systemCode, UsageError } from '../../platform/index.ts';
import type { CommandInput } from '../command.ts';
import { docsUrlOf } from '../docs-url.ts';
import type { Io } from '../io.ts';
import { parseFormats } from '../options.ts';
import { feedbackNotes } from './feedback.ts';
import { Notes } from './notes.ts';
import { type AtWork, batchCommand, type OpenBatch, openBatch, withBatch } from './open.ts';
import { warnOfChanges } from './record-check.ts';
import { strayDecisions } from './stray.ts';

const FORMATS = [...EXPORT_FORMATS, ...FEEDBACK_FORMATS];

interface ExportOptions {
  readonly format?: string;
  readonly from?: string;
  readonly into?: string;
  /** The exit status does not depend on the record. */
  readonly unverified?: true;
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
  return onRecord(batch, command, async (journal, hashOf) => {
    const changes = await warnOfChanges(batch.store, command, [folder], hashOf);
    const status = await exportAll(batch, { formats, folder, sender, docsUrl, journal }, io);
    return changes > 0 && options.unverified !== true ? EXIT.problems : status;
  });
}

/**
 * Exports under the lock of the batch, and puts it on record. If this cannot be, because the batch can only be read or
 * another command is at work, the export is made all the same, and a note reports it.
 */
async function onRecord(
  { store }: OpenBatch,
  command: CommandInput,
  work: (journal: Journal | null, hashOf?: AtWork['hashOf']) => Promise<number>,
): Promise<number> {
  const apart = (why: string): Promise<number> => {
    command.io.stderr.write(`note: The export is not on record: ${printableLine(why)}\n`);
    return work(null);
  };
  if (!existsSync(store.path(JOURNAL_FILE))) return apart('the batch has no journal.');
  if (folderObstacle(store.out) !== null) return apart(`nothing can be written to ${store.out}.`);
  try {
    return await withBatch(store, command, (journal, { hashOf }) => work(journal, hashOf));
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
  const purposes: string[] = [];
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
    const { removed, kept, saved, sha256 } = await writeExport(folder, format, placed);
    const head = (await journal?.head())?.mac ?? null;
    const facts = { into: resolve(folder), files: placed.length, sha256, head };
    await journal?.write({ event: 'exported', format, ...facts });
    const grades = placed.map(({ fileName }) => fileName).filter((path) => !isNotes(path));
    if (grades.length === 0) empty += 1;
    io.stdout.write(`${format}: ${printable(whatWasWritten(grades, folder))}\n`);
    purposes.push(...purposeOf(format, grades, folder));
    for (const file of files)
      if (isNotes(file.fileName)) notes.add(String(file.content), join(folder, inner, file.fileName));
    if (removed.length > 0)
      notes.say(
        `${wordPlural(removed.length, 'file')} of the last export of ${format} ${removed.length === 1 ? 'was' : 'were'} removed.`,
      );
    for (const path of saved)
      notes.say(`${path} is a file that was changed since the last export; a new one is in its place.`);
    for (const path of kept) notes.say(`${path} is of an earlier export and was changed since then, so it stays.`);
  }
  if (formats.some((format) => format !== 'csv')) {
    for (const line of withEqualTotals(book).apart) notes.once(line);
  }
  for (const purpose of purposes) io.stdout.write(`${printable(purpose)}\n`);
  await printHead(store, folder, io);
  const warnings = [...feedbackNotes(store, book), ...strayDecisions(keptCourse(store.out), book)];
  for (const warning of warnings) io.stderr.write(`warning: ${printable(printableLine(warning))}\n`);
  const open = book.grades.filter((grade) => grade.open !== null).length;
  if (open > 0) {
    io.stderr.write(
      `warning: ${open === 1 ? '1 grade is not final and was' : `${open} grades are not final and were`} left empty. ${printable(batchCommand('review', store.out))} lists ${open === 1 ? 'it with what it needs' : 'them with what each needs'}.\n`,
    );
  }
  return empty > 0 && book.grades.length > 0 ? EXIT.problems : EXIT.success;
}

/** Says what to do with the files of each format. */
const PURPOSES: Readonly<Record<ExportFormat | FeedbackFormat, (files: string) => string>> = {
  canvas: (files) => `Import ${files} in Canvas' gradebook.`,
  moodle: (files) => `Import ${files} in Moodle's gradebook.`,
  csv: (files) => `${files} has all grades, for a spreadsheet.`,
  gradescope: (files) => `${files} has a result per student and assignment, as a Gradescope autograder writes it.`,
  prairielearn: (files) => `${files} has a result per student and assignment, as PrairieLearn reads it.`,
  junit: (files) => `${files} is for build servers that read JUnit.`,
  sarif: (files) => `${files} is for tools that read SARIF.`,
  github: (files) => `${files} has annotations and a summary for GitHub Actions.`,
  feedback: (files) => `${files} has a folder for each student. Its first page is index.html.`,
  'moodle-feedback': (files) => `Upload ${files} in Moodle's assignment, as feedback files in a zip.`,
  'canvas-comments': (files) => `Upload ${files} in Canvas' gradebook, with Upload Submissions.`,
  mail: (files) => `${files} has a draft per student, for a mail program. Nothing is sent.`,
};

/** @param paths - of the files of grades, from the folder of exports */
function whatWasWritten(paths: readonly string[], folder: string): string {
  const [first] = paths;
  if (first === undefined) return 'nothing that its receiver could take; see the notes';
  if (paths.length === 1) return join(folder, first);
  return `${paths.length} files in ${join(folder, innerOf(paths))}`;
}

/** Returns the sentence on what to do with the files of a format; none if there are none. */
function purposeOf(format: ExportFormat | FeedbackFormat, paths: readonly string[], folder: string): string[] {
  const inner = innerOf(paths);
  const files = inner === '' ? paths.map((path) => join(folder, path)).join(' and ') : join(folder, inner, sep);
  return paths.length === 0 ? [] : [PURPOSES[format](files)];
}

/** Returns the folder under that of exports in which all files are; empty if they are in that folder itself. */
function innerOf(paths: readonly string[]): string {
  const [first = ''] = paths;
  return first.includes('/') ? first.slice(0, first.indexOf('/')) : '';
}

/** The file of what a format could not hold. */
function isNotes(path: string): boolean {
  return path.endsWith('-notes.txt');
}

/** Returns what reads the report that students see of an attempt. */
export function readReport(store: Pick<BatchStore, 'path'>): (attempt: Pick<GradedAttempt, 'folder'>) => Buffer | null {
  return ({ folder }) => {
    try {
      return readFileSync(store.path(folder, 'report.html'));
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
