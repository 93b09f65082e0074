import { basename, resolve } from 'node:path';
import { isCuda } from './handed.ts';

/** The folder in which a platform packs a class: of Gradescope, and of GitHub Classroom. */
const OF_PLATFORMS = /^assignment_\d+_export$|^.+-submissions$/;

/** Whether a roster knows a name. */
export type IsStudent = (name: string) => boolean;

/**
 * Returns the one folder that a class was packed in; null if the root is the class. Any other folder at the root is a
 * student's, and what is in it is that student's: names in it say nothing of the class.
 * @param input - the path of the archive or folder, whose name the folder can have
 * @param isStudent - whether the roster knows a name; null without a roster
 */
export function wrapperOf(
  files: readonly { readonly path: string }[],
  input: string,
  isStudent: IsStudent | null,
): string | null {
  const tops = new Set(files.map(({ path }) => path.split('/')[0] ?? ''));
  const [only] = tops;
  if (only === undefined || tops.size > 1 || files.some(({ path }) => path === only)) return null;
  const isNamed = OF_PLATFORMS.test(only) || only === classNameOf(input);
  if (!isNamed && (isStudent === null || isStudent(only))) return null;
  // One student's folder holds a source; a class's holds folders or many.
  const inner = files.map(({ path }) => path.slice(only.length + 1));
  const isClass = inner.some((path) => path.includes('/')) || inner.filter(isCuda).length > 1;
  return isClass ? only : null;
}

/** Returns a name without what follows from the kind of archive. */
export function classNameOf(input: string): string {
  return basename(resolve(input)).replace(/\.(zip|tar|tgz|tar\.gz)$/i, '');
}
