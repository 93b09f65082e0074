import { basename, delimiter, join, relative, resolve } from 'node:path';
import { type Files, nodeFiles } from '../platform/files/index.ts';
import { AssignmentError, didYouMean, messageOf, packageRoot, systemCode, UsageError } from '../platform/index.ts';
import { parseAssignment } from './parse.ts';
import { formatProblem } from './problem.ts';
import type { AssignmentSpec } from './schema.ts';

export const SPEC_FILE = 'assignment.yaml';
const MAX_SPEC_BYTES = 1 << 20;

export interface Assignment {
  readonly spec: AssignmentSpec;
  /** Absolute path of the folder. */
  readonly folder: string;
  /** It ships with this package, so its simulator is compiled. */
  readonly shipped: boolean;
  /** The assignment as its author wrote it, if a submission in another style is judged. */
  readonly written?: Assignment;
}

/** An assignment that was found: loaded, or broken, which must not hide the others. */
export type Listing =
  | { readonly status: 'loaded'; readonly id: string; readonly assignment: Assignment }
  | { readonly status: 'broken'; readonly id: string; readonly folder: string; readonly error: AssignmentError };

const shippedRoot = () => join(packageRoot, 'assignments');

/**
 * The folders to look in: the given ones, those of the variable `GRADE_ASSIGNMENTS` (separated as in `PATH`), and the
 * assignments that ship. An earlier folder's assignment hides a later one's of the same id.
 */
export function assignmentRoots(extra: readonly string[] = []): string[] {
  const variable = (process.env.GRADE_ASSIGNMENTS ?? '').split(delimiter).filter((root) => root !== '');
  return [...new Set([...extra, ...variable, shippedRoot()].map((root) => resolve(root)))];
}

/** Returns the folders of these that do not come with this package: a later command needs them again. */
export function ownRoots(roots: readonly string[]): string[] {
  return roots.filter((root) => root !== shippedRoot());
}

/**
 * Returns an assignment without its public ranges, as staff grade it: all drawn cases come from the hidden ranges, with
 * any seed.
 */
export function withoutPractice(assignment: Assignment): Assignment {
  const { practice: _, ...spec } = assignment.spec;
  return { ...assignment, spec };
}

/**
 * @param folder - holds `assignment.yaml`
 * @throws AssignmentError naming every mistake as `file:line:column: problem; expected ...; found ...`
 */
export function loadAssignment(folder: string, files: Files = nodeFiles): Assignment {
  const absolute = resolve(folder);
  const path = join(absolute, SPEC_FILE);
  const shown = display(path);
  const size = files.stat(path);
  if (typeof size !== 'number') {
    throw new AssignmentError(`${shown} does not exist. An assignment is a folder with a file ${SPEC_FILE}.`);
  }
  if (size > MAX_SPEC_BYTES)
    throw new AssignmentError(`${shown} has ${size} bytes. At most ${MAX_SPEC_BYTES} are read.`);
  const result = parseAssignment(decode(path, shown, files), {
    folder: basename(absolute),
    siblings: (file) => files.stat(join(absolute, file)),
  });
  if (result.status === 'valid') {
    return { spec: result.spec, folder: absolute, shipped: relative(shippedRoot(), absolute) === result.spec.id };
  }
  const count = result.problems.length;
  throw new AssignmentError(`${shown} has ${count} ${count === 1 ? 'mistake' : 'mistakes'}.`, {
    details: result.problems.map((problem) => formatProblem(shown, problem)),
  });
}

/**
 * Every assignment of the roots, by id. A root is a folder of assignments, or an assignment itself.
 * @throws UsageError where a root is not a folder
 */
export function findAssignments(roots: readonly string[] = assignmentRoots(), files: Files = nodeFiles): Listing[] {
  const found = new Map<string, Listing>();
  for (const [id, folder] of candidates(roots, files)) found.set(id, list(id, folder, files));
  return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * @param id - an assignment's id, or the path of its folder
 * @throws UsageError for an unknown id, with the ids that there are
 * @throws AssignmentError where its files are broken
 */
export function resolveAssignment(
  id: string,
  roots: readonly string[] = assignmentRoots(),
  files: Files = nodeFiles,
): Assignment {
  return loadAssignment(folderOf(id, roots, files), files);
}

/**
 * Folders by id, whether what is in them can be read or not: of the assignment that is asked for, or of all.
 * @param id - an assignment's id, or the path of its folder; undefined for all
 * @throws UsageError for an unknown id, with the ids that there are
 */
export function assignmentFolders(
  id: string | undefined,
  roots: readonly string[] = assignmentRoots(),
  files: Files = nodeFiles,
): ReadonlyMap<string, string> {
  if (id === undefined) return new Map([...candidates(roots, files)].sort(([a], [b]) => (a < b ? -1 : 1)));
  const folder = resolve(folderOf(id, roots, files));
  return new Map([[basename(folder), folder]]);
}

function folderOf(id: string, roots: readonly string[], files: Files): string {
  const known = candidates(roots, files);
  const folder = known.get(id);
  if (folder !== undefined) return folder;
  if (/[\\/]|^\.\.?$/.test(id) && typeof files.stat(join(id, SPEC_FILE)) === 'number') return id;
  const ids = [...known.keys()].sort();
  const suggestion = didYouMean(id, ids);
  const list = ids.length === 0 ? 'There are none here.' : `There are: ${ids.join(', ')}.`;
  throw new UsageError(
    `There is no assignment ${JSON.stringify(id)}${suggestion === '' ? '.' : `, ${suggestion}`} ${list} Give --assignments DIR to look in another folder.`,
  );
}

function list(id: string, folder: string, files: Files): Listing {
  try {
    return { status: 'loaded', id, assignment: loadAssignment(folder, files) };
  } catch (error) {
    if (error instanceof AssignmentError) return { status: 'broken', id, folder, error };
    throw error;
  }
}

/** Folder of each id; the first root wins. */
function candidates(roots: readonly string[], files: Files): Map<string, string> {
  const folders = new Map<string, string>();
  const add = (folder: string): void => {
    const id = basename(folder);
    if (!folders.has(id)) folders.set(id, folder);
  };
  for (const root of roots) {
    if (files.stat(root) !== 'folder') {
      throw new UsageError(`${display(root)} is not a folder. --assignments takes a folder that holds assignments.`);
    }
    if (typeof files.stat(join(root, SPEC_FILE)) === 'number') add(resolve(root));
    for (const name of files.list(root)) {
      if (typeof files.stat(join(root, name, SPEC_FILE)) === 'number') add(resolve(root, name));
    }
  }
  return folders;
}

function decode(path: string, shown: string, files: Files): string {
  let bytes: Uint8Array;
  try {
    bytes = files.read(path);
  } catch (error) {
    throw new AssignmentError(`${shown} cannot be read (${systemCode(error) ?? messageOf(error)}).`, { cause: error });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new AssignmentError(`${shown} is not UTF-8 text. Save it as UTF-8.`, { cause: error });
  }
}

/** A path relative to the working folder where that is shorter. */
function display(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' || short.startsWith('..') ? path : short;
}
