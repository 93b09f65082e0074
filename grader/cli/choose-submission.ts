import { basename, dirname, join, relative, resolve } from 'node:path';
import { definedBy, type ExerciseFolder, handInOf, openExercise } from '../course/index.ts';
import { kindOf } from '../platform/files/index.ts';
import { didYouMean, shellWord, UsageError } from '../platform/index.ts';
import { type Assignment, assignmentFolders, assignmentRoots, resolveAssignment } from '../spec/index.ts';
import { exercisesInOrder } from './exercise.ts';
import type { Services } from './grader.ts';
import type { Io } from './io.ts';
import { canAsk, type Terminal } from './terminal.ts';

/** The exercise and the file that `grade submit` grades. */
export interface ChosenSubmission {
  readonly assignment: Assignment;
  readonly file: string;
  /** The folder that keeps the result; null if `grade start` made none. */
  readonly folder: string | null;
  /** Sentences about the choice, for the user. */
  readonly notes: readonly string[];
}

export interface ChoiceContext {
  readonly io: Io;
  readonly services: Pick<Services, 'terminal'>;
  /** Folders of assignments that the user named. */
  readonly given: readonly string[] | undefined;
}

const SOURCE = /\.(cuh?|cc|cpp|cxx|c|h|hpp|py|ipynb|txt)$/i;

/**
 * Finds the exercise and the file that a command line means. The folder of an exercise says both.
 * @param args - an exercise, a file, both in either order, or nothing
 * @throws UsageError that says what to type
 */
export async function chooseSubmission(args: readonly string[], context: ChoiceContext): Promise<ChosenSubmission> {
  const { io, given } = context;
  const here = openExercise(io.cwd);
  const roots = rootsOf(given, here);
  const [first, second] = args;
  if (first === undefined) return ofFolder(here, roots);
  if (second !== undefined) return ofBoth(first, second, here, roots, io);
  if (isExercise(first, roots) && !SOURCE.test(first)) return ofName(first, here, roots, io);
  if (!SOURCE.test(first) && kindOf(resolve(io.cwd, first)) !== 'file') return ofName(first, here, roots, io);
  return ofFile(first, here, context);
}

function rootsOf(given: readonly string[] | undefined, ...folders: readonly (ExerciseFolder | null)[]): string[] {
  return assignmentRoots([...(given ?? []), ...folders.flatMap((folder) => folder?.roots ?? [])]);
}

