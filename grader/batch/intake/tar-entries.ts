import { isUtf8 } from 'node:buffer';
import type { ByteSource } from './byte-source.ts';

const BLOCK = 512;
/** Names and extended headers that are longer make their entry unreadable. */
const MAX_META_BYTES = 1 << 20;

/** An entry of a tar archive, as POSIX and GNU tar describe it. */
export interface TarEntry {
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'hard link' | 'sparse file' | 'other';
  /** The size of its content in the archive. */
  readonly bytes: number;
  /** The path of a hard link's target. */
  readonly target: string | null;
  /** Why its name or size is not known; null if they are. */
  readonly problem: string | null;
  /** Reads the beginning of its content, before the next entry is asked for. */
  beginning(limit: number): Promise<Buffer>;
}

/** What headers before an entry say of it. */
interface Said {
  path?: string;
  target?: string;
  bytes?: number;
  isSparse?: boolean;
  problem?: string;
}

/**
 * Reads the entries of a tar archive in order. Records of PAX headers are read by their lengths: a name is a student's,
 * and what is in it, a line end too, says nothing of the record after it.
 * @throws Error if the archive is damaged
 */
export async function* tarEntries(bytes: ByteSource): AsyncGenerator<TarEntry> {
  let said: Said = {};
  for (let at = 0, isFirst = true; ; isFirst = false) {
    const block = await bytes.take(BLOCK);
    if (block.length === 0) {
      if (isFirst) throw new Error('it is empty');
      return;
    }
    if (block.length < BLOCK) throw new Error(isFirst ? 'it is no archive' : 'it ends within a header');
    if (block.every((byte) => byte === 0)) {
      const next = await bytes.take(BLOCK);
      if (next.every((byte) => byte === 0)) return;
      throw new Error('there is an empty block between its entries');
    }
    const header = readHeader(block);
    if (header === null) throw new Error(isFirst ? 'it is no archive' : `the header of entry ${at + 1} is damaged`);
    const { type } = header;
    if ('xXgLK'.includes(type)) {
      const isSmall = header.bytes <= MAX_META_BYTES;
      const body = isSmall ? await bytes.take(header.bytes) : Buffer.alloc(0);
      await bytes.skip(padded(header.bytes) - body.length);
      // A global header says of all entries what can only be true of one, or is a comment.
      if (type === 'g') continue;
      if (!isSmall) said.problem = 'its extended header is too long';
      else if (type === 'L') said.path = text(body);
      else if (type === 'K') said.target = text(body);
      else Object.assign(said, readRecords(body));
      continue;
    }
    at += 1;
    const isSparse = said.isSparse === true || type === 'S';
    if (type === 'S') await skipSparseMap(block, bytes);
    const path = said.path ?? header.path;
    const kind = isSparse ? 'sparse file' : kindOf(type, path);
    const size = hasContent(type) && kind !== 'folder' ? (said.bytes ?? header.bytes) : 0;
    let read = 0;
    yield {
      path,
      kind,
      bytes: size,
      target: kind === 'hard link' ? (said.target ?? header.target) : null,
      problem: said.problem ?? null,
      beginning: async (limit) => {
        const content = await bytes.take(Math.min(limit, size));
        read = content.length;
        return content;
      },
    };
    await bytes.skip(padded(size) - read);
    said = {};
  }
}

interface TarHeader {
  readonly path: string;
  readonly target: string;
  readonly type: string;
  readonly bytes: number;
}

/** @returns null if it is not a header */
function readHeader(block: Buffer): TarHeader | null {
  const bytes = readNumber(block.subarray(124, 136));
  if (bytes === null || readNumber(block.subarray(148, 156)) !== checksum(block)) return null;
  const name = text(block.subarray(0, 100));
  const magic = block.toString('latin1', 257, 263);
  // GNU tar has other fields in the place of the prefix.
  const prefix = magic === 'ustar\0' ? text(block.subarray(345, 500)) : '';
  const flag = block[156] ?? 0;
  return {
    path: prefix === '' ? name : `${prefix}/${name}`,
    target: text(block.subarray(157, 257)),
    type: flag === 0 ? '0' : String.fromCharCode(flag),
    bytes,
  };
}

function checksum(block: Buffer): number {
  let sum = 8 * 0x20;
  for (let index = 0; index < BLOCK; index++) if (index < 148 || index >= 156) sum += block[index] as number;
  return sum;
}

/** Reads octal digits, or a number to the base of 256; null if it is neither, or negative. */
function readNumber(field: Buffer): number | null {
  const [first = 0] = field;
  if (first === 0x80) {
    const number = field.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0);
    return Number.isSafeInteger(number) ? number : null;
  }
  const [digits = ''] = field.toString('latin1').trimStart().split(/[\0 ]/, 1);
  return /^[0-7]*$/.test(digits) ? Number.parseInt(`0${digits}`, 8) : null;
}

/** Linux takes any bytes for a name. */
function text(field: Buffer): string {
  const end = field.indexOf(0);
  const bytes = end < 0 ? field : field.subarray(0, end);
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
}

function kindOf(type: string, path: string): TarEntry['kind'] {
  // A folder of archives older than POSIX is a file whose name ends in a slash.
  if (type === '5' || type === 'D' || ((type === '0' || type === '7') && path.endsWith('/'))) return 'folder';
  if (type === '0' || type === '7') return 'file';
  return type === '1' ? 'hard link' : 'other';
}

/** Links, devices, folders and pipes have none, whatever their headers say. */
function hasContent(type: string): boolean {
  return !'123456'.includes(type);
}

/** Skips what is left of the map of a sparse file of GNU tar. */
async function skipSparseMap(header: Buffer, bytes: ByteSource): Promise<void> {
  let goesOn = header[482] === 1;
  while (goesOn) {
    const more = await bytes.take(BLOCK);
    if (more.length < BLOCK) throw new Error('it ends within a header');
    goesOn = more[504] === 1;
  }
}

/** Reads the records of a PAX header: `<length> <keyword>=<value>` and a line end, where the length counts all of it. */
function readRecords(body: Buffer): Said {
  const said: Said = {};
  for (let at = 0; at < body.length; ) {
    const space = body.indexOf(0x20, at);
    const digits = body.toString('latin1', at, space < 0 ? at : Math.min(space, at + 8));
    const end = /^[1-9]\d*$/.test(digits) ? at + Number(digits) : -1;
    const equals = body.indexOf(0x3d, space);
    if (end < space || end > body.length || body[end - 1] !== 0x0a || equals < 0 || equals >= end) {
      return { problem: 'its extended header is damaged' };
    }
    const keyword = body.toString('latin1', space + 1, equals);
    const value = body.subarray(equals + 1, end - 1);
    at = end;
    if (keyword === 'path' || keyword === 'GNU.sparse.name') {
      // The name of a sparse file goes before the one that its archiver made.
      if (keyword !== 'path' || said.isSparse !== true) said.path = text(value);
    } else if (keyword === 'linkpath') said.target = text(value);
    else if (keyword === 'size') {
      const size = value.toString('latin1');
      if (!/^\d{1,15}$/.test(size)) return { ...said, problem: 'its extended header is damaged' };
      said.bytes = Number(size);
    }
    if (keyword.startsWith('GNU.sparse.')) said.isSparse = true;
  }
  return said;
}

function padded(bytes: number): number {
  return Math.ceil(bytes / BLOCK) * BLOCK;
}
