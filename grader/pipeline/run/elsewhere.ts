import { type Dirent, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The most files and folders of a project that are looked at. */
const MOST_ENTRIES = 20_000;
const DEEPEST = 8;
const LEFT_OUT = new Set(['.git', 'node_modules', 'build']);

/**
 * Returns the folders of a project from which an include's path leads to a file, the highest ones first.
 * @param path - as it stands in the `#include`
 * @param project - the folder that is searched; links in it are not followed
 */
export function foldersWith(path: string, project: string): string[] {
  const parts = path.split('/');
  const found: string[] = [];
  let left = MOST_ENTRIES;
  let level = [project];
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      const entries = entriesOf(folder).slice(0, left);
      left -= entries.length;
      if (holds(folder, entries, parts)) found.push(folder);
      for (const entry of entries) {
        if (entry.isDirectory() && !LEFT_OUT.has(entry.name)) next.push(join(folder, entry.name));
      }
    }
    level = next;
  }
  return found;
}

/** Returns a folder as a command names it from the working folder. */
export function folderFrom(cwd: string, folder: string): string {
  return relative(cwd, folder).split(sep).join('/') || '.';
}

function holds(folder: string, entries: readonly Dirent[], [first = '', ...rest]: readonly string[]): boolean {
  if (first === '' || first === '..') return false;
  if (rest.length === 0) return entries.some((entry) => entry.isFile() && entry.name === first);
  const next = join(folder, first);
  return entries.some((entry) => entry.isDirectory() && entry.name === first) && holds(next, entriesOf(next), rest);
}

/** @returns nothing for a folder that cannot be read */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
