import { mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isDiskFault } from '../disk.ts';
import { messageOf, systemCode } from '../errors.ts';

/** What lies at a path; `device` is a terminal, a pipe and the like. */
export function kindOf(path: string): 'folder' | 'file' | 'device' | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    if (stats.isDirectory()) return 'folder';
    return stats.isFile() ? 'file' : 'device';
  } catch {
    // ENOTDIR: something above it is a file. EACCES: the folder above it tells.
    return null;
  }
}

/**
 * Why a folder cannot be written or made, folders above it included; null where it can. Leaves nothing behind. A disk
 * that is full, fails or is read-only is no reason: that is said when it is written, as a fault of the machine.
 */
export function whyFolderUnwritable(path: string): string | null {
  const obstacle = folderObstacle(path);
  return isDiskFault(obstacle?.code ?? null) ? null : (obstacle?.why ?? null);
}

interface Obstacle {
  readonly why: string;
  /** The system's, where it was asked. */
  readonly code: string | null;
}

/** The same with what is the disk's doing. */
export function folderObstacle(path: string): Obstacle | null {
  if (path === '') return { why: 'its name is empty', code: null };
  let folder = resolve(path);
  for (;;) {
    const kind = kindOf(folder);
    if (kind === 'folder') return obstacleIn(folder);
    if (kind !== null) return { why: `${folder} is a file`, code: null };
    if (dirname(folder) === folder) return { why: 'there is no such drive', code: null };
    folder = dirname(folder);
  }
}

/** Why a file cannot be written, in a folder that has to be there; null where it can. */
export function whyFileUnwritable(path: string): string | null {
  if (path === '') return 'its name is empty';
  const kind = kindOf(path);
  if (kind === 'folder') return 'it is a folder';
  if (kind === 'device') return null;
  const folder = dirname(resolve(path));
  const around = kindOf(folder);
  if (around === 'folder') return whyFolderUnwritable(folder);
  return around === null ? `there is no folder ${folder}` : `${folder} is a file`;
}

/** Permission bits do not tell of read-only, virtual and full file systems: what counts is whether it can be done. */
function obstacleIn(folder: string): Obstacle | null {
  try {
    rmdirSync(mkdtempSync(join(folder, '.grade-')));
    return null;
  } catch (error) {
    const code = systemCode(error);
    return { why: `nothing can be made in ${folder} (${code ?? messageOf(error)})`, code };
  }
}

/**
 * Makes a folder with those above it. Node's own `recursive` never ends, and takes all memory, where a folder's parent
 * is there and yet refuses it with ENOENT, as /proc does.
 * @param made - each folder is noted here as soon as it is there
 * @throws the system's error
 */
export function makeFolders(path: string, made: string[] = [], mode?: number): void {
  if (kindOf(path) === 'folder') return;
  if (dirname(path) !== path) makeFolders(dirname(path), made, mode);
  try {
    mkdirSync(path, mode);
    made.push(path);
  } catch (error) {
    // Another process may have been faster.
    if (kindOf(path) !== 'folder') throw error;
  }
}
