import { validateFileName } from 'yauzl';
import { ARCHIVE_LIMITS, STUDENT_LIMITS } from '../../limits/index.ts';
import { maxBytesOf } from '../../platform/files/index.ts';
import { messageOf, UsageError } from '../../platform/index.ts';
import { compareAttempts } from '../model.ts';
import { GRADESCOPE_METADATA } from './gradescope.ts';
import { type HandedFile, isCuda, isHeader, type Listing } from './handed.ts';
import { Notes, shown } from './left-out.ts';
import { isNested } from './nested.ts';
import type { Archive } from './opened.ts';
import { type Kept, type Selection, selectEntries } from './select.ts';
import { openTar } from './tar.ts';
import type { IsStudent } from './wrapper.ts';
import { openZip } from './zip.ts';

/** The longest path that Linux has. */
const MAX_PATH = 4096;
const ARCHIVES = /\.(zip|tar|tgz|tar\.gz)$/i;

export function isArchive(path: string): boolean {
  return ARCHIVES.test(path);
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

async function listingOf(archive: Archive, path: string, isStudent: IsStudent | null): Promise<Listing> {
  const bad = new Notes();
  const leftOut = new Notes();
  const selection = await selectEntries(
    { list: archive.list, nameProblem, problemNote },
    path,
    isStudent,
    bad,
    leftOut,
  );
  const { kept, layout, folders, lost } = selection;
  const contents = await archive.read(wantedOf(selection, path));
  let good = 0;
  const files = kept.map((entry): HandedFile => {
    const content = contents.get(entry.index);
    const file = { path: layout.below(entry.path) ?? entry.path };
    if (content === undefined || 'bytes' in content) good += 1;
    if (content === undefined) return { ...file, read: unread };
    if ('bytes' in content) return { ...file, read: async (limit) => content.bytes.subarray(0, limit) };
    const note = problemNote(`${shown(entry.path)} cannot be unpacked: ${content.problem.replace(/\.$/, '')}`);
    bad.add(layout.ownerOf(entry.path), note);
    return { ...file, read: () => Promise.reject(new UsageError(content.problem)) };
  });
  // Nothing but bad entries: it is the archive that is damaged.
  const [first] = bad.all();
  if (good === 0 && first !== undefined) throw damaged(path, first);
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files, folders, wrapper: layout.wrapper, notes: [...bad.all(), ...leftOut.all()], lost };
}

function nameProblem(name: string): string | null {
  if (name.length > MAX_PATH) return `its name is longer than ${MAX_PATH} characters`;
  return validateFileName(name);
}

function problemNote(problem: string): string {
  return `An entry of the archive is left out: ${problem}.`;
}

/** Reads a file that was listed and is over a limit of its student. */
function unread(): Promise<Buffer> {
  const { sources, sourceBytes } = STUDENT_LIMITS;
  const limits = `at most ${sources} sources of a student with ${sourceBytes / 2 ** 20} MiB are read`;
  return Promise.reject(new UsageError(limits));
}

/** Returns how much to keep of each source, and of the platform's metadata. */
function wantedOf({ kept, layout }: Selection, path: string): Map<number, number> {
  const wanted = new Map<number, number>();
  let total = 0;
  const want = (entry: Kept, keep: number): void => {
    total += Math.min(entry.bytes, keep);
    if (total > ARCHIVE_LIMITS.sourceBytes) {
      const most = ARCHIVE_LIMITS.sourceBytes / 2 ** 20;
      throw new UsageError(`${path} holds more than ${most} MiB of sources. Grade it in parts.`);
    }
    wanted.set(entry.index, keep);
  };
  const byOwner = new Map<string, Kept[]>();
  for (const entry of kept) {
    if (layout.below(entry.path) === GRADESCOPE_METADATA) {
      want(entry, ARCHIVE_LIMITS.metadataBytes);
      continue;
    }
    const owner = layout.ownerOf(entry.path);
    const own = byOwner.get(owner);
    if (own) own.push(entry);
    else byOwner.set(owner, [entry]);
  }
  for (const own of byOwner.values()) {
    let left: number = STUDENT_LIMITS.sourceBytes;
    const sources = own.filter(({ path: name }) => isCuda(name));
    // In the order of attempts, of which the first ones are taken.
    if (sources.length > STUDENT_LIMITS.sources) sources.sort((a, b) => compareAttempts(a.path, b.path));
    // Without a source, a person wants to see what there is.
    const others = own.filter(({ path: name }) => !isCuda(name) && (sources.length === 0 || isHeader(name)));
    for (const entry of [...sources, ...others].slice(0, STUDENT_LIMITS.sources)) {
      const keep = isNested(entry.path) ? STUDENT_LIMITS.sourceBytes : maxBytesOf(entry.path) + 1;
      const bytes = Math.min(entry.bytes, keep);
      left -= bytes;
      if (left < 0) continue;
      // Only sources make an archive too large.
      if (isCuda(entry.path) || total + bytes <= ARCHIVE_LIMITS.sourceBytes) want(entry, keep);
    }
  }
  return wanted;
}

function damaged(path: string, why: string, cause?: unknown): UsageError {
  return new UsageError(`${path} cannot be unpacked: ${why.replace(/\.$/, '')}. Is it a whole zip or tar archive?`, {
    cause,
  });
}
