import type { StoredAttempt } from '../state/attempts.ts';
import type { Journal, JournalLine } from '../state/journal.ts';
import { rememberOwners } from '../state/owners.ts';
import type { BatchStore } from '../state/store.ts';

/**
 * Gives a hand-in to a student, to each member of a group, or to no student. Later imports of the same platform follow the decision. If the command is
 * killed, the hand-in is still there, and the same decision finishes it.
 * @param students - of the roster; none if it belongs to no student
 * @returns the folders of the attempts from now on
 */
export async function giveTo(
  store: BatchStore,
  journal: Pick<Journal, 'write'>,
  attempt: StoredAttempt,
  students: readonly string[],
  reason: string,
): Promise<string[]> {
  const { assignment, folder, sha256 } = attempt;
  await rememberOwners(store, { assignment, name: attempt.student }, students);
  if (students.length === 0) {
    await store.release(attempt);
    await journal.write({ event: 'given', attempt: folder, to: null, student: null, reason });
    return [folder];
  }
  const at = attempt.importedAt ?? new Date().toISOString();
  const { submittedAt } = attempt;
  const folders: string[] = [];
  for (const student of students) {
    const added = await store.give(attempt, student, at);
    if (added.what === 'added')
      await journal.write({ event: 'added', attempt: added.folder, sha256, submittedAt, reason });
    await journal.write({ event: 'given', attempt: folder, to: added.folder, student, reason });
    folders.push(added.folder);
  }
  await store.removeGiven(attempt);
  return folders;
}

/** Removes what an interrupted command has left of hand-ins that it gave to students. */
export async function finishGiven(store: BatchStore, events: readonly JournalLine[]): Promise<void> {
  const present = new Set((await store.attempts()).map(({ folder }) => folder));
  const given = new Set<string>();
  for (const event of events) {
    if (event.event === 'given' && event.to !== null) given.add(event.attempt);
    if (event.event === 'added') given.delete(event.attempt);
  }
  for (const folder of given) if (!present.has(folder)) await store.removeGiven({ folder });
}
