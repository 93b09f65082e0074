import { constants } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { STUDENT_LIMITS } from '../../limits/index.ts';
import { messageOf, systemCode } from '../../platform/errors.ts';
import type { HandedFile, Listing } from './handed.ts';

const MAX_DEPTH = 8;
const SKIPPED: ReadonlySet<string> = new Set(['__MACOSX', 'node_modules']);

/**
 * Lists the regular files of a folder, by path. Links are not followed, because they could lead anywhere. What cannot be
 * read in a student's folder is left out with a note.
 */
export async function listFolder(root: string): Promise<Listing> {
  const files: HandedFile[] = [];
  const notes: string[] = [];
  await walk(root, '', 0, files, notes);
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), notes };
}

async function walk(root: string, under: string, depth: number, files: HandedFile[], notes: string[]): Promise<void> {
  const before = files.length;
  for (const entry of await readdir(join(root, under), { withFileTypes: true })) {
    if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) continue;
    const path = under === '' ? entry.name : `${under}/${entry.name}`;
    try {
      if (entry.isDirectory()) {
        if (depth < MAX_DEPTH) await walk(root, path, depth + 1, files, notes);
      } else if (entry.isFile()) {
        if (under !== '' && files.length - before >= STUDENT_LIMITS.filesOfAFolder) {
          notes.push(`${under} has more than ${STUDENT_LIMITS.filesOfAFolder} files; the others are left out.`);
          return;
        }
        const absolute = join(root, path);
        const { size } = await stat(absolute);
        files.push({ path, bytes: size, read: (limit) => readStart(absolute, limit) });
      }
    } catch (error) {
      notes.push(`${path} cannot be read (${systemCode(error) ?? messageOf(error)}); left out.`);
    }
  }
}

/** @throws the system's error */
export async function readStart(path: string, limit: number): Promise<Buffer> {
  // What was a file when it was listed may be a pipe by now, and opening that would wait for ever.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const buffer = Buffer.alloc(Math.min(limit, (await handle.stat()).size));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
