import { accessSync, constants, mkdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { writeFileAtomic } from './atomic.ts';
import { InfrastructureError, messageOf, systemCode, UsageError } from './errors.ts';

export interface ReportFile {
  readonly fileName: string;
  readonly content: string | Uint8Array;
}

/**
 * Says before any work is done that a folder could not be written; makes nothing.
 * @throws UsageError
 */
export function assertWritableFolder(path: string): void {
  let folder = resolve(path);
  for (;;) {
    const kind = kindOf(folder);
    if (kind === 'folder') break;
    if (kind === 'file') throw unwritable(path, `${folder} is a file`);
    if (dirname(folder) === folder) throw unwritable(path, 'there is no such drive');
    folder = dirname(folder);
  }
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unwritable(path, `${folder} is read-only (${systemCode(error) ?? messageOf(error)})`);
  }
}

/**
 * Writes all files or none: where one fails, those that were not there before and the folders made for them are removed.
 * @returns absolute paths, in the order of the files
 * @throws UsageError, or InfrastructureError where the disk is full
 */
export async function writeReports(folder: string, files: readonly ReportFile[]): Promise<string[]> {
  const target = resolve(folder);
  const made: string[] = [];
  const added: string[] = [];
  try {
    makeFolders(target, made);
    const paths: string[] = [];
    for (const { fileName, content } of files) {
      const path = join(target, fileName);
      const isNew = kindOf(path) === null;
      await writeFileAtomic(path, content);
      if (isNew) added.push(path);
      paths.push(path);
    }
    return paths;
  } catch (error) {
    for (const path of added) rmSync(path, { force: true });
    for (const path of made.reverse()) removeEmpty(path);
    const code = systemCode(error);
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EIO') {
      throw new InfrastructureError(`The report cannot be written to ${folder} (${code}). Make room on the disk.`, {
        cause: error,
      });
    }
    throw unwritable(folder, code ?? messageOf(error));
  }
}

/** Makes a folder with those above it, noting each in `made` as soon as it is there. */
function makeFolders(path: string, made: string[]): void {
  if (kindOf(path) === 'folder') return;
  if (dirname(path) !== path) makeFolders(dirname(path), made);
  mkdirSync(path);
  made.push(path);
}

function kindOf(path: string): 'folder' | 'file' | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    return stats.isDirectory() ? 'folder' : 'file';
  } catch {
    // ENOTDIR: something above it is a file. EACCES: the folder above it tells.
    return null;
  }
}

function removeEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Another process put something there; it stays.
  }
}

function unwritable(path: string, why: string): UsageError {
  return new UsageError(`The report folder ${path} cannot be written: ${why}. Choose another with --report-dir DIR.`);
}
