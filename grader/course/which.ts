import { readFileSync } from 'node:fs';
import { defines } from '../handin/index.ts';
import type { AssignmentSpec } from '../spec/index.ts';

/** An exercise and the function that its solutions define. */
export type Named = Pick<AssignmentSpec, 'id' | 'title' | 'entry'>;

/** Returns the exercises whose function a file defines. A file that cannot be read defines none. */
export function definedBy(path: string, exercises: readonly Named[]): Named[] {
  try {
    return definedIn(readFileSync(path, 'utf8'), path, exercises);
  } catch {
    return [];
  }
}

/** Returns the exercises whose function a text defines. */
export function definedIn<Exercise extends Named>(
  text: string,
  path: string,
  exercises: readonly Exercise[],
): Exercise[] {
  // In Python and in notebooks the source is in strings, in which line ends are written as \n.
  const isPython = /\.(py|ipynb)$/i.test(path);
  const source = isPython ? text.replaceAll('\\n', '\n') : text;
  return exercises.filter(({ entry }) =>
    isPython ? new RegExp(`\\b${entry.function}\\s*\\(`).test(source) : defines(source, entry.function),
  );
}
