import { constants } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { HandedFile } from './handed.ts';

const MAX_DEPTH = 8;
const SKIPPED: ReadonlySet<string> = new Set(['__MACOSX', 'node_modules']);

/** Regular files of a folder, by path; links are not followed: they could lead anywhere. */
export async function listFolder(root: string): Promise<HandedFile[]> {
  const files: HandedFile[] = [];
  await walk(root, '', 0, files);
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function walk(root: string, under: string, depth: number, files: HandedFile[]): Promise<void> {
  const entries = await readdir(join(root, under), { withFileTypes: true });
  for (const entry of entries) {
    const path = under === '' ? entry.name : `${under}/${entry.name}`;
    if (entry.isDirectory()) {
      if (entry.name.startsWith('.') || SKIPPED.has(entry.name) || depth >= MAX_DEPTH) continue;
      await walk(root, path, depth + 1, files);
    } else if (entry.isFile() && !entry.name.startsWith('.')) {
      const absolute = join(root, path);
      const { size } = await stat(absolute);
      files.push({ path, bytes: size, read: (limit) => readStart(absolute, limit) });
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
