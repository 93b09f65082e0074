import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { defines } from '../handin/index.ts';
import { kindOf, makeFolders, whyFolderUnwritable } from '../platform/files/index.ts';
import { AssignmentError, diskFault, messageOf, systemCode, UsageError } from '../platform/index.ts';
import type { Assignment } from '../spec/index.ts';
import { handoutFiles } from './handout-files.ts';

/** The file that says which exercise a folder is for. */
export const MARKER = 'grade-exercise.json';
/** The name of the starter in an assignment, and in its handout. */
const STARTER = 'starter.cu';

const markerSchema = z.object({
  schemaVersion: z.literal(1),
  assignment: z.string().min(1),
  /** The name of the student's file. */
  file: z.string().regex(/^[^/\\]+$/),
  /** The SHA-256 of that file as the student got it. */
  starter: z.string(),
  /** Folders of assignments, from this folder. */
  assignments: z.array(z.string()).default([]),
});

/** A folder that `grade start` made. */
export interface ExerciseFolder {
  readonly folder: string;
  readonly assignment: string;
  readonly file: string;
  readonly starter: string;
  /** Absolute paths of the folders of assignments that `grade start` was given. */
  readonly roots: readonly string[];
}

/**
 * Reads which exercise a folder is for.
 * @returns null if `grade start` did not make the folder
 * @throws UsageError if the marker is damaged
 */
export function openExercise(folder: string): ExerciseFolder | null {
  const path = join(folder, MARKER);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return null;
  }
  let marker: z.infer<typeof markerSchema>;
  try {
    marker = markerSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new UsageError(
      `${path} is damaged. Remove it and name the exercise, e.g. \`grade submit grayscale gray.cu\`.`,
      { cause },
    );
  }
  const { assignments, schemaVersion: _, ...rest } = marker;
  return { ...rest, folder: resolve(folder), roots: assignments.map((root) => resolve(folder, root)) };
}

/**
 * Makes the folder of an exercise: handout, starter, simulator, and the files that the handout links to.
 * @param parent - the folder to put it into
 * @param roots - folders of assignments that do not come with this package
 * @returns the folder and the names of its files
 * @throws UsageError if the folder exists or cannot be written; AssignmentError if the exercise lacks a file
 */
export function startExercise(
  assignment: Assignment,
  parent: string,
  roots: readonly string[] = [],
): { readonly exercise: ExerciseFolder; readonly files: readonly string[] } {
  const { id } = assignment.spec;
  const folder = join(parent, id);
  assertFreeFolder(folder, id);
  const contents = filesOf(
    assignment,
    roots.map((root) => between(resolve(folder), root)),
  );
  try {
    makeFolders(resolve(folder));
    for (const [name, content] of contents) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      // A file that is there belongs to the student.
      writeFileSync(join(folder, name), content, { flag: 'wx' });
    }
  } catch (error) {
    throw (
      diskFault(error, `${folder} cannot be written`) ??
      new UsageError(
        `${folder} cannot be written (${systemCode(error) ?? messageOf(error)}). Choose another place with --into DIR.`,
      )
    );
  }
  const exercise = openExercise(folder);
  if (exercise === null) throw new Error('the marker was not written');
  return { exercise, files: [...contents.keys()] };
}

/**
 * Reports a folder in which an exercise cannot be started.
 * @throws UsageError
 */
export function assertFreeFolder(folder: string, id: string): void {
  const kind = kindOf(folder);
  if (kind !== null && kind !== 'folder') {
    throw new UsageError(`${folder} is a file. Rename it, or choose another place with --into DIR.`);
  }
  const why = whyFolderUnwritable(folder);
  if (why !== null) throw new UsageError(`${folder} cannot be written: ${why}. Choose another place with --into DIR.`);
  if (kind === null) return;
  const known = openExercise(folder);
  if (known?.assignment === id) {
    throw new UsageError(
      `You have started ${id} already: your file is ${join(folder, known.file)}. Go on there, or choose another place with --into DIR.`,
    );
  }
  const names = readdirSync(folder).sort();
  if (names.length === 0) return;
  const few = `${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}`;
  const holds = known === null ? `other files (${few})` : `the exercise ${known.assignment}`;
  throw new UsageError(`${folder} holds ${holds}. Rename the folder, or choose another place with --into DIR.`);
}

/** Returns the files of an exercise's folder by name, with the marker last: a folder with a marker is complete. */
function filesOf(assignment: Assignment, roots: readonly string[]): Map<string, string | Uint8Array> {
  const { folder, spec } = assignment;
  const file = `${spec.id}.cu`;
  const named = (text: string): string =>
    text.replaceAll(`grade submit ${spec.id} ${STARTER}`, 'grade submit').replaceAll(STARTER, file);
  const starter = named(textOf(assignment, STARTER));
  const { markdown, linked } = handoutFiles(folder);
  const contents = new Map<string, string | Uint8Array>([
    ['handout.md', named(markdown)],
    [file, starter],
  ]);
  for (const [name, bytes] of linked) if (!contents.has(name) && name !== STARTER) contents.set(name, bytes);
  if (existsSync(join(folder, 'simulator.ts'))) contents.set('simulator.ts', textOf(assignment, 'simulator.ts'));
  const marker = {
    schemaVersion: 1,
    assignment: spec.id,
    file,
    starter: sha256(starter),
    ...(roots.length > 0 && { assignments: roots }),
  };
  contents.set(MARKER, `${JSON.stringify(marker, null, 2)}\n`);
  return contents;
}

function textOf({ folder, spec }: Assignment, name: string): string {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch (cause) {
    throw new AssignmentError(`The exercise ${spec.id} cannot be started: ${join(folder, name)} cannot be read.`, {
      cause,
    });
  }
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Returns a path from a folder to another one; on another drive of Windows there is none. */
function between(from: string, to: string): string {
  const path = relative(from, resolve(to));
  return isAbsolute(path) ? path : path.replaceAll('\\', '/') || '.';
}

/** The file to grade in an exercise's folder. */
export interface ChosenFile {
  readonly path: string;
  /** The names of other files that the student could mean. */
  readonly others: readonly string[];
}

/**
 * Chooses the file to grade in an exercise's folder: that of the starter, unless only another one has a solution.
 * @param entry - the function that a solution defines
 * @throws UsageError if there is no such file
 */
export function handInOf({ folder, file, starter }: ExerciseFolder, entry: string): ChosenFile {
  const content = contentOf(join(folder, file));
  const others = readdirSync(folder)
    .filter((name) => name !== file && /\.(cu|py|ipynb)$/i.test(name))
    .filter((name) => hasEntry(contentOf(join(folder, name)) ?? '', name, entry))
    .sort();
  const [only] = others;
  const isUntouched = content === null || sha256(content) === starter;
  if (isUntouched && only !== undefined && others.length === 1) return { path: join(folder, only), others: [] };
  if (content !== null) return { path: join(folder, file), others };
  if (others.length > 1) {
    throw new UsageError(
      `${basename(folder)} has several files with ${entry}: ${others.join(', ')}. Name one, e.g. \`grade submit ${only}\`.`,
    );
  }
  throw new UsageError(`${join(folder, file)} does not exist. Name your file, e.g. \`grade submit mine.cu\`.`);
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** In Python, the source is in a string: a definition is text there. */
function hasEntry(text: string, name: string, entry: string): boolean {
  return /\.cu$/i.test(name) ? defines(text, entry) : text.includes(entry);
}
