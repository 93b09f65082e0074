import { readFileSync } from 'node:fs';
import type { GradedAttempt } from './model.ts';
import type { BatchStore, StoredAttempt } from './state/store.ts';

/** Reads what was handed in; null where it is no text or has gone: that costs a page an example, not the class its page. */
export function readAttemptSource(
  store: BatchStore,
  attempts: readonly StoredAttempt[],
): (attempt: Pick<GradedAttempt, 'folder'>) => string | null {
  const files = new Map(attempts.map(({ folder, file }) => [folder, file]));
  return ({ folder }) => {
    const file = files.get(folder);
    if (file === undefined) return null;
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(store.path(folder, file)));
    } catch {
      return null;
    }
  };
}
