import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { makeFolders, writeFileAtomic } from '../platform/files/index.ts';
import { InfrastructureError, systemCode } from '../platform/index.ts';
import type { Change } from './diff.ts';
import type { Journal } from './state/journal.ts';
import { APPLY_FILE, RESULT_FILE } from './state/layout.ts';
import { type BatchStore, proposedFolder, type StoredAttempt, staffFolder } from './state/store.ts';

const intentSchema = z.object({
  reason: z.string().nullable().default(null),
  folders: z.array(z.string()),
  /** The points before, by folder. */
  before: z.record(z.string(), z.number()).default({}),
});

/**
 * Makes proposed results the ones that count; the earlier ones go to the history. Whole or not at all: what is to be
 * done is written down first, and an interrupted one is finished by the next command that opens the batch.
 * @param reason - of staff, for the journal
 * @param again - the command that grades them again
 * @param whyOf - the reason why a result could not be graded again, by the attempt's folder
 * @throws InfrastructureError where a result that is to change has no proposal
 */
export async function applyChanges(
  store: BatchStore,
  journal: Pick<Journal, 'write'>,
  changes: readonly Change[],
  reason: string | null = null,
  again = 'grade batch diff',
  whyOf: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const lacking = changes.filter(({ after }) => after === null);
  if (lacking.length > 0) {
    const shown = lacking.slice(0, 10).map(({ attempt: { folder } }) => {
      const why = whyOf.get(folder);
      return why === undefined ? folder : `${folder}: ${why}`;
    });
    throw new InfrastructureError(
      `${lacking.length} of ${changes.length} results could not be graded again, so nothing was applied. ${again} tries them again.`,
      { details: lacking.length > shown.length ? [...shown, `and ${lacking.length - shown.length} more`] : shown },
    );
  }
  const folders = changes.map(({ attempt }) => attempt.folder);
  const before = Object.fromEntries(changes.map(({ attempt, before: { score } }) => [attempt.folder, score]));
  await writeFileAtomic(store.path(APPLY_FILE), `${JSON.stringify({ schemaVersion: 1, reason, folders, before })}\n`);
  await finishApply(store, journal);
}

/** Finishes what an interrupted one has begun. @returns how many results it concerned; 0 where there was none */
export async function finishApply(store: BatchStore, journal: Pick<Journal, 'write'>): Promise<number> {
  let text: string;
  try {
    text = await readFile(store.path(APPLY_FILE), 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return 0;
    throw error;
  }
  const { folders, before, reason } = intentSchema.parse(JSON.parse(text));
  const attempts = new Map((await store.attempts()).map((attempt) => [attempt.folder, attempt]));
  for (const folder of folders) {
    const attempt = attempts.get(folder);
    if (attempt) await applyOne(store, attempt);
  }
  for (const folder of folders) {
    const attempt = attempts.get(folder);
    const result = attempt ? await store.result(attempt) : null;
    if (!attempt || !result) continue;
    const { verdict, score, maxScore, environment } = result;
    const facts = { key: environment.key ?? '', verdict, score, maxScore };
    const sha256 = (await store.resultHash(attempt)) ?? '';
    await journal.write({
      event: 'applied',
      attempt: folder,
      before: before[folder] ?? score,
      ...facts,
      result: sha256,
      reason,
    });
  }
  await rm(store.path(APPLY_FILE), { force: true });
  return folders.length;
}

/** The result comes last: while it is still among the proposed ones, all of this is done again. */
async function applyOne(store: BatchStore, attempt: StoredAttempt): Promise<void> {
  const folder = proposedFolder(attempt);
  const proposed = await store.result(attempt, folder);
  if (proposed === null) return;
  await store.retire(attempt, 'applied');
  await moveAll(store.path(staffFolder(folder)), store.path(staffFolder(attempt.folder)));
  await moveAll(store.path(folder), store.path(attempt.folder));
}

/** Moves the files of a folder to another one, the result last, and removes the folder. */
async function moveAll(from: string, to: string): Promise<void> {
  const names = (await readdir(from).catch(() => [])).filter((name) => !name.startsWith('.'));
  const ordered = [...names.filter((name) => name !== RESULT_FILE), ...names.filter((name) => name === RESULT_FILE)];
  if (ordered.length > 0) makeFolders(to);
  for (const name of ordered) await rename(join(from, name), join(to, name));
  await rm(from, { recursive: true, force: true });
}
