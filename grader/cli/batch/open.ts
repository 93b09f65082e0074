import { userInfo } from 'node:os';
import {
  type BatchStore,
  finishApply,
  JOURNAL_FILE,
  Journal,
  type JournalKey,
  journalKey,
  keptCourse,
  LOCK_FILE,
  type LoadedCourse,
  recordOverrides,
  BatchStore as Store,
  takeLock,
  writeHead,
} from '../../batch/index.ts';
import { readSecret, removeTemporaries } from '../../platform/files/index.ts';
import { UsageError } from '../../platform/index.ts';
import { type Assignment, assignmentRoots, resolveAssignment } from '../../spec/index.ts';
import type { CommandInput } from '../command.ts';

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

/**
 * Does something to a batch that nobody else works on meanwhile. What an interrupted apply left is finished first, and
 * decisions that staff wrote into `overrides.csv` are put on record.
 */
export async function withBatch<Result>(
  store: BatchStore,
  command: Pick<CommandInput, 'io' | 'config'>,
  work: (journal: Journal) => Promise<Result>,
): Promise<Result> {
  const lock = takeLock(store.path(LOCK_FILE));
  try {
    await removeTemporaries(store.out);
    const [key] = await journalKeys(store, command);
    const journal = await Journal.open(store.path(JOURNAL_FILE), key, userName(command.io.env));
    try {
      await finishApply(store, journal);
      await recordOverrides(store, journal);
      return await work(journal);
    } finally {
      await writeHead(store, await journal.head(), key).finally(() => journal.close());
    }
  } finally {
    lock.release();
  }
}

/** Returns the key that signs a journal, then others that may have signed its lines. */
export async function journalKeys(
  store: BatchStore,
  { io, config }: Pick<CommandInput, 'io' | 'config'>,
): Promise<[JournalKey, ...JournalKey[]]> {
  const secretFile = io.env.GRADE_SECRET_FILE ?? config.secretFile ?? null;
  if (secretFile === null) return [journalKey('the key of the batch', await store.secret())];
  const own = await store.knownSecret();
  const course = journalKey('the key of the course', readSecret(secretFile));
  return own === null ? [course] : [course, journalKey('the key of the batch', own)];
}

/** Returns the user who runs the command: `GRADE_BY`, otherwise the name of the account. */
export function userName(env: NodeJS.ProcessEnv): string {
  if (env.GRADE_BY) return env.GRADE_BY;
  try {
    return userInfo().username;
  } catch {
    // A container can run as a user that has no name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
