import { isUtf8 } from 'node:buffer';
import { constants, type PathLike } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { STUDENT_LIMITS } from '../../limits/index.ts';
import { messageOf, systemCode } from '../../platform/errors.ts';
import type { HandedFile, Listing } from './handed.ts';
import { isHidden, Notes } from './left-out.ts';

const MAX_DEPTH = 8;

/**
 * Lists the regular files of a folder, by path. Links are not followed, because they could lead anywhere. What cannot be
 * read in a student's folder is left out with a note.
 */
export async function listFolder(root: string): Promise<Listing> {
  const files: HandedFile[] = [];
  const notes = new Notes((note) => note);
  await walk({ at: Buffer.from(root), shown: '' }, 0, files, notes);
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), notes: notes.all() };
}

/** A path below the root. Linux takes any bytes for a name: they open it, and text shows it. */
interface Place {
  readonly at: Buffer;
  readonly shown: string;
}

async function walk(folder: Place, depth: number, files: HandedFile[], notes: Notes): Promise<void> {
  const before = files.length;
  for (const entry of await readdir(folder.at, { withFileTypes: true, encoding: 'buffer' })) {
    const place = inside(folder, entry.name);
    const path = place.shown;
    if (isHidden(path)) {
      if (!entry.isDirectory()) notes.addHidden(path);
      continue;
    }
    try {
      if (entry.isDirectory()) {
        if (depth < MAX_DEPTH) await walk(place, depth + 1, files, notes);
      } else if (!entry.isFile()) {
        notes.addNoFile(path);
      } else if (folder.shown !== '' && files.length - before >= STUDENT_LIMITS.filesOfAFolder) {
        notes.addCrowded(folder.shown);
        return;
      } else {
        const { size } = await stat(place.at);
        files.push({ path, bytes: size, read: (limit) => readStart(place.at, limit) });
      }
    } catch (error) {
      notes.add(`${path} cannot be read (${systemCode(error) ?? messageOf(error)}); left out.`);
    }
  }
}

function inside(folder: Place, name: Buffer): Place {
  const text = name.toString(isUtf8(name) ? 'utf8' : 'latin1');
  return {
    at: Buffer.concat([folder.at, Buffer.from(sep), name]),
    shown: folder.shown === '' ? text : `${folder.shown}/${text}`,
  };
}

/** @throws the system's error */
export async function readStart(path: PathLike, limit: number): Promise<Buffer> {
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
