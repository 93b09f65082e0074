import { validateFileName } from 'yauzl';
import { STUDENT_LIMITS } from '../../limits/index.ts';
import { maxBytesOf } from '../../platform/files/index.ts';
import { messageOf } from '../../platform/index.ts';
import type { HandedFile } from './handed.ts';
import { isHidden, shown } from './left-out.ts';
import { openTarBytes } from './tar.ts';
import { openZipBytes } from './zip.ts';

/** The files of an archive that a student handed in, or why there are none. */
export type Nested =
  | {
      readonly files: readonly HandedFile[];
      /** The entries that are left out, each with the reason, e.g. `../x.cu leads outside`. */
      readonly leftOut: readonly string[];
    }
  | { readonly problem: string };

const NESTED = /\.(zip|tar|tgz|tar\.gz)$/i;

/** Archives that are not unpacked. */
const FOREIGN = /\.(7z|rar|gz|bz2|tbz2?|xz|txz|zst|lz4?|cab|arj|lha|lzh)$/i;

/** True if a file that was handed in is an archive that is not unpacked, by its name. */
export function isForeignArchive(path: string): boolean {
  return FOREIGN.test(path) && !NESTED.test(path);
}

/** True if a file that was handed in is an archive by its name. */
export function isNested(path: string): boolean {
  return NESTED.test(path);
}

/**
 * Unpacks a zip or tar archive within the limits of one student. An entry that leads outside, is a link or cannot be unpacked
 * is left out, and named.
 * @param path - its ending names the kind of archive
 */
export async function unpackNested(path: string, bytes: Buffer): Promise<Nested> {
  const { sources, sourceBytes, unpackedBytes } = STUDENT_LIMITS;
  const archive = /\.zip$/i.test(path) ? openZipBytes(bytes) : openTarBytes(bytes, unpackedBytes);
  const kept = new Map<string, number>();
  const wanted = new Map<number, number>();
  const leftOut = new Set<string>();
  let left: number = sourceBytes;
  let index = -1;
  try {
    await archive.list(({ path, bytes: size, kind, problem }) => {
      index += 1;
      if (isHidden(path) || kind === 'folder') return false;
      const keep = Math.min(size, maxBytesOf(path) + 1);
      const why =
        problem ??
        (validateFileName(path) !== null
          ? `${shown(path)} leads outside of the archive`
          : kind === 'other'
            ? `${shown(path)} is a link or a device, not a file`
            : kept.has(path)
              ? `${shown(path)} is there twice`
              : kept.size >= sources || keep > left
                ? `${shown(path)} is over the limits of one student`
                : null);
      if (why !== null) {
        if (leftOut.size < sources) leftOut.add(why);
        return false;
      }
      left -= keep;
      kept.set(path, index);
      wanted.set(index, maxBytesOf(path) + 1);
      return true;
    });
    const contents = await archive.read(wanted);
    const files = [...kept].flatMap(([path, at]): HandedFile[] => {
      const content = contents.get(at);
      if (content === undefined || 'problem' in content) {
        leftOut.add(`${shown(path)} cannot be unpacked: ${content?.problem ?? 'it is not there'}`);
        return [];
      }
      return [{ path, read: async (limit) => content.bytes.subarray(0, limit) }];
    });
    return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), leftOut: [...leftOut] };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}
