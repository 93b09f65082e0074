import { posix } from 'node:path';
import { Header } from 'tar';
import type { HeaderFile } from '../compile/index.ts';

const BLOCK = 512;
const FOLDER = 'program';
const SEARCHED = 'include';

/** A program's sources in the folder in which nvcc runs. */
export interface SourceTree {
  /** A tar archive of all of them. */
  readonly archive: Uint8Array;
  /** Path of the program from that folder. */
  readonly program: string;
  /** The folder that `#include` searches, if there is one. */
  readonly searched: string | null;
}

/**
 * Lays out a program and its headers as they are on the user's disk: so deep that each `../` stays in the tree.
 * @param name - a plain file name
 */
export function sourceTree(name: string, source: string, headers: readonly HeaderFile[]): SourceTree {
  const depth = Math.max(0, ...headers.map(({ path }) => path.split('/').filter((part) => part === '..').length));
  const folder = posix.join(FOLDER, ...Array.from({ length: depth }, (_, at) => `d${at}`));
  const program = posix.join(folder, name);
  const files = new Map([[program, source]]);
  for (const { path, searched, text } of headers) files.set(posix.join(searched ? SEARCHED : folder, path), text);
  return {
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
