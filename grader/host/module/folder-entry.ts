import { normal } from './scratch.ts';

/** The numbers of WASI. */
export const FILE_TYPE = { other: 0, folder: 3, file: 4, link: 7 } as const;
export type Kind = keyof typeof FILE_TYPE;

/** The bytes of `__wasi_dirent_t` before the name. */
const ENTRY_BYTES = 24;

/**
 * Encodes an entry of a folder as WASI does.
 * @param next - the cookie of the entry after it
 */
export function encodeEntry(name: string, kind: Kind, next: number, path: string): Uint8Array {
  const text = new TextEncoder().encode(name);
  const bytes = new Uint8Array(ENTRY_BYTES + text.length);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(next), true);
  view.setBigUint64(8, fileNumber(path), true);
  view.setUint32(16, text.length, true);
  view.setUint8(20, FILE_TYPE[kind]);
  bytes.set(text, ENTRY_BYTES);
  return bytes;
}

/** Returns the number (inode) of a file or folder: the same for each path that leads there, and never 0. */
export function fileNumber(path: string): bigint {
  let number = 0xcbf2_9ce4_8422_2325n;
  for (const byte of new TextEncoder().encode(normal(path)))
    number = BigInt.asUintN(64, (number ^ BigInt(byte)) * 0x100_0000_01b3n);
  return number | 1n;
}
