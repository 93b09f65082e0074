import { didYouMean } from '../platform/index.ts';

/** Returns what to do about a student whom a batch does not have: the student that was probably meant, or where ids are. */
export function meantStudent(given: string, known: Iterable<string>): string {
  const meant = didYouMean(given, known);
  return meant === '' ? 'Give the id of the roster or manifest.' : `D${meant.slice(1)}`;
}
