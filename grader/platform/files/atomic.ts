import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCode } from '../errors.ts';
import { kindOf } from './writable.ts';

/** Suffix of files that are not finished; one that is left behind was interrupted and may be deleted. */
export const TEMPORARY_SUFFIX = '.tmp';

/**
 * Writes a file so that a reader sees the old content or the new, never a part, and nothing is left where it fails.
 * @param time - the file's time of modification, instead of now
 * @throws the system's error (`ENOENT`, `EACCES`, `ENOSPC` …)
 */
export async function writeFileAtomic(target: string, data: string | Uint8Array, time?: Date): Promise<void> {
  const kind = kindOf(target);
  // A terminal, a pipe or /dev/null must not be replaced by a file; a link stays, and what it leads to is written.
  if (kind === 'device') return writeFile(target, data);
  await replaceFile(kind === 'file' ? await realpath(target) : target, data, { time });
}

/**
 * Puts a file where a path is, in the place of what is there: a link is replaced, not followed.
 * @throws the system's error
 */
export async function replaceFile(
  path: string,
  data: string | Uint8Array,
  { mode, time }: { readonly mode?: number; readonly time?: Date | undefined } = {},
): Promise<void> {
  const unique = `${process.pid}-${randomBytes(6).toString('hex')}`;
  const temporary = join(dirname(path), `.${basename(path)}.${unique}${TEMPORARY_SUFFIX}`);
  try {
    const handle: FileHandle = await open(temporary, 'wx', mode);
    try {
      await handle.writeFile(data);
      if (time !== undefined) await handle.utimes(time, time);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await renamePatiently(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Deletes what interrupted writers left in a folder that nobody else writes to. */
export async function removeTemporaries(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (isTemporaryName(name)) await rm(join(folder, name), { force: true });
  }
}

/** Deletes what interrupted writers left in a folder and in all folders in it. */
export async function removeTemporariesBelow(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && isTemporaryName(entry.name)) await rm(join(entry.parentPath, entry.name), { force: true });
  }
}

/** True if a file is one that is not finished. */
export function isTemporaryName(name: string): boolean {
  return name.startsWith('.') && name.endsWith(TEMPORARY_SUFFIX);
}

/** On Windows a virus scanner or a reader may hold the target for a moment. */
async function renamePatiently(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      const held = process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(systemCode(error) ?? '');
      if (!held || attempt === 8) throw error;
      await sleep(10 * 2 ** attempt);
    }
  }
}
