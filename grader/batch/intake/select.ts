import { ARCHIVE_LIMITS, STUDENT_LIMITS } from '../../limits/index.ts';
import { UsageError } from '../../platform/index.ts';
import { type Layout, Survey } from './layout.ts';
import { isHidden, type Notes, shown } from './left-out.ts';
import type { IsStudent } from './wrapper.ts';

/** An entry as a folder or an archive lists it. */
export interface ListedEntry {
  /** With `/`; it can lead anywhere. */
  readonly path: string;
  readonly bytes: number;
  readonly kind: 'file' | 'folder' | 'other';
  /** The reason why it cannot be read; null if it can. */
  readonly problem: string | null;
  /** The path of the entry that a hard link repeats; null if it is not a hard link. */
  readonly repeats: string | null;
}

/**
 * Lists all entries in the same order each time.
 * @param visit - gets every entry and returns whether it is kept; what it throws ends the listing
 */
export type List = (visit: (entry: ListedEntry) => boolean) => Promise<void>;

/** A folder or an archive. */
export interface Listable {
  readonly list: List;
  /** Returns what is wrong with a name; null if it is good. */
  nameProblem(name: string): string | null;
  /** Makes a note of an entry's problem. */
  problemNote(problem: string): string;
}

/** An entry that is kept, with its number among all entries. */
export interface Kept {
  readonly index: number;
  readonly path: string;
  readonly bytes: number;
}

export interface Selection {
  readonly kept: readonly Kept[];
  readonly layout: Layout;
  /** The names of the folders at the root of the class. */
  readonly folders: readonly string[];
  /** The names at the root of the class in which something cannot be read. */
  readonly lost: ReadonlySet<string>;
}

/**
 * Chooses the entries that are files with a good name, of each student at most as many as one hands in. Entries are
 * listed twice: whose an entry is follows from all names at the root.
 * @param bad - gets a note for each entry that cannot be read
 * @param leftOut - gets notes on what is not a file that a student hands in
 */
export async function selectEntries(
  { list, nameProblem, problemNote }: Listable,
  input: string,
  isStudent: IsStudent | null,
  bad: Notes,
  leftOut: Notes,
): Promise<Selection> {
  const survey = new Survey();
  await list(({ path, kind, problem }) => {
    if (kind === 'file' && problem === null && !isHidden(path) && nameProblem(path) === null) survey.see(path);
    return false;
  });
  const layout = survey.layout(input, isStudent);
  const kept: Kept[] = [];
  const names = new Set<string>();
  const counts = new Map<string, number>();
  const folders = new Set<string>();
  const lost = new Set<string>();
  let index = -1;
  await list((entry) => {
    index += 1;
    const { path, bytes, kind } = entry;
    const owner = layout.ownerOf(path);
    const folder = nameProblem(path) === null ? rootFolder(layout, entry) : null;
    if (folder !== null) folders.add(folder);
    if (kind === 'folder') return false;
    if (isHidden(path)) {
      leftOut.addHidden(owner, path);
      return false;
    }
    const problem = entry.problem ?? nameProblem(path);
    if (problem !== null) {
      if (entry.problem !== null) lost.add((layout.below(path) ?? '').split('/')[0] ?? '');
      bad.add(owner, problemNote(problem));
      return false;
    }
    if (kind === 'other') {
      leftOut.addNoFile(owner, path);
      return false;
    }
    if (entry.repeats !== null && layout.ownerOf(entry.repeats) !== owner) {
      leftOut.add(owner, `${shown(path)} is a hard link to a file of another student; left out.`);
      return false;
    }
    const count = (counts.get(owner) ?? 0) + 1;
    counts.set(owner, count);
    if (count > STUDENT_LIMITS.files) {
      if (count === STUDENT_LIMITS.files + 1) leftOut.addCrowded(owner, placeOf(layout, path));
      return false;
    }
    if (names.has(path)) {
      bad.add(owner, problemNote(`there are several of this name: ${shown(path)}`));
      return false;
    }
    names.add(path);
    if (kept.length >= ARCHIVE_LIMITS.entries) {
      throw new UsageError(`${input} has more than ${ARCHIVE_LIMITS.entries} files. Import it in parts.`);
    }
    kept.push({ index, path, bytes });
    return true;
  });
  return { kept, layout, folders: [...folders], lost };
}

/** Returns the folder at the root of the class that an entry is, or is in; null if there is none. */
function rootFolder({ below }: Layout, { path, kind }: ListedEntry): string | null {
  const inside = below(path);
  if (inside === null) return null;
  const [root = '', ...rest] = inside.split('/');
  if (root === '' || isHidden(root) || (rest.length === 0 && kind !== 'folder')) return null;
  return root;
}

/** Returns the student's folder or file, with the wrapper, for a note. */
function placeOf({ wrapper, below }: Layout, path: string): string {
  const [root = ''] = (below(path) ?? path).split('/');
  return wrapper === null ? root : `${wrapper}/${root}`;
}
