import { rmdirSync, rmSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { diskFault } from '../disk.ts';
import { messageOf, systemCode, UsageError } from '../errors.ts';
import { writeFileAtomic } from './atomic.ts';
import { kindOf, makeFolders, whyFolderUnwritable } from './writable.ts';

const REPORT_OPTION = '--report-dir';

export interface ReportFile {
  readonly fileName: string;
  readonly content: string | Uint8Array;
}

/**
 * Says before any work is done that a folder could not be written; leaves nothing behind.
 * @param option - what names the folder on the command line
 * @throws UsageError
 */
export function assertWritableFolder(path: string, option = REPORT_OPTION): void {
  const why = whyFolderUnwritable(path);
  if (why !== null) throw unwritable(path, why, option);
}

/**
 * Writes all files or none: where one fails, those that were not there before and the folders made for them are removed.
 * @param option - what names the folder on the command line
 * @param time - the files' time of modification, instead of now
 * @returns absolute paths, in the order of the files
 * @throws UsageError, or InfrastructureError where the disk is at fault
 */
export async function writeReports(
  folder: string,
  files: readonly ReportFile[],
  { option = REPORT_OPTION, time }: { readonly option?: string; readonly time?: Date } = {},
): Promise<string[]> {
  const target = resolve(folder);
  const made: string[] = [];
  const added: string[] = [];
  try {
    makeFolders(target, made);
    const paths: string[] = [];
    for (const { fileName, content } of files) {
      const path = join(target, fileName);
      const isNew = kindOf(path) === null;
      await writeFileAtomic(path, content, time);
      if (isNew) added.push(path);
      paths.push(path);
    }
    // The folder can be somebody else's, who lets others write to it.
    if (time !== undefined) await utimes(target, time, time).catch(() => undefined);
    return paths;
  } catch (error) {
    for (const path of added) rmSync(path, { force: true });
    for (const path of made.reverse()) removeEmpty(path);
    throw (
      diskFault(error, `The report cannot be written to ${folder}`) ??
      unwritable(folder, systemCode(error) ?? messageOf(error), option)
    );
  }
}

function removeEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Another process put something there; it stays.
  }
}

function unwritable(path: string, why: string, option: string): UsageError {
  return new UsageError(
    `The report folder ${path || '""'} cannot be written: ${why}. Choose another with ${option} DIR.`,
  );
}
