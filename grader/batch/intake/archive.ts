import { validateFileName } from 'yauzl';
import { ARCHIVE_LIMITS, STUDENT_LIMITS } from '../../limits/index.ts';
import { messageOf, UsageError } from '../../platform/errors.ts';
import { MAX_SUBMISSION_BYTES } from '../../platform/submission-file.ts';
import { GRADESCOPE_METADATA } from './gradescope.ts';
import { type HandedFile, isCuda, type Listing, lastPart } from './handed.ts';
import { isHidden, Notes } from './left-out.ts';
import { openTar } from './tar.ts';
import { type IsStudent, wrapperOf } from './wrapper.ts';
import { openZip } from './zip.ts';

const { entries: MAX_ENTRIES, sourceBytes: MAX_TOTAL_BYTES, metadataBytes: MAX_METADATA_BYTES } = ARCHIVE_LIMITS;
const { filesOfAFolder: MAX_FILES_OF_FOLDER, sources: MAX_SOURCES_OF_ONE } = STUDENT_LIMITS;
/** Enough of a file to say that it is too large. */
const MAX_FILE_BYTES = MAX_SUBMISSION_BYTES + 1;

/** The longest path that Linux has. */
const MAX_PATH = 4096;

const ARCHIVES = /\.(zip|tar|tgz|tar\.gz)$/i;

export function isArchive(path: string): boolean {
  return ARCHIVES.test(path);
}

/** An entry as an archive lists it. */
export interface ArchiveEntry {
  /** With `/`; it can lead anywhere. */
  readonly path: string;
  readonly bytes: number;
  /** False for a folder, a symbolic link or a device, and for a hard link to an entry that is not listed before it. */
  readonly isFile: boolean;
}

/** The beginning of an entry, or why it cannot be read. */
export type Content = { readonly bytes: Buffer } | { readonly problem: string };

/** An archive that is read in two steps: its list, then the content of some entries. */
export interface Archive {
  /** @param visit - gets every entry in order, and returns whether it is kept; what it throws ends the reading */
  list(visit: (entry: ArchiveEntry) => boolean): Promise<void>;
  /** @param wanted - the number of bytes to keep, by the entry's number in the list */
  read(wanted: ReadonlyMap<number, number>): Promise<ReadonlyMap<number, Content>>;
  close(): Promise<void>;
}

/**
 * Lists the files of a zip or tar archive, and reads sources and metadata. Symbolic links and devices are left out; an
 * entry that is bad is left out with a note. One student's entries never end the reading of the others'.
 * @param isStudent - whether the roster knows a name; null without a roster
 * @throws UsageError if the archive is damaged, or too large to be a class
 */
export async function listArchive(path: string, isStudent: IsStudent | null): Promise<Listing> {
  try {
    const archive = await (/\.zip$/i.test(path) ? openZip(path) : openTar(path));
    try {
      return await listingOf(archive, path, isStudent);
    } finally {
      await archive.close();
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw damaged(path, messageOf(error), error);
  }
}

interface Kept {
  readonly index: number;
  readonly path: string;
  readonly bytes: number;
}

async function listingOf(archive: Archive, path: string, isStudent: IsStudent | null): Promise<Listing> {
  const bad = new Notes((problem) => `An entry of the archive is left out: ${problem}.`);
  const leftOut = new Notes((note) => note);
  const kept = await entriesOf(archive, path, bad, leftOut);
  const wanted = wantedOf(kept, path, isStudent);
  const contents = await archive.read(wanted);
  const files = kept.flatMap((entry): HandedFile[] => {
    const content = contents.get(entry.index) ?? { bytes: Buffer.alloc(0) };
    if ('bytes' in content) {
      return [{ ...placed(entry), read: async (limit) => content.bytes.subarray(0, limit) }];
    }
    bad.add(`${entry.path} cannot be unpacked: ${content.problem}`);
    return [];
  });
  // Nothing but bad entries: it is the archive that is damaged.
  const [first] = bad.all();
  if (files.length === 0 && first !== undefined) throw damaged(path, first);
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), notes: [...bad.all(), ...leftOut.all()] };
}

function placed({ path, bytes }: Kept): Pick<HandedFile, 'path' | 'bytes'> {
  return { path, bytes };
}

/** Lists the entries that are files with a good name, not more of a folder than one student hands in. */
async function entriesOf(archive: Archive, path: string, bad: Notes, leftOut: Notes): Promise<Kept[]> {
  const kept: Kept[] = [];
  const names = new Set<string>();
  const counts = new Map<string, number>();
  let [index, listed] = [-1, 0];
  await archive.list(({ path: name, bytes, isFile }) => {
    index += 1;
    if (name.endsWith('/')) return false;
    if (isHidden(name)) {
      leftOut.addHidden(name);
      return false;
    }
    if (!isFile) {
      leftOut.addNoFile(name);
      return false;
    }
    const folder = folderOf(name);
    const count = (counts.get(folder) ?? 0) + 1;
    counts.set(folder, count);
    if (folder !== '' && count > MAX_FILES_OF_FOLDER) {
      if (count === MAX_FILES_OF_FOLDER + 1) leftOut.addCrowded(folder);
      return false;
    }
    listed += 1;
    if (listed > MAX_ENTRIES) {
      throw new UsageError(`${path} has more than ${MAX_ENTRIES} entries. Unpack what you want to grade.`);
    }
    const problem = problemOf(name, names);
    if (problem !== null) {
      bad.add(problem);
      return false;
    }
    names.add(name);
    kept.push({ index, path: name, bytes });
    return true;
  });
  return kept;
}

function problemOf(name: string, names: ReadonlySet<string>): string | null {
  if (name.length > MAX_PATH) return `its name is longer than ${MAX_PATH} characters`;
  return validateFileName(name) ?? (names.has(name) ? `there are several of this name: ${name}` : null);
}

/** Returns the first two folders of a path: at least as much as one student's. */
function folderOf(path: string): string {
  return path.split('/').slice(0, -1).slice(0, 2).join('/');
}

/** Returns how much to keep of each source, and of metadata where platforms put it. */
function wantedOf(kept: readonly Kept[], path: string, isStudent: IsStudent | null): Map<number, number> {
  const wrapper = wrapperOf(kept, path, isStudent);
  const below = (name: string) => (wrapper === null ? name : name.slice(wrapper.length + 1));
  const studentOf = (name: string) => (below(name).includes('/') ? below(name).split('/')[0] : name) ?? name;
  const sources = new Map<string, number>();
  for (const { path: name } of kept) {
    if (isCuda(name)) sources.set(studentOf(name), (sources.get(studentOf(name)) ?? 0) + 1);
  }
  let total = 0;
  const wanted = new Map<number, number>();
  for (const { index, path: name, bytes } of kept) {
    const isSource = isCuda(name) && (sources.get(studentOf(name)) ?? 0) <= MAX_SOURCES_OF_ONE;
    const isMetadata = lastPart(name) === GRADESCOPE_METADATA && name.split('/').length <= 2;
    if (!isSource && !isMetadata) continue;
    const keep = isSource ? MAX_FILE_BYTES : MAX_METADATA_BYTES;
    total += Math.min(bytes, keep);
    if (total > MAX_TOTAL_BYTES) {
      throw new UsageError(`${path} holds more than ${MAX_TOTAL_BYTES / 2 ** 20} MiB of sources. Grade it in parts.`);
    }
    wanted.set(index, keep);
  }
  return wanted;
}

function damaged(path: string, why: string, cause?: unknown): UsageError {
  return new UsageError(`${path} cannot be unpacked: ${why}. Is it a whole zip or tar archive?`, { cause });
}
