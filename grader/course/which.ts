import { readFileSync } from 'node:fs';
import { defines } from '../handin/index.ts';
import type { AssignmentSpec } from '../spec/index.ts';

/** An exercise and the function that its solutions define. */
export type Named = Pick<AssignmentSpec, 'id' | 'title' | 'entry'>;

/** Returns the exercises whose function a file defines. A file that cannot be read defines none. */
export function definedBy(path: string, exercises: readonly Named[]): Named[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return [];
  }
  // In Python and in notebooks the source is in strings, in which line ends are written as \n.
  const isPython = /\.(py|ipynb)$/i.test(path);
  const source = isPython ? text.replaceAll('\\n', '\n') : text;
  return exercises.filter(({ entry }) =>
    isPython ? new RegExp(`\\b${entry.function}\\s*\\(`).test(source) : defines(source, entry.function),
  );
}
