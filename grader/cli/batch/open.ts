import {
  type BatchStore,
  finishApply,
  JOURNAL_FILE,
  Journal,
  keptCourse,
  LOCK_FILE,
  type LoadedCourse,
  BatchStore as Store,
  takeLock,
} from '../../batch/index.ts';
import { removeTemporaries } from '../../platform/files/index.ts';
import { UsageError } from '../../platform/index.ts';
import { type Assignment, assignmentRoots, resolveAssignment } from '../../spec/index.ts';

/** A batch that a command works on. */
export interface OpenBatch {
  readonly store: BatchStore;
  readonly course: LoadedCourse;
  /** Those that its submissions are for, by id. */
  readonly assignments: ReadonlyMap<string, Assignment>;
}

/** @throws UsageError where the folder holds no batch */
export async function openBatch(out: string, extraRoots: readonly string[] | undefined): Promise<OpenBatch> {
  const store = await Store.open(out);
  if (store === null) {
    throw new UsageError(`${out} holds no batch. Give the folder that grade batch run was given with --out.`);
  }
  return { store, course: keptCourse(out), assignments: await assignmentsOf(store, extraRoots) };
}

/** @throws UsageError for one that is not found */
export async function assignmentsOf(
  store: BatchStore,
  extraRoots: readonly string[] | undefined,
): Promise<ReadonlyMap<string, Assignment>> {
  const roots = assignmentRoots(extraRoots === undefined ? [] : [...extraRoots]);
  const ids = new Set((await store.attempts()).map(({ assignment }) => assignment));
  return new Map([...ids].sort().map((id) => [id, resolveAssignment(id, roots)]));
}

/** Does something to a batch that nobody else works on meanwhile. What an interrupted apply left is finished first. */
export async function withBatch<Result>(
  store: BatchStore,
  work: (journal: Journal) => Promise<Result>,
): Promise<Result> {
  const lock = takeLock(store.path(LOCK_FILE));
  try {
    await removeTemporaries(store.out);
    const journal = await Journal.open(store.path(JOURNAL_FILE));
    try {
      const applied = await finishApply(store);
      if (applied > 0) await journal.write({ event: 'applied', results: applied });
      return await work(journal);
    } finally {
      await journal.close();
    }
  } finally {
    lock.release();
  }
}
