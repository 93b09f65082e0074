import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { forgetNames } from '../../batch/feedback/index.ts';
import {
  type BatchStore,
  FileRecord,
  finishApply,
  finishGiven,
  forgetStudents,
  JOURNAL_FILE,
  Journal,
  type JournalKey,
  journalKey,
  keptCourse,
  LOCK_FILE,
  type LoadedCourse,
  readJournal,
  recordFound,
  recordOverrides,
  recordRequests,
  SLURM,
  BatchStore as Store,
  takeLock,
  writeHead,
} from '../../batch/index.ts';
import { removeTemporaries, removeTemporariesBelow, whyFolderUnwritable } from '../../platform/files/index.ts';
import { shellWord, UsageError } from '../../platform/index.ts';
import { type Assignment, assignmentRoots, resolveAssignment } from '../../spec/index.ts';
import type { CommandInput } from '../command.ts';
import { courseSecret } from './secret.ts';

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

/** Returns the folders in which a batch finds its assignments: those that are given, then those that it remembers. */
export function rootsOf(store: BatchStore | null, extraRoots: readonly string[] | undefined): string[] {
  // One that has gone is missed only if an assignment is.
  const remembered = (store?.batch.assignmentRoots ?? []).filter((root) => existsSync(root));
  return assignmentRoots([...(extraRoots ?? []), ...remembered]);
}

/** @throws UsageError for one that is not found */
export async function assignmentsOf(
  store: BatchStore,
  extraRoots: readonly string[] | undefined,
): Promise<ReadonlyMap<string, Assignment>> {
  const roots = rootsOf(store, extraRoots);
  const ids = new Set((await store.attempts()).map(({ assignment }) => assignment));
  return new Map([...ids].sort().map((id) => [id, resolveIn(store, id, roots)]));
}

/** @throws UsageError that also names folders that the batch remembers and that are gone */
function resolveIn(store: BatchStore, id: string, roots: readonly string[]): Assignment {
  try {
    return resolveAssignment(id, roots);
  } catch (error) {
    const gone = store.batch.assignmentRoots.filter((root) => !existsSync(root));
    if (!(error instanceof UsageError) || gone.length === 0) throw error;
    const details = gone.map((root) => `This batch found its assignments in ${root}, which does not exist now.`);
    throw new UsageError(error.message, { details: [...error.details, ...details], cause: error });
  }
}

/** The state of a batch that a command works on. */
export interface AtWork {
  /** Records the files that the command has changed up to now. */
  readonly checkpoint: () => Promise<void>;
  /** Students whom an interrupted command began to forget, and who are forgotten now. */
  readonly forgotten: readonly string[];
  /** Returns the hash of a file, which this command reads once while its stamp stays; `null` if it is not there. */
  readonly hashOf: (path: string) => string | null;
}

/**
 * Does something to a batch that nobody else works on meanwhile. What an interrupted command left is finished first, and
 * decisions that staff wrote into `overrides.csv` are put on record.
 */
export async function withBatch<Result>(
  store: BatchStore,
  command: Pick<CommandInput, 'io' | 'config' | 'name'> & Partial<Pick<CommandInput, 'options'>>,
  work: (journal: Journal, at: AtWork) => Promise<Result>,
): Promise<Result> {
  refuseUnwritable(store.out);
  const lock = takeLock(store.path(LOCK_FILE));
  try {
    await removeTemporaries(store.out);
    const [key] = await journalKeys(store, command);
    const journal = await Journal.open(store.path(JOURNAL_FILE), key, authorOf(command));
    const record = new FileRecord(store.out, journal);
    const checkpoint = (): Promise<void> => record.changed(touchedBy(store, journal));
    const end = async (): Promise<void> => {
      await writeHead(store, await journal.head(), key).finally(() => journal.close());
    };
    let result: Result;
    try {
      const wasInterrupted = await record.begin(command.name);
      // What is on record up to here is proved even if the command is killed.
      await writeHead(store, await journal.head(), key);
      await finishApply(store, journal);
      const forgotten = await forgetStudents(store, journal, key, null, {
        of: (student) => forgetNames(store, student),
      });
      if (wasInterrupted) await cleanUp(store, journal);
      await recordOverrides(store, journal);
      result = await work(journal, {
        checkpoint,
        forgotten: forgotten.students,
        hashOf: (path) => record.hashOf(path),
      });
      await checkpoint();
      await record.end();
    } catch (error) {
      // What went wrong first is the news.
      await record
        .changed(touchedBy(store, journal), true)
        .then(() => record.end())
        .catch(() => undefined);
      await end().catch(() => undefined);
      throw error;
    }
    await end();
    return result;
  } finally {
    lock.release();
  }
}

/** Removes and records what an interrupted command left. */
async function cleanUp(store: BatchStore, journal: Journal): Promise<void> {
  // Jobs of Slurm go on without the command, and write.
  if (!existsSync(store.path(SLURM))) await removeTemporariesBelow(store.out);
  await finishGiven(store, (await readJournal(store.path(JOURNAL_FILE))).events);
  await recordRequests(store, journal);
  await recordFound(store, journal);
}

/** Returns the folders of attempts that a command has changed, or has written an event about. */
function touchedBy(store: BatchStore, journal: Journal): ReadonlySet<string> {
  return new Set([...store.touched, ...journal.attempts]);
}

/** @throws UsageError if a batch cannot be kept in this folder. Writing reports a full or read-only disk. */
export function refuseUnwritable(out: string): void {
  const why = whyFolderUnwritable(out);
  if (why !== null) throw new UsageError(`The batch cannot be written to ${out}: ${why}. Its owner can change that.`);
}

/** Returns a command for this batch that works if it is pasted into the same folder. */
export function batchCommand(command: string, out: string): string {
  return `grade batch ${command} ${shellWord(out)}`;
}

/** Returns the command that goes on with a batch. */
export function resumeCommand(out: string): string {
  return batchCommand('run --resume --out', out);
}

/** Returns the key that signs a journal, then others that may have signed lines before its first one. */
export async function journalKeys(
  store: BatchStore,
  { io, config }: Pick<CommandInput, 'io' | 'config'>,
): Promise<[JournalKey, ...JournalKey[]]> {
  const secret = courseSecret(store, { io, config });
  if (secret === null) return [journalKey('the key of the batch', await store.secret())];
  const course = journalKey('the key of the course', secret);
  // A batch that began with this secret never signed with another one.
  const own = store.batch.secret ? null : await store.knownSecret();
  return own === null ? [course] : [course, journalKey('the key of the batch', own)];
}

/** Returns who changes the batch: `--by`, otherwise the user who runs the command. */
export function authorOf({ io, options }: Pick<CommandInput, 'io'> & Partial<Pick<CommandInput, 'options'>>): string {
  const by = options?.by;
  return typeof by === 'string' && by.trim() !== '' ? by.trim() : userName(io.env);
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
