import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BatchStore,
  HEAD_FILE,
  JOURNAL_FILE,
  JOURNAL_HEAD_FILE,
  type Proof,
  proveRecord,
} from '../../batch/index.ts';
import { printableLine } from '../../platform/index.ts';
import type { CommandInput } from '../command.ts';
import { type AtWork, batchCommand, journalKeys } from './open.ts';

/** Changes that are named, at most. `grade batch status --verify` has all. */
const SHOWN = 10;

/**
 * Verifies the record before grades leave the batch, and warns of each change that no command made.
 * @param folders - in which exports have left signatures
 * @returns the number of changes
 */
export async function warnOfChanges(
  store: BatchStore,
  command: Pick<CommandInput, 'io' | 'config'>,
  folders: readonly string[] = [],
  hashOf?: AtWork['hashOf'],
): Promise<number> {
  const { stderr } = command.io;
  if (!existsSync(store.path(JOURNAL_FILE)) && !existsSync(store.path(HEAD_FILE))) {
    stderr.write('warning: This batch has no journal, so nothing proves its grades.\n');
    return 0;
  }
  const { problems } = await verifyRecord(store, command, folders, [], hashOf);
  if (problems.length === 0) return 0;
  const places = problems.length === 1 ? 'a place' : `${problems.length} places`;
  stderr.write(`warning: The record of this batch was changed by hand in ${places}, so these grades are not proved:\n`);
  for (const problem of problems.slice(0, SHOWN)) stderr.write(`warning: ${printableLine(problem)}\n`);
  const more = problems.length > SHOWN ? `${problems.length - SHOWN} more: ` : '';
  stderr.write(`warning: ${more}${batchCommand('status', store.out)} --verify names each place and what to do.\n`);
  return problems.length;
}

/** Proves the record of a batch, against the signatures that exports have left too. */
export async function verifyRecord(
  store: BatchStore,
  command: Pick<CommandInput, 'io' | 'config'>,
  folders: readonly string[] = [],
  heads: readonly string[] = [],
  hashOf?: AtWork['hashOf'],
): Promise<Proof> {
  const keys = await journalKeys(store, command);
  const places = new Set([store.path('export'), ...folders].map((folder) => join(folder, JOURNAL_HEAD_FILE)));
  return proveRecord(store, keys, [...heads, ...[...places].flatMap(exportedHeads)], hashOf);
}

/** Returns the signatures that exports into a folder have left. */
function exportedHeads(path: string): string[] {
  if (!existsSync(path)) return [];
  return [...readFileSync(path, 'utf8').matchAll(/^[0-9a-f]{64}$/gm)].map(([mac]) => mac);
}
