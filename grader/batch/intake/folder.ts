import { isUtf8 } from 'node:buffer';
import { constants, type Dirent, type PathLike } from 'node:fs';
import { open, opendir } from 'node:fs/promises';
import { sep } from 'node:path';
import { STUDENT_LIMITS } from '../../limits/index.ts';
import { systemCode } from '../../platform/index.ts';
import type { HandedFile, Listing } from './handed.ts';
import { isHidden, Notes, shown } from './left-out.ts';
import { type List, type ListedEntry, selectEntries } from './select.ts';
import type { IsStudent } from './wrapper.ts';

/** `opendir` takes it, and its types do not say so. */
const BUFFER = 'buffer' as BufferEncoding;

/**
 * Lists the regular files of a folder, by path. Links are not followed, because they could lead anywhere. What cannot be
 * read in a student's folder is left out with a note.
 * @param isStudent - whether the roster knows a name; null without a roster
 */
export async function listFolder(root: string, isStudent: IsStudent | null): Promise<Listing> {
  const notes = new Notes();
  const places: Buffer[] = [];
  const list: List = async (visit) => {
    places.length = 0;
    await walk({ at: Buffer.from(root), shown: '' }, 0, (place, kind, problem) => {
      const isKept = visit({ path: place.shown, bytes: 0, kind, problem, repeats: null });
      if (isKept) places.push(place.at);
    });
  };
  const { kept, layout, folders, lost } = await selectEntries(
    { list, nameProblem: () => null, problemNote: (problem) => `${problem}; left out.` },
    root,
    isStudent,
    notes,
    notes,
  );
  const files = kept.map(({ path }, index): HandedFile => {
    const at = places[index] as Buffer;
    return { path: layout.below(path) ?? path, read: (limit) => readStart(at, limit) };
  });
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files, folders, wrapper: layout.wrapper, notes: notes.all(), lost };
}

/** A path below the root. Linux takes any bytes for a name: they open it, and text shows it. */
interface Place {
  readonly at: Buffer;
  readonly shown: string;
}

type Visit = (place: Place, kind: ListedEntry['kind'], problem: string | null) => void;

/** @throws the system's error if the root cannot be read; a folder in it is visited with the problem */
async function walk(folder: Place, depth: number, visit: Visit): Promise<void> {
  // Names are read a few at a time: a student's folder can have any number of them.
  for await (const entry of (await opendir(folder.at, { encoding: BUFFER })) as unknown as AsyncIterable<
    Dirent<Buffer>
  >) {
    const place = inside(folder, entry.name);
    if (!entry.isDirectory()) {
      visit(place, entry.isFile() ? 'file' : 'other', null);
      continue;
    }
    visit(place, 'folder', null);
    if (isHidden(place.shown)) continue;
    if (depth >= STUDENT_LIMITS.depth) {
      visit(place, 'file', `${shown(place.shown)} is nested in more than ${STUDENT_LIMITS.depth} folders`);
      continue;
    }
    try {
      await walk(place, depth + 1, visit);
    } catch (error) {
      const code = systemCode(error);
      if (code === null) throw error;
      visit(place, 'file', `${shown(place.shown)} cannot be read (${code})`);
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
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  try {
    const buffer = Buffer.alloc(Math.min(limit, (await handle.stat()).size));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
