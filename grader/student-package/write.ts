import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { create } from 'tar';
import { diskFault, messageOf, systemCode, UsageError } from '../platform/index.ts';
import type { PackageEntry } from './exercise.ts';

/** The time of every file, as npm has it: equal courses give equal bytes. */
const TIME = new Date('1985-10-26T08:15:00.000Z');

/**
 * Writes a package as a `.tgz` file, or as a folder that must not exist. It is complete, or nothing is written.
 * @returns its size in bytes
 * @throws UsageError, or InfrastructureError if the disk is at fault
 */
export async function writeCoursePackage(out: string, entries: readonly PackageEntry[]): Promise<number> {
  const target = resolve(out);
  const isArchive = /\.tgz$/i.test(out);
  let scratch: string | null = null;
  try {
    mkdirSync(dirname(target), { recursive: true });
    scratch = mkdtempSync(join(dirname(target), '.course-'));
    const folder = join(scratch, 'package');
    for (const entry of entries) writeEntry(folder, entry);
    if (!isArchive) {
      renameSync(folder, target);
      return entries.reduce((sum, { path }) => sum + statSync(join(target, path)).size, 0);
    }
    const archive = join(scratch, basename(target));
    const paths = entries.map(({ path }) => `package/${path}`).sort();
    await create({ file: archive, cwd: scratch, gzip: { level: 9 }, portable: true, mtime: TIME }, paths);
    renameSync(archive, target);
    return statSync(target).size;
  } catch (error) {
    throw (
      diskFault(error, `${out} cannot be written`) ??
      new UsageError(
        `${out} cannot be written (${systemCode(error) ?? messageOf(error)}). Give another file or folder.`,
      )
    );
  } finally {
    if (scratch !== null) rmSync(scratch, { recursive: true, force: true });
  }
}

function writeEntry(folder: string, entry: PackageEntry): void {
  const path = join(folder, entry.path);
  mkdirSync(dirname(path), { recursive: true });
  if ('file' in entry) copyFileSync(entry.file, path);
  else writeFileSync(path, entry.content);
  chmodSync(path, entry.path === 'dist/grader/cli/bin.js' ? 0o755 : 0o644);
  utimesSync(path, TIME, TIME);
}
