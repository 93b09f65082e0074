import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export type ArchiveEntry = {
  /** With `/`. */
  readonly path: string;
  readonly executable?: true;
} & ({ readonly file: string } | { readonly content: string });

/** Local time, as zip has it, so that the bytes are the same in every time zone. */
const TIME = new Date(2000, 0, 1);

/**
 * Writes a zip whose bytes follow from its entries alone; a file that was there stays where that fails.
 * @returns its size in bytes
 */
export async function writeArchive(path: string, entries: readonly ArchiveEntry[]): Promise<number> {
  const zip = new ZipFile();
  const temporary = `${path}.${process.pid}.tmp`;
  const failed = new Promise<never>((_, reject) => zip.on('error', reject));
  for (const entry of [...entries].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const options = { mtime: TIME, forceDosTimestamp: true, mode: entry.executable ? 0o100755 : 0o100644 };
    if ('file' in entry) zip.addFile(entry.file, entry.path, options);
    else zip.addBuffer(Buffer.from(entry.content), entry.path, options);
  }
  zip.end();
  try {
    await Promise.race([pipeline(zip.outputStream, createWriteStream(temporary)), failed]);
    await rename(temporary, path);
    return (await stat(path)).size;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
