import { posix } from 'node:path';
import { Header } from 'tar';
import type { HeaderFile, SourceUnit } from '../compile/index.ts';

const BLOCK = 512;
const FOLDER = 'program';
const SEARCHED = 'include';
const BEFORE = 'options.h';

/** A program's sources in the folder in which nvcc runs. */
export interface SourceTree {
  /** A tar archive of all of them. */
  readonly archive: Uint8Array;
  /** Path of the program from that folder. */
  readonly program: string;
  /** The folder that `#include` searches, if there is one. */
  readonly searched: string | null;
  /** Paths of the further sources. */
  readonly units: readonly string[];
  /** The file with what comes before each source, if there is any. */
  readonly before: string | null;
  /** Returns the path in the tree of a file, from its path from the program's folder. */
  pathOf(path: string): string;
}

export interface TreeFiles {
  readonly headers?: readonly HeaderFile[];
  readonly units?: readonly SourceUnit[];
  /** Text that comes before each source. */
  readonly before?: string;
}

/**
 * Lays out a program and its headers as they are on the user's disk: so deep that each `../` stays in the tree.
 * @param name - a plain file name
 */
export function sourceTree(
  name: string,
  source: string,
  { headers = [], units = [], before = '' }: TreeFiles = {},
): SourceTree {
  const depth = Math.max(
    0,
    ...[...headers, ...units].map(({ path }) => path.split('/').filter((part) => part === '..').length),
  );
  const folder = posix.join(FOLDER, ...Array.from({ length: depth }, (_, at) => `d${at}`));
  const program = posix.join(folder, name);
  const files = new Map([[program, source]]);
  const pathOf = (path: string) => posix.join(folder, path);
  for (const { path, searched, text } of headers) files.set(searched ? posix.join(SEARCHED, path) : pathOf(path), text);
  for (const { path, text } of units) files.set(pathOf(path), text);
  if (before !== '') files.set(BEFORE, before);
  return {
    units: units.map(({ path }) => pathOf(path)),
    before: before === '' ? null : BEFORE,
    pathOf,
    archive: archiveOf(files),
    program,
    searched: headers.some(({ searched }) => searched) ? SEARCHED : null,
  };
}

function archiveOf(files: ReadonlyMap<string, string>): Buffer {
  const folders = new Set([...files.keys()].flatMap(foldersOf));
  const parts = [...folders].sort().map((path) => entry(path, 'Directory', 0));
  for (const [path, text] of files) {
    const content = Buffer.from(text);
    parts.push(entry(path, 'File', content.length), content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK));
  }
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, at) => `${parts.slice(0, at + 1).join('/')}/`);
}

/** @throws RangeError if the path is too long for a plain archive */
function entry(path: string, type: 'File' | 'Directory', size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const mode = type === 'File' ? 0o444 : 0o755;
  if (new Header({ path, type, size, mode, uid: 0, gid: 0, mtime: new Date(0) }).encode(block, 0))
    throw new RangeError(`the path ${JSON.stringify(path)} is too long`);
  return block;
}
