import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Parser, type ReadEntry } from 'tar';
import { type Entry, fromFd, type ZipFile } from 'yauzl';
import { ARCHIVE_LIMITS } from '../../limits/index.ts';
import { messageOf, UsageError } from '../../platform/errors.ts';
import { MAX_SUBMISSION_BYTES } from '../../platform/submission-file.ts';
import type { HandedFile } from './handed.ts';

const {
  entries: MAX_ENTRIES,
  sourceBytes: MAX_TOTAL_BYTES,
  unpackedBytes: MAX_UNPACKED_BYTES,
  metadataBytes: MAX_METADATA_BYTES,
} = ARCHIVE_LIMITS;
/** What a file may have beyond which its beginning is kept: enough to say that it is too large. */
const MAX_FILE_BYTES = MAX_SUBMISSION_BYTES + 1;

const WANTED = /\.(cu|ya?ml)$/i;
const ARCHIVES = /\.(zip|tar|tgz|tar\.gz)$/i;

export function isArchive(path: string): boolean {
  return ARCHIVES.test(path);
}

/**
 * Files of a zip or tar archive; what is no source or metadata is listed and not unpacked. Links and devices are left
 * out.
 * @throws UsageError where it is damaged, or too large to be a class
 */
export async function listArchive(path: string): Promise<HandedFile[]> {
  const collected = new Collected(path);
  try {
    await (/\.zip$/i.test(path) ? listZip(path, collected) : listTar(path, collected));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path} cannot be unpacked: ${messageOf(error)}. Is it a whole zip or tar archive?`, {
      cause: error,
    });
  }
  return collected.files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

class Collected {
  readonly files: HandedFile[] = [];
  readonly #archive: string;
  #bytes = 0;

  constructor(archive: string) {
    this.#archive = archive;
  }

  /** @returns how many bytes of it to keep; 0 for what is only listed, null for what is left out */
  wants(name: string): number | null {
    if (this.files.length >= MAX_ENTRIES) {
      throw new UsageError(`${this.#archive} has more than ${MAX_ENTRIES} entries. Unpack what you want to grade.`);
    }
    const parts = name.split('/');
    if (name.endsWith('/') || parts.some((part) => part.startsWith('.') || part === '__MACOSX')) return null;
    if (!WANTED.test(name)) return 0;
    return /\.cu$/i.test(name) ? MAX_FILE_BYTES : MAX_METADATA_BYTES;
  }

  add(path: string, bytes: number, content: Buffer): void {
    this.#bytes += content.length;
    if (this.#bytes > MAX_TOTAL_BYTES) {
      throw new UsageError(
        `${this.#archive} holds more than ${MAX_TOTAL_BYTES / 2 ** 20} MiB of sources. Grade it in parts.`,
      );
    }
    this.files.push({ path, bytes, read: async (limit) => content.subarray(0, limit) });
  }
}

async function listZip(path: string, collected: Collected): Promise<void> {
  const handle = await open(path, 'r');
  try {
    const zip = await new Promise<ZipFile>((resolve, reject) => {
      fromFd(handle.fd, { lazyEntries: true, autoClose: false }, (error, file) =>
        error ? reject(error) : resolve(file),
      );
    });
    await new Promise<void>((resolve, reject) => {
      zip.on('error', reject);
      zip.on('end', resolve);
      zip.on('entry', (entry: Entry) => {
        takeEntry(zip, entry, collected).then(() => zip.readEntry(), reject);
      });
      zip.readEntry();
    });
  } finally {
    await handle.close();
  }
}

async function takeEntry(zip: ZipFile, entry: Entry, collected: Collected): Promise<void> {
  const { fileName: name, uncompressedSize: bytes } = entry;
  // Unix file type in the upper half of the external attributes; 0 where another system made the archive.
  const type = (entry.externalFileAttributes >>> 28) & 0xf;
  const isRegular = type === 0 || type === 8;
  const keep = isRegular ? collected.wants(name) : null;
  if (keep === null) return;
  if (keep === 0) return collected.add(name, bytes, Buffer.alloc(0));
  if (bytes > MAX_METADATA_BYTES) return collected.add(name, bytes, Buffer.alloc(keep, ' '));
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  collected.add(name, bytes, await beginning(stream, keep));
}

/** So much of a file and no more: neither time nor memory goes to what will not be kept. */
async function beginning(stream: NodeJS.ReadableStream, keep: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let kept = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    kept += chunk.length;
    if (kept >= keep) break;
  }
  return Buffer.concat(chunks, Math.min(kept, keep));
}

async function listTar(path: string, collected: Collected): Promise<void> {
  const pending: Promise<void>[] = [];
  let unpacked = 0;
  await readTar(path, (entry) => {
    const name = entry.path.replace(/^\.\//, '');
    unpacked += entry.size;
    if (unpacked > MAX_UNPACKED_BYTES) {
      throw new UsageError(`${path} holds more than ${MAX_UNPACKED_BYTES / 2 ** 30} GiB. Pack the sources alone.`);
    }
    const keep = entry.type === 'File' || entry.type === 'OldFile' ? collected.wants(name) : null;
    if (keep === null || name.split('/').includes('..')) return entry.resume();
    if (keep === 0) {
      collected.add(name, entry.size, Buffer.alloc(0));
      return entry.resume();
    }
    pending.push(beginningOf(entry, keep).then((content) => collected.add(name, entry.size, content)));
  });
  await Promise.all(pending);
}

/** Reads all of it: what is not kept has to pass too. */
function beginningOf(entry: ReadEntry, keep: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let kept = 0;
  entry.on('data', (chunk: Buffer) => {
    if (kept < keep) chunks.push(chunk);
    kept += chunk.length;
  });
  return new Promise((resolve) => {
    entry.on('end', () => resolve(Buffer.concat(chunks, Math.min(kept, keep))));
  });
}

/** @param take - has to let every entry pass; what it throws ends the reading */
async function readTar(path: string, take: (entry: ReadEntry) => void): Promise<void> {
  const file = createReadStream(path);
  try {
    await new Promise<void>((resolve, reject) => {
      const onReadEntry = (entry: ReadEntry): void => {
        try {
          take(entry);
        } catch (error) {
          entry.resume();
          reject(error);
        }
      };
      const parser = new Parser({ file: path, strict: true, onReadEntry });
      parser.on('error', reject).on('end', resolve);
      parser.on('drain', () => file.resume());
      file.on('error', reject).on('end', () => parser.end());
      file.on('data', (chunk) => {
        if (!file.destroyed && !parser.write(chunk as Buffer)) file.pause();
      });
    });
  } finally {
    file.destroy();
  }
}
