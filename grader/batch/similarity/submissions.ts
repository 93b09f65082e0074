import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { STUDENT_LIMITS as LIMITS } from '../../limits/index.ts';
import { decodeSubmission, maxBytesOf } from '../../platform/files/index.ts';
import { GradeError, messageOf, systemCode, UsageError } from '../../platform/index.ts';

/** The file that every batch has at its root. */
const BATCH_FILE = 'batch.json';

/** The folder with the headers of an attempt. */
const HEADERS = 'headers';

/** One file that is compared. */
export interface SourceFile {
  /** The path from the submission's folder, with `/` on every platform. */
  readonly name: string;
  readonly source: string;
}

/** The files that a student handed in at one time. */
export interface Submission {
  readonly student: string;
  /** null where a student has one only. */
  readonly attempt: string | null;
  /** An earlier term's is compared with this term's, and with no other. */
  readonly term: 'current' | 'previous';
  readonly files: readonly SourceFile[];
}

/** Returns the CUDA source in a Python program or a notebook. @throws UsageError if there is none */
export type Extract = (source: string, fileName: string) => Promise<string>;

/** A file that could not be compared, and why, in a sentence. */
export interface Skipped {
  readonly student: string;
  readonly file: string;
  readonly reason: string;
}

export interface ClassFiles {
  readonly submissions: readonly Submission[];
  readonly skipped: readonly Skipped[];
}

interface Place {
  readonly student: string;
  readonly attempt: string | null;
  /** Relative to the folder of the class. */
  readonly files: readonly string[];
  /** The parts that cannot be read, or is over a limit. */
  readonly skipped: readonly Skipped[];
  /** The part of the files' paths that is not shown. */
  readonly folder: string;
}

/**
 * Reads the submissions in a folder: a `.cu` file or a folder per student, or what a batch wrote
 * (`students/<id>/<attempt>/`), of which attempts at other assignments are left out. What a student has beyond the
 * limits of an import is skipped, with the reason.
 * @throws UsageError where there is no such folder, or nothing in it
 */
export async function readClass(
  dir: string,
  assignment: string,
  term: Submission['term'],
  extract: Extract | null = null,
): Promise<ClassFiles> {
  const top = entriesOf(dir, dir);
  // Students can be called `students`, but only a batch has such a file at the root.
  const isBatch = top.some((entry) => entry.name === BATCH_FILE && entry.isFile());
  const places = isBatch ? batchPlaces(dir, assignment) : plainPlaces(dir, top);
  const submissions: Submission[] = [];
  const skipped: Skipped[] = [];
  const limits = new Map<string, { files: number; bytes: number }>();
  for (const { student, attempt, files, folder, skipped: left } of places) {
    skipped.push(...left);
    const used = limits.get(student) ?? { files: 0, bytes: 0 };
    limits.set(student, used);
    const sources: SourceFile[] = [];
    for (const [index, file] of files.entries()) {
      const name = relative(folder, file).split(sep).join('/');
      try {
        const read = await readSource(join(dir, file));
        if (isPython(file) && extract === null) {
          throw new UsageError('Python programs and notebooks are not compared.');
        }
        const source = isPython(file) && extract !== null ? await extract(read, basename(file)) : read;
        used.files += 1;
        used.bytes += Buffer.byteLength(source);
        if (used.files > LIMITS.sources || used.bytes > LIMITS.sourceBytes) {
          skipped.push({ student, file: shownPath(file), reason: overLimits(files.length - index) });
          break;
        }
        sources.push({ name, source });
      } catch (error) {
        if (!(error instanceof GradeError)) throw error;
        skipped.push({ student, file: shownPath(file), reason: error.message });
      }
    }
    if (sources.length > 0) submissions.push({ student, attempt, term, files: sources });
  }
  if (submissions.length === 0) {
    throw new UsageError(
      `${dir} holds no submissions. Give a folder with a .cu file or a folder for each student, or one that grade batch wrote.`,
      { details: skipped.slice(0, 20).map(({ file, reason }) => `${file}: ${reason}`) },
    );
  }
  return { submissions, skipped };
}

function overLimits(count: number): string {
  const { sources, sourceBytes } = LIMITS;
  const rest = count === 1 ? 'this one is' : `${count} are`;
  return `${rest} not compared: at most ${sources} sources of a student with ${sourceBytes / 2 ** 20} MiB are.`;
}

function shownPath(path: string): string {
  return path.split(sep).join('/');
}

