import { createHash } from 'node:crypto';
import type { Submission } from './submissions.ts';

/** Students whose files have the same bytes. */
export interface IdenticalFiles {
  /** The names of the students, with the term; sorted. */
  readonly students: readonly string[];
  /** A name of the file, as one of them handed it in. */
  readonly file: string;
  /** The number of lines that are not in the starter or the handout. */
  readonly ownLines: number;
}

/**
 * Finds files that several students handed in with the same bytes, whatever their score: right solutions, wrong ones and
 * files that are no program. A file without a line of its own, and one of more than half of the class, are left out.
 * @param given - the starter and the code of the handout
 * @param nameOf - returns how a student is shown
 */
export function identicalFiles(
  submissions: readonly Submission[],
  given: readonly string[],
  nameOf: (submission: Submission) => string,
): readonly IdenticalFiles[] {
  const all = new Set(submissions.map(nameOf)).size;
  const isMost = (size: number): boolean => size > 3 && 2 * size > all;
  const known = new Set(given.flatMap(linesOf));
  const groups = new Map<string, { file: string; source: string; students: Set<string>; isCurrent: boolean }>();
  for (const submission of submissions) {
    for (const { name, source } of submission.files) {
      const key = createHash('sha256').update(source).digest('hex');
      const group = groups.get(key) ?? { file: name, source, students: new Set(), isCurrent: false };
      groups.set(key, group);
      group.students.add(nameOf(submission));
      group.isCurrent ||= submission.term === 'current';
    }
  }
  return [...groups.values()]
    .filter(({ students, isCurrent }) => students.size > 1 && isCurrent && !isMost(students.size))
    .map(({ file, source, students }) => ({
      students: [...students].sort(),
      file,
      ownLines: linesOf(source).filter((line) => !known.has(line)).length,
    }))
    .filter(({ ownLines }) => ownLines > 0)
    .sort((a, b) => b.ownLines - a.ownLines || (a.students.join() < b.students.join() ? -1 : 1));
}

function linesOf(source: string): string[] {
  return source
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line.length > 2);
}
