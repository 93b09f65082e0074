import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../platform/files/index.ts';
import { systemCode, UsageError } from '../platform/index.ts';
import type { Change } from './diff.ts';
import { APPLY_FILE, RESULT_FILE } from './state/layout.ts';
import { type BatchStore, proposedFolder, type StoredAttempt, staffFolder } from './state/store.ts';

/**
 * Makes proposed results the ones that count; the earlier ones go to the history. Whole or not at all: what is to be
 * done is written down first, and an interrupted one is finished by the next command that opens the batch.
 * @param again - the command that grades them again
 * @throws UsageError where a result that is to change has no proposal
 */
export async function applyChanges(
  store: BatchStore,
  changes: readonly Change[],
  again = 'grade batch diff',
): Promise<void> {
  const lacking = changes.filter(({ after }) => after === null);
  if (lacking.length > 0) {
    const shown = lacking.slice(0, 10).map(({ attempt }) => attempt.folder);
    throw new UsageError(
      `${lacking.length} of ${changes.length} results could not be graded again, so nothing was applied. ${again} tries them again.`,
      { details: lacking.length > shown.length ? [...shown, `and ${lacking.length - shown.length} more`] : shown },
    );
  }
  const folders = changes.map(({ attempt }) => attempt.folder);
  await writeFileAtomic(store.path(APPLY_FILE), `${JSON.stringify({ schemaVersion: 1, folders })}\n`);
  await finishApply(store);
}

/** Finishes what an interrupted one has begun. @returns how many results it concerned; 0 where there was none */
export async function finishApply(store: BatchStore): Promise<number> {
  let intent: { folders: string[] };
  try {
    intent = JSON.parse(await readFile(store.path(APPLY_FILE), 'utf8')) as typeof intent;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return 0;
    throw error;
  }
  const attempts = new Map((await store.attempts()).map((attempt) => [attempt.folder, attempt]));
  for (const folder of intent.folders) {
    const attempt = attempts.get(folder);
    if (attempt) await applyOne(store, attempt);
  }
  await rm(store.path(APPLY_FILE), { force: true });
  return intent.folders.length;
}

/** The result comes last: while it is still among the proposed ones, all of this is done again. */
async function applyOne(store: BatchStore, attempt: StoredAttempt): Promise<void> {
  const folder = proposedFolder(attempt);
  const proposed = await store.result(attempt, folder);
  if (proposed === null) return;
  const current = await store.result(attempt);
  if (current && current.environment.key !== proposed.environment.key) await store.retire(attempt, 'applied');
  await moveAll(store.path(staffFolder(folder)), store.path(staffFolder(attempt.folder)));
  await moveAll(store.path(folder), store.path(attempt.folder));
}

/** Moves the files of a folder to another one, the result last, and removes the folder. */
async function moveAll(from: string, to: string): Promise<void> {
  const names = (await readdir(from).catch(() => [])).filter((name) => !name.startsWith('.'));
  const ordered = [...names.filter((name) => name !== RESULT_FILE), ...names.filter((name) => name === RESULT_FILE)];
  if (ordered.length > 0) await mkdir(to, { recursive: true });
  for (const name of ordered) await rename(join(from, name), join(to, name));
  await rm(from, { recursive: true, force: true });
}
