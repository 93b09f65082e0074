import { join } from 'node:path';
import { z } from 'zod';
import { type Files, nodeFiles } from '../platform/files/index.ts';
import { AssignmentError } from '../platform/index.ts';
import { assignmentRoots, formatProblem, readYaml } from '../spec/index.ts';

/** The file of a folder of assignments that has the order of the course. */
export const EXERCISES_FILE = 'exercises.yaml';

const courseSchema = z.strictObject({
  schemaVersion: z.literal(1),
  title: z.string().min(1).optional(),
  order: z.array(z.string().min(1)).min(1),
});

/** The title of a course and the ids of its exercises, in the order in which students do them. */
export interface Course {
  readonly title: string | null;
  readonly order: readonly string[];
}

/**
 * Reads `exercises.yaml` of a folder of assignments.
 * @returns null if there is none
 * @throws AssignmentError with every mistake of the file
 */
export function readCourse(root: string, files: Files = nodeFiles): Course | null {
  const path = join(root, EXERCISES_FILE);
  if (typeof files.stat(path) !== 'number') return null;
  const text = new TextDecoder().decode(files.read(path));
  const { value, problems } = readYaml(text, courseSchema, 'an order of exercises that begins with `schemaVersion: 1`');
  if (value === null || problems.length > 0) {
    throw new AssignmentError(`${path} cannot be used.`, {
      details: problems.map((problem) => formatProblem(path, problem)),
    });
  }
  return { title: value.title ?? null, order: value.order };
}

/**
 * Sorts exercises as the courses of these folders order them. Exercises that no order names come last, by name.
 * @param roots - folders of assignments; the order of an earlier one comes first
 * @throws AssignmentError if an order is broken
 */
export function inCourseOrder<T>(
  exercises: readonly T[],
  idOf: (exercise: T) => string,
  roots: readonly string[] = assignmentRoots(),
): { readonly title: string | null; readonly exercises: readonly T[] } {
  const courses = roots.flatMap((root) => readCourse(root) ?? []);
  const places = new Map<string, number>();
  for (const id of courses.flatMap(({ order }) => order)) if (!places.has(id)) places.set(id, places.size);
  const placeOf = (exercise: T): number => places.get(idOf(exercise)) ?? places.size;
  return {
    title: courses.find(({ title }) => title !== null)?.title ?? null,
    exercises: [...exercises].sort((a, b) => placeOf(a) - placeOf(b) || (idOf(a) < idOf(b) ? -1 : 1)),
  };
}