function isExercise(name: string, roots: readonly string[]): boolean {
  try {
    assignmentFolders(name, roots);
    return true;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

function ofFolder(here: ExerciseFolder | null, roots: readonly string[]): ChosenSubmission {
  if (here === null) {
    throw new UsageError(
      'This folder does not belong to an exercise. Start one with `grade start <exercise>`, or name both: `grade submit grayscale gray.cu`.',
    );
  }
  return inFolder(here, resolveAssignment(here.assignment, roots));
}

function inFolder(folder: ExerciseFolder, assignment: Assignment): ChosenSubmission {
  const { path, others } = handInOf(folder, assignment.spec.entry.function);
  const [other] = others;
  const notes =
    other === undefined
      ? []
      : [`This grades ${basename(path)}. To grade another file, name it: \`grade submit ${shellWord(other)}\`.`];
  // Relative, as the user would type it.
  return { assignment, file: relative(process.cwd(), path), folder: folder.folder, notes };
}

function ofBoth(
  first: string,
  second: string,
  here: ExerciseFolder | null,
  roots: readonly string[],
  io: Io,
): ChosenSubmission {
  const isSwapped = !isExercise(first, roots) && isExercise(second, roots);
  const [name, file] = isSwapped ? [second, first] : [first, second];
  const assignment = resolveAssignment(name, roots);
  const notes = isSwapped ? [`The exercise comes first: \`grade submit ${name} ${shellWord(file)}\`.`] : [];
  return { assignment, file, folder: folderFor(assignment, file, here, io), notes };
}

/** Returns the exercise's folder that the file is in, or that the command runs in. */
function folderFor({ spec }: Assignment, file: string, here: ExerciseFolder | null, io: Io): string | null {
  const beside = openExercise(dirname(resolve(io.cwd, file)));
  return [beside, here].find((folder) => folder?.assignment === spec.id)?.folder ?? null;
}

/** An exercise without a file: its folder has one. */
function ofName(name: string, here: ExerciseFolder | null, roots: readonly string[], io: Io): ChosenSubmission {
  const assignment = resolveAssignment(name, roots);
  const { id } = assignment.spec;
  const inside = openExercise(join(io.cwd, id));
  const folder = [here, inside].find((one) => one?.assignment === id);
  if (folder) return inFolder(folder, assignment);
  throw new UsageError(`Which file solves ${id}? Name it: \`grade submit ${id} mine.cu\`.`);
}

async function ofFile(file: string, here: ExerciseFolder | null, context: ChoiceContext): Promise<ChosenSubmission> {
  const { io, given, services } = context;
  const path = resolve(io.cwd, file);
  if (kindOf(path) === null) throw new UsageError(`${file} does not exist. Give the path of your .cu file.`);
  const folder = openExercise(dirname(path)) ?? here;
  if (folder !== null) {
    const assignment = resolveAssignment(folder.assignment, rootsOf(given, folder));
    return { assignment, file, folder: folder.folder, notes: [] };
  }
  const { exercises } = exercisesInOrder(rootsOf(given));
  const meant = definedBy(
    path,
    exercises.map(({ spec }) => spec),
  );
  const assignment = canAsk(io)
    ? await ask(
        file,
        exercises,
        meant.map(({ id }) => id),
        await services.terminal(io.signal),
      )
    : null;
  if (assignment !== null) return { assignment, file, folder: null, notes: [] };
  throw new UsageError(wordWhich(file, meant, exercises));
}

function wordWhich(
  file: string,
  meant: readonly { readonly id: string; readonly entry: { readonly function: string } }[],
  all: readonly Assignment[],
): string {
  const names = (meant.length > 0 ? meant : all.map(({ spec }) => spec)).map(({ id }) => id);
  const why =
    meant.length > 0
      ? `It defines the function of: ${names.join(', ')}.`
      : `It does not define the function of an exercise. There are: ${names.join(', ')}.`;
  return `Which exercise is ${file} for? ${why} Name it: \`grade submit ${names[0] ?? 'grayscale'} ${shellWord(file)}\`.`;
}

/** Asks until the answer is an exercise. Those whose function the file defines come first. */
async function ask(
  file: string,
  exercises: readonly Assignment[],
  meant: readonly string[],
  terminal: Terminal & { readonly close: () => void },
): Promise<Assignment> {
  const listed = meant.length > 0 ? exercises.filter(({ spec }) => meant.includes(spec.id)) : exercises;
  const width = Math.max(0, ...listed.map(({ spec }) => spec.id.length));
  try {
    terminal.say(`Which exercise is ${file} for?\n`);
    listed.forEach(({ spec }, index) => {
      terminal.say(`${String(index + 1).padStart(3)}  ${spec.id.padEnd(width)}  ${spec.title}\n`);
    });
    for (;;) {
      const answer = (await terminal.ask(meant.length > 0 ? 'Exercise [1]: ' : 'Exercise: ')).trim();
      const wanted = answer === '' && meant.length > 0 ? '1' : answer;
      const chosen = listed[Number(wanted) - 1] ?? exercises.find(({ spec }) => spec.id === wanted);
      if (chosen) return chosen;
      const near = didYouMean(
        wanted,
        exercises.map(({ spec }) => spec.id),
      );
      terminal.say(
        `Type a number from 1 to ${listed.length}, or the name of an exercise.${near === '' ? '' : ` Or ${near}`}\n`,
      );
    }
  } finally {
    terminal.close();
  }
}
