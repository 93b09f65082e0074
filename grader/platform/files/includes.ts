import { constants, lstatSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, posix } from 'node:path';

/** The maximum of headers of one submission. */
const MAX_HEADERS = 64;

/** A header as a source includes it. */
export interface IncludedFile<Content> {
  /** The path from the folder of the source, with `/` and no `.`. */
  readonly path: string;
  readonly content: Content;
}

/** Returns the paths of `#include "…"` in a text, as they are written. */
export function quotedIncludes(text: string): string[] {
  return [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"/gm)]
    .map(([, path = '']) => path.trim())
    .filter((path) => path !== '' && !path.startsWith('/') && !path.includes('\\'));
}

/**
 * Finds the files that a source includes in quotes, and those that they include. Each is looked for beside the file that
 * includes it. Nothing outside of the folder of the source is asked for.
 * @param read - returns a file of the folder; null if there is none
 * @param textOf - returns the text in which further includes are looked for
 */
export async function includedFiles<Content>(
  source: string,
  read: (path: string) => Promise<Content | null>,
  textOf: (content: Content) => string,
): Promise<IncludedFile<Content>[]> {
  const found = new Map<string, Content>();
  const asked = new Set<string>();
  const queue = [{ folder: '.', text: source }];
  for (let at = queue.shift(); at; at = queue.shift()) {
    for (const given of quotedIncludes(at.text)) {
      const path = posix.join(at.folder, given);
      if (path.startsWith('../') || asked.has(path) || asked.size >= MAX_HEADERS) continue;
      asked.add(path);
      const content = await read(path);
      if (content === null) continue;
      found.set(path, content);
      queue.push({ folder: posix.dirname(path), text: textOf(content) });
    }
  }
  return [...found]
    .map(([path, content]) => ({ path, content }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** Reads the beginning of a file of a folder or below. Neither the file nor a folder on the way is a link. */
export async function readBeside(folder: string, path: string, limit: number): Promise<Buffer | null> {
  let at = folder;
  try {
    for (const part of path.split('/')) {
      if (part === '' || part === '.' || part === '..') return null;
      at = join(at, part);
      if (lstatSync(at).isSymbolicLink()) return null;
    }
    if (!lstatSync(at).isFile()) return null;
    // What was a file may be a pipe by now, and opening that would wait for ever.
    const handle = await open(at, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(limit, (await handle.stat()).size)));
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    // It cannot be read: for the source it is not there.
    return null;
  }
}
