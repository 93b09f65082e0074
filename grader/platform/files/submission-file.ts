import { createHash } from 'node:crypto';
import { type Stats, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { FIXED_LIMITS } from '../../limits/index.ts';
import { messageOf, systemCode, UsageError } from '../errors.ts';
import { includedFiles, readBeside } from './includes.ts';

export const MAX_SUBMISSION_BYTES = FIXED_LIMITS.sourceBytes;

/** Returns the bytes that a file of this name can have. */
export function maxBytesOf(name: string): number {
  return /\.ipynb$/i.test(name) ? FIXED_LIMITS.notebookBytes : MAX_SUBMISSION_BYTES;
}

export interface SubmissionFile {
  /** Without a byte order mark; line ends as they are. */
  readonly source: string;
  /** Name without folders, as diagnostics show it. */
  readonly fileName: string;
  /** Of the bytes on the disk, in hexadecimal. */
  readonly sha256: string;
}

/**
 * Reads a student's file.
 * @throws UsageError where it is missing, no file, empty, too large, binary or not UTF-8
 */
export async function readSubmission(path: string): Promise<SubmissionFile> {
  if (path === '') throw new UsageError('The name of the submission is empty. Give the path of your .cu file.');
  const stats = examine(path);
  if (stats.isDirectory()) {
    throw new UsageError(
      `${path} is a folder. Give the .cu file itself, e.g. ${path.replace(/[\\/]+$/, '')}/matmul.cu.`,
    );
  }
  if (!stats.isFile()) throw new UsageError(`${path} is not a regular file. Give the path of a .cu file.`);
  if (stats.size > maxBytesOf(path)) throw tooLarge(path, stats.size);
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${systemCode(error) ?? messageOf(error)}).`, { cause: error });
  }
  // It may have grown since it was examined.
  if (bytes.length > maxBytesOf(path)) throw tooLarge(path, bytes.length);
  return {
    source: decodeSubmission(bytes, path),
    fileName: basename(path),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}

/** A file of the submission's own folder that it includes. */
export interface SubmissionHeader {
  /** From the folder of the source, with `/`. */
  readonly path: string;
  readonly name: string;
  readonly text: string;
  /** True for a header that the grader wrote. */
  readonly given?: true;
}

/**
 * Reads the files of a submission's folder, and of the folders in it, that its source includes in quotes. Nothing else is
 * read, and no link is followed.
 * @throws UsageError if one is too large, binary or not UTF-8
 */
export async function readHeaders(path: string, source: string): Promise<SubmissionHeader[]> {
  const folder = dirname(path);
  const found = await includedFiles(
    source,
    (header) => readBeside(folder, header, MAX_SUBMISSION_BYTES + 1),
    (bytes) => bytes.toString('utf8'),
  );
  return found
    .filter((header) => resolve(folder, header.path) !== resolve(path))
    .map(({ path: header, content }) => ({ path: header, name: header, text: decodeHeader(content, header) }));
}

/** @throws UsageError if it is too large, binary or not UTF-8 */
export function decodeHeader(bytes: Buffer, name: string): string {
  if (bytes.length > MAX_SUBMISSION_BYTES) throw tooLarge(name, bytes.length);
  return bytes.toString('latin1').trim() === '' ? bytes.toString('utf8') : decodeSubmission(bytes, name);
}

/**
 * The text of a submission's bytes.
 * @param name - what to call it in messages
 * @throws UsageError where it is empty, binary or not UTF-8
 */
export function decodeSubmission(bytes: Uint8Array, name: string): string {
  if (isUtf16(bytes)) {
    throw new UsageError(`${name} is UTF-16 text, which CUDA compilers do not read. Save it as UTF-8.`);
  }
  const zero = bytes.indexOf(0);
  if (zero !== -1) {
    throw new UsageError(
      `${name} is not text: NUL at byte ${zero + 1}. Give the CUDA source, a .cu file, not the program built from it.`,
    );
  }
  let source: string;
  try {
    source = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new UsageError(
      `${name} is not UTF-8 text: line ${firstInvalidLine(bytes)} has a character in another encoding. Save it as UTF-8.`,
      { cause: error },
    );
  }
  if (source.trim() === '') throw new UsageError(`${name} is empty. Give a .cu file with your solution in it.`);
  return source;
}

/** By its byte order mark, or because every other byte of its beginning is zero, as it is in English text. */
function isUtf16(bytes: Uint8Array): boolean {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return true;
  const start = bytes.subarray(0, 64);
  const zeroOnlyAt = (parity: number): boolean => start.every((byte, index) => (byte === 0) === (index % 2 === parity));
  return start.length >= 2 && (zeroOnlyAt(1) || zeroOnlyAt(0));
}

function examine(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    const code = systemCode(error);
    const why = code === 'ENOENT' || code === 'ENOTDIR' ? 'does not exist' : `cannot be read (${code})`;
    throw new UsageError(`${path} ${why}. Give the path of your .cu file.`, { cause: error });
  }
}

function tooLarge(path: string, bytes: number): UsageError {
  const words = (count: number): string => count.toLocaleString('en-US');
  const most = words(maxBytesOf(path));
  return new UsageError(
    /\.ipynb$/i.test(path)
      ? `${path} has ${words(bytes)} bytes; the maximum of a notebook is ${most}. Clear the outputs of its cells, and save it.`
      : `${path} has ${words(bytes)} bytes. A submission is one source file of at most ${most} bytes.`,
  );
}

/** 1-based line of the first byte that is not UTF-8: the longest valid beginning is found line by line. */
function firstInvalidLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline + 1;
    try {
      decoder.decode(bytes.subarray(start, end));
    } catch {
      return line;
    }
    start = end;
  }
  return line;
}