function plainPlaces(dir: string, top: readonly Dirent[]): Place[] {
  const places = top.flatMap((entry): Place[] => {
    const { name } = entry;
    if (entry.isFile() && isSource(name)) {
      return [{ student: name.slice(0, -'.cu'.length), attempt: null, files: [name], skipped: [], folder: '' }];
    }
    return entry.isDirectory() ? placesOf(dir, name, name, null) : [];
  });
  const count = new Map<string, number>();
  for (const { student } of places) count.set(student, (count.get(student) ?? 0) + 1);
  // `ada.cu` beside `ada/`: both are hers.
  return places.map((place) =>
    (count.get(place.student) ?? 0) > 1
      ? { ...place, attempt: basename(place.folder || (place.files[0] ?? '')) }
      : place,
  );
}

function batchPlaces(dir: string, assignment: string): Place[] {
  const folders = (path: string): string[] =>
    entriesOf(join(dir, path), dir).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  return folders('students').flatMap((student) =>
    folders(join('students', student)).flatMap((attempt): Place[] => {
      const folder = join('students', student, attempt);
      return isFor(join(dir, folder), assignment) ? placesOf(dir, folder, student, attempt) : [];
    }),
  );
}

/** Returns a student's folder, unless there is nothing in it to compare or to tell. */
function placesOf(dir: string, folder: string, student: string, attempt: string | null): Place[] {
  const files: string[] = [];
  const skipped: Skipped[] = [];
  sourcesUnder(dir, folder, 1, files, (path, reason) => skipped.push({ student, file: shownPath(path), reason }));
  return files.length + skipped.length > 0 ? [{ student, attempt, files, skipped, folder }] : [];
}

/** An attempt without a readable result is taken: it may not have been graded yet. */
function isFor(folder: string, assignment: string): boolean {
  try {
    const result: unknown = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'));
    const named = typeof result === 'object' && result !== null && 'assignment' in result ? result.assignment : null;
    return typeof named !== 'string' || named === assignment;
  } catch {
    return true;
  }
}

/** Links are not followed: they may lead to another student's files, or round in a circle. */
function sourcesUnder(
  dir: string,
  folder: string,
  depth: number,
  files: string[],
  skip: (path: string, reason: string) => void,
): void {
  let entries: Dirent[];
  try {
    entries = entriesOf(join(dir, folder), dir);
  } catch (error) {
    skip(folder, `the folder cannot be read (${causeOf(error)}).`);
    return;
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isFile() && (isSource(entry.name) || isPython(entry.name) || basename(folder) === HEADERS))
      files.push(path);
    else if (entry.isDirectory() && depth >= LIMITS.depth) skip(path, `it is nested in more than ${depth} folders.`);
    else if (entry.isDirectory()) sourcesUnder(dir, path, depth + 1, files, skip);
  }
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return systemCode(cause) ?? messageOf(error);
}

function isSource(name: string): boolean {
  return name.length > '.cu'.length && name.toLowerCase().endsWith('.cu');
}

function isPython(name: string): boolean {
  return /\.(?:py|ipynb)$/i.test(name);
}

/** Lists entries by name, without what is hidden. */
function entriesOf(path: string, given: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith('.'))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') throw new UsageError(`${given} does not exist. Give the folder with the submissions.`);
    if (code === 'ENOTDIR') throw new UsageError(`${given} is not a folder. Give the folder with the submissions.`);
    throw new UsageError(`${path} cannot be read (${code ?? messageOf(error)}).`, { cause: error });
  }
}

/** As `readSubmission`, but what is not UTF-8 is read as Windows-1252: an old editor must not hide a copy. */
async function readSource(path: string): Promise<string> {
  const name = basename(path);
  let bytes: Buffer;
  try {
    const { size } = await stat(path);
    const limit = maxBytesOf(name);
    if (size > limit) {
      const most = limit.toLocaleString('en-US');
      throw new UsageError(`${name} has ${size.toLocaleString('en-US')} bytes. At most ${most} are compared.`);
    }
    bytes = await readFile(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${name} cannot be read (${systemCode(error) ?? messageOf(error)}).`, { cause: error });
  }
  try {
    return decodeSubmission(bytes, name);
  } catch (error) {
    const text = bytes.includes(0) ? '' : new TextDecoder('windows-1252').decode(bytes);
    if (text.trim() === '') throw error;
    return text;
  }
}
