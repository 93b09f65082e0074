import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { type Entry, fromBuffer, fromFd, getFileNameLowLevel, type Options, type ZipFile } from 'yauzl';
import { messageOf } from '../../platform/index.ts';
import type { Archive, Content } from './opened.ts';
import type { ListedEntry } from './select.ts';

/** The bit of an entry's flags that says that its name is UTF-8. */
const UTF8_FLAG = 0x800;

/** Opens a zip archive: its entries are listed first, and only the content that is asked for is unpacked. */
export async function openZip(path: string): Promise<Archive> {
  const handle = await open(path, 'r');
  return archiveOf(
    () => openedZip((options, done) => fromFd(handle.fd, options, done)),
    () => handle.close(),
  );
}

/** Opens a zip archive that was handed in within another one. */
export function openZipBytes(bytes: Buffer): Archive {
  return archiveOf(
    () => openedZip((options, done) => fromBuffer(bytes, options, done)),
    async () => undefined,
  );
}

function archiveOf(openAgain: () => Promise<ZipFile>, close: () => Promise<void>): Archive {
  let zip: ZipFile | null = null;
  /** Entries that are kept, by their numbers. */
  const entries = new Map<number, Entry>();
  return {
    async list(visit) {
      entries.clear();
      const opened = await openAgain();
      zip = opened;
      let index = -1;
      await new Promise<void>((resolve, reject) => {
        opened.on('error', reject).on('end', resolve);
        opened.on('entry', (entry: Entry) => {
          index += 1;
          try {
            if (visit(listed(entry))) entries.set(index, entry);
            opened.readEntry();
          } catch (error) {
            reject(error);
          }
        });
        opened.readEntry();
      });
    },
    async read(wanted) {
      const contents = new Map<number, Content>();
      for (const [index, keep] of wanted) {
        const entry = entries.get(index);
        if (zip && entry) contents.set(index, await contentOf(zip, entry, keep).catch(problem));
      }
      return contents;
    },
    close,
  };
}

function openedZip(
  openWith: (options: Options, done: (error: Error | null, file: ZipFile) => void) => void,
): Promise<ZipFile> {
  // Names are decoded here, and sizes compared: a bad entry must not end the reading of the others.
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: false };
  return new Promise((resolve, reject) => {
    openWith(options, (error, file) => (error ? reject(error) : resolve(file)));
  });
}

function listed(entry: Entry): ListedEntry {
  // Unix file type in the upper half of the external attributes; 0 if another system made the archive.
  const type = (entry.externalFileAttributes >>> 28) & 0xf;
  const path = nameOf(entry);
  const kind = path.endsWith('/') ? 'folder' : type === 0 || type === 8 ? 'file' : 'other';
  return { path, bytes: entry.uncompressedSize, kind, problem: null, repeats: null };
}

function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  // Tools of Linux write UTF-8 without saying so. Other text is hardly ever valid UTF-8 by accident.
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | UTF8_FLAG : generalPurposeBitFlag;
  return getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
}

async function contentOf(zip: ZipFile, entry: Entry, keep: number): Promise<Content> {
  const claimed = entry.uncompressedSize;
  if (entry.compressionMethod === 0 && entry.compressedSize !== claimed)
    return { problem: 'its size is not as listed' };
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  const bytes = await beginning(stream, keep);
  const isWhole = bytes.length < keep;
  const isHonest = isWhole ? bytes.length === claimed : claimed >= keep;
  if (!isHonest) return { problem: 'its size is not as listed' };
  return isWhole && crc32(bytes) !== entry.crc32 ? { problem: 'its checksum is wrong' } : { bytes };
}

/** Reads the beginning of a file and no more: neither time nor memory goes to what is not kept. */
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

function problem(error: unknown): Content {
  return { problem: messageOf(error) };
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Returns the checksum of zip; the one of `node:zlib` is not in all versions of Node 20. */
function crc32(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (CRC_TABLE[(value ^ byte) & 0xff] as number) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
