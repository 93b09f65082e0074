import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Files below a folder whose names end so, in order. */
export function filesUnder(folder, ending) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}
