import { validateFileName } from 'yauzl';
import { STUDENT_LIMITS } from '../../limits/index.ts';
import { maxBytesOf } from '../../platform/files/index.ts';
import { messageOf } from '../../platform/index.ts';
import type { HandedFile } from './handed.ts';
import { isHidden } from './left-out.ts';
import { openTarBytes } from './tar.ts';
import { openZipBytes } from './zip.ts';

/** The files of an archive that a student handed in, or why there are none. */
export type Nested = { readonly files: readonly HandedFile[] } | { readonly problem: string };

const NESTED = /\.(zip|tar|tgz|tar\.gz)$/i;

/** True if a file that was handed in is an archive by its name. */
export function isNested(path: string): boolean {
  return NESTED.test(path);
}

/**
 * Unpacks a zip or tar archive within the limits of one student. What leads outside, is a link or cannot be unpacked is left
 * out.
 * @param path - its ending names the kind of archive
 */
export async function unpackNested(path: string, bytes: Buffer): Promise<Nested> {
  const { sources, sourceBytes, unpackedBytes } = STUDENT_LIMITS;
  const archive = /\.zip$/i.test(path) ? openZipBytes(bytes) : openTarBytes(bytes, unpackedBytes);
  const kept = new Map<string, number>();
  const wanted = new Map<number, number>();
  let left: number = sourceBytes;
  let index = -1;
  try {
    await archive.list(({ path, bytes: size, kind, problem }) => {
      index += 1;
      const isGood = kind === 'file' && problem === null && validateFileName(path) === null && !isHidden(path);
      const keep = Math.min(size, maxBytesOf(path) + 1);
      if (!isGood || kept.has(path) || kept.size >= sources || keep > left) return false;
      left -= keep;
      kept.set(path, index);
      wanted.set(index, maxBytesOf(path) + 1);
      return true;
    });
    const contents = await archive.read(wanted);
    const files = [...kept].flatMap(([path, at]): HandedFile[] => {
      const content = contents.get(at);
      if (content === undefined || 'problem' in content) return [];
      return [{ path, read: async (limit) => content.bytes.subarray(0, limit) }];
    });
    return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)) };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}
