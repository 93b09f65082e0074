import { createReadStream } from 'node:fs';
import { Parser, type ReadEntry } from 'tar';
import { ARCHIVE_LIMITS } from '../../limits/index.ts';
import { UsageError } from '../../platform/errors.ts';
import type { Archive, Content } from './archive.ts';

const { unpackedBytes: MAX_UNPACKED_BYTES } = ARCHIVE_LIMITS;

/** Opens a tar archive, which is read twice: for its list, and for the content that is asked for. */
export function openTar(path: string): Archive {
  /** Numbers of the entries that hard links repeat, by the numbers of the links. */
  const targets = new Map<number, number>();
  return {
    async list(visit) {
      let unpacked = 0;
      let index = 0;
      const files = new Map<string, { readonly at: number; readonly bytes: number }>();
      await readTar(path, (entry) => {
        const at = index++;
        unpacked += entry.size;
        if (unpacked > MAX_UNPACKED_BYTES) {
          throw new UsageError(`${path} holds more than ${MAX_UNPACKED_BYTES / 2 ** 30} GiB. Pack the sources alone.`);
        }
        const target = entry.type === 'Link' ? files.get(entry.linkpath ?? '') : undefined;
        const isFile = entry.type === 'File' || entry.type === 'OldFile' || target !== undefined;
        const bytes = target?.bytes ?? entry.size;
        // An entry that is left out is forgotten: an archive may have any number of them.
        if (visit({ path: entry.path.replace(/^\.\//, ''), bytes, isFile })) {
          files.set(entry.path, target ?? { at, bytes });
          if (target) targets.set(at, target.at);
        }
        entry.resume();
      });
    },
    async read(wanted) {
      const most = new Map<number, number>();
      for (const [at, keep] of wanted) {
        const source = targets.get(at) ?? at;
        most.set(source, Math.max(keep, most.get(source) ?? 0));
      }
      const pending: Promise<[number, Buffer]>[] = [];
      let index = 0;
      await readTar(path, (entry) => {
        const at = index++;
        const keep = most.get(at);
        if (keep === undefined) entry.resume();
        else pending.push(beginningOf(entry, keep).then((bytes) => [at, bytes]));
      });
      const read = new Map(await Promise.all(pending));
      return new Map(
        [...wanted].flatMap(([at, keep]): [number, Content][] => {
          const bytes = read.get(targets.get(at) ?? at);
          return bytes ? [[at, { bytes: bytes.subarray(0, keep) }]] : [];
        }),
      );
    },
    close: async () => undefined,
  };
}

/** Reads all of an entry: what is not kept has to pass too. */
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
