import { basename, resolve } from 'node:path';
import { isOfPlatform } from './platforms.ts';

/** The folder in which a platform packs a class: of Gradescope, and of GitHub Classroom. */
const OF_PLATFORMS = /^assignment_\d+_export$|^.+-submissions$/;

/** Whether a roster knows a name. */
export type IsStudent = (name: string) => boolean;

/**
 * Returns whether the only folder at the root is the one that a class was packed in. Any other folder is a student's,
 * and what is in it is that student's: names in it say nothing of the class. A name that the roster knows, or that a
 * platform gives a student, is always a student's, because students choose some of these names.
 * @param input - the path of the archive or folder, whose name the folder can have
 * @param isStudent - whether the roster knows a name; null without a roster
 */
export function isWrapper(name: string, input: string, isStudent: IsStudent | null): boolean {
  if (isOfPlatform(name)) return false;
  const outer = classNameOf(input);
  if (isStudent?.(name)) return false;
  if (name === outer) return true;
  // `<assignment>-<user name>` of GitHub Classroom, of whatever assignment.
  const dashes = [...name.matchAll(/-/g)].map(({ index }) => name.slice(index + 1));
  if (isStudent !== null && dashes.some(isStudent)) return false;
  const slug = /^(.+)-submissions$/.exec(outer)?.[1];
  if (slug !== undefined && name.startsWith(`${slug}-`)) return false;
  return OF_PLATFORMS.test(name) || isStudent !== null;
}

/** Returns whether only the roster says that a folder is the one of the class: no name does. */
export function isGuessed(name: string, input: string): boolean {
  return name !== classNameOf(input) && !OF_PLATFORMS.test(name);
}

/** Returns a name without what follows from the kind of archive. */
export function classNameOf(input: string): string {
  return basename(resolve(input)).replace(/\.(zip|tar|tgz|tar\.gz)$/i, '');
}
