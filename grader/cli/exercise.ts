import { dirname, relative, resolve } from 'node:path';
import { type ExerciseFolder, inCourseOrder, openExercise } from '../course/index.ts';
import { UsageError } from '../platform/index.ts';
import { type Assignment, assignmentRoots, findAssignments, resolveAssignment } from '../spec/index.ts';
import type { Io } from './io.ts';

/** The working folder, as commands about exercises see it. */
interface Here {
  /** The exercise of the working folder; null if it is not the folder of one. */
  readonly exercise: ExerciseFolder | null;
  /** The folder that holds the folders of exercises. */
  readonly base: string;
  /** The folders of assignments, with those that `grade start` was given. */
  readonly roots: readonly string[];
}

/** Returns what the working folder says about exercises. */
export function lookHere({ cwd }: Pick<Io, 'cwd'>, given: readonly string[] | undefined): Here {
  const exercise = openExercise(cwd);
  return {
    exercise,
    base: exercise === null ? cwd : dirname(resolve(cwd)),
    roots: assignmentRoots([...(given ?? []), ...(exercise?.roots ?? [])]),
  };
}

/**
 * Returns the named exercise, or that of the working folder.
 * @throws UsageError if there is neither
 */
export function exerciseOf(id: string | undefined, command: string, { exercise, roots }: Here): Assignment {
  if (id !== undefined) return resolveAssignment(id, roots);
  if (exercise !== null) return resolveAssignment(exercise.assignment, roots);
  throw new UsageError(
    `This folder does not belong to an exercise. Name one: \`grade ${command} grayscale\`; \`grade list\` has their names.`,
  );
}

/** Returns the sound exercises in the order of the course. */
export function exercisesInOrder(roots: readonly string[]): {
  readonly title: string | null;
  readonly exercises: readonly Assignment[];
} {
  const sound = findAssignments(roots).flatMap((listing) => (listing.status === 'loaded' ? [listing.assignment] : []));
  return inCourseOrder(sound, ({ spec }) => spec.id, roots);
}

/** Returns a path as the user can type it in the working folder. */
export function typed(path: string, { cwd }: Pick<Io, 'cwd'>): string {
  const short = relative(cwd, path);
  return short === '' ? '.' : short;
}
