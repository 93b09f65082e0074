import { type FSWatcher, statSync, unwatchFile, watch, watchFile } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

const POLL_MS = 1000;

/**
 * Calls back after each save of a file. Editors that save by renaming a new file over the old one are seen, because the
 * folder is watched; a burst of events is one save. Where the system tells nothing (network folders), it is looked at
 * once a second.
 * @param options.quietMs - time without further events that ends a burst
 * @returns stops watching
 */
export function watchSaves(path: string, onSave: () => void, options: { readonly quietMs?: number } = {}): () => void {
  const file = resolve(path);
  const name = basename(file);
  let timer: NodeJS.Timeout | undefined;
  let told = versionOf(file);
  const tell = (): void => {
    // The folder's event and the look once a second are of the same save.
    const version = versionOf(file);
    if (version === told) return;
    told = version;
    onSave();
  };
  const touched = (): void => {
    clearTimeout(timer);
    timer = setTimeout(tell, options.quietMs ?? 60);
  };
  const watcher = watchFolder(dirname(file), (changed) => {
    // Some systems do not say which file it was.
    if (changed === null || changed === name) touched();
  });
  const polled = (now: { mtimeMs: number; size: number }, before: { mtimeMs: number; size: number }): void => {
    if (now.mtimeMs !== before.mtimeMs || now.size !== before.size) touched();
  };
  watchFile(file, { interval: POLL_MS }, polled);
  return () => {
    clearTimeout(timer);
    watcher?.close();
    unwatchFile(file, polled);
  };
}

/** What a save changes; null where the file is not there. */
function versionOf(file: string): string | null {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.mtimeNs} ${stats.size} ${stats.ino}` : null;
}

function watchFolder(folder: string, onChange: (name: string | null) => void): FSWatcher | null {
  try {
    const watcher = watch(folder, (_, name) => onChange(name));
    // The folder went away, or the system's watches are used up: polling goes on.
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
}
