import type { FolderEntry, OpenFile } from '../../platform/files/index.ts';

/** A file that a program writes: in memory, where it stays known while the program runs. */
export class ScratchFile implements OpenFile {
  readonly #room: Room;
  #content: Uint8Array;
  #bytes: number;

  constructor(room: Room, content: Uint8Array = new Uint8Array(0)) {
    this.#room = room;
    this.#content = content;
    this.#bytes = content.length;
  }

  get bytes(): number {
    return this.#bytes;
  }

  read(into: Uint8Array, position: number): number {
    const part = this.#content.subarray(position, Math.max(position, Math.min(this.#bytes, position + into.length)));
    into.set(part);
    return part.length;
  }

  /** What lies between the end and the position becomes zeros. @returns false where there is no room */
  write(from: Uint8Array, position: number): boolean {
    const end = position + from.length;
    if (end > this.#bytes && !this.resize(end)) return false;
    this.#content.set(from, position);
    return true;
  }

  /** @returns false where there is no room */
  resize(bytes: number): boolean {
    if (bytes > this.#bytes && !this.#room.take(bytes - this.#bytes)) return false;
    if (bytes < this.#bytes) {
      this.#room.give(this.#bytes - bytes);
      this.#content.fill(0, bytes, this.#bytes);
    }
    if (bytes > this.#content.length) {
      const larger = new Uint8Array(Math.max(bytes, 2 * this.#content.length, 1024));
      larger.set(this.#content.subarray(0, this.#bytes));
      this.#content = larger;
    }
    this.#bytes = bytes;
    return true;
  }

  close(): void {}
}

/** Files and folders that a program may make, and that it may remove of the machine's; names are memory as well. */
const MAX_ENTRIES = 4096;

/** Bytes that all files together may have. */
class Room {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  has(bytes: number): boolean {
    return bytes <= this.#left;
  }

  take(bytes: number): boolean {
    if (!this.has(bytes)) return false;
    this.#left -= bytes;
    return true;
  }

  give(bytes: number): void {
    this.#left += bytes;
  }
}

/**
 * Files that a program writes, beside those of the machine, which it can only read. Nothing of the machine is changed: a
 * file that is opened for writing is a copy from then on, and one that is removed is only hidden. They are gone when the
 * program ends.
 */
export class Scratch {
  readonly #room: Room;
  readonly #files = new Map<string, ScratchFile>();
  readonly #folders = new Set<string>();
  /** Places of the machine's files and folders that the program has removed. */
  readonly #removed = new Set<string>();

  /** @param bytes - of all files together; with 0 there are none */
  constructor(bytes: number) {
    this.#room = new Room(bytes);
    this.isOpen = bytes > 0;
  }

  /** Anything can be written at all. */
  readonly isOpen: boolean;

  /** Paths of the files that were written, from the working folder or from the root. */
  get written(): readonly string[] {
    return [...this.#files.keys()];
  }

  /** @returns `removed` if the machine's file or folder there, or one that it is in, was removed; `null` if the machine decides */
  find(path: string): ScratchFile | 'folder' | 'removed' | null {
    const place = normal(path);
    const written = this.#files.get(place) ?? (this.#folders.has(place) ? 'folder' : null);
    return written ?? (this.hides(place) ? 'removed' : null);
  }

  /** Returns true if what the machine has at this place was removed. */
  hides(path: string): boolean {
    for (let place = normal(path); place !== ''; place = parentOf(place)) if (this.#removed.has(place)) return true;
    return false;
  }

  /** Returns true if the program made one of the folders that the path is in. */
  isInFolder(path: string): boolean {
    for (let place = parentOf(normal(path)); place !== ''; place = parentOf(place))
      if (this.#folders.has(place)) return true;
    return false;
  }

  /** Returns the names of files and folders that the program has made in a folder. */
  *inFolder(path: string): Generator<FolderEntry> {
    const folder = normal(path);
    for (const place of this.#files.keys()) if (parentOf(place) === folder) yield { name: nameOf(place), kind: 'file' };
    for (const place of this.#folders)
      if (place !== '' && parentOf(place) === folder) yield { name: nameOf(place), kind: 'folder' };
  }

  /** Is there room for one more file of so many bytes? */
  hasRoom(bytes: number): boolean {
    return this.#files.size + this.#folders.size < MAX_ENTRIES && this.#room.has(bytes);
  }

  /** @returns null where there is no room for it */
  create(path: string, content: Uint8Array = new Uint8Array(0)): ScratchFile | null {
    if (!this.hasRoom(content.length)) return null;
    this.#room.take(content.length);
    const file = new ScratchFile(this.#room, content);
    this.#files.set(normal(path), file);
    return file;
  }

  /** @returns false where there is no room for it */
  addFolder(path: string): boolean {
    if (!this.hasRoom(0)) return false;
    this.#folders.add(normal(path));
    return true;
  }

  /** Hides what the machine has at this place, and all that is in it. @returns false if there is no room for the name */
  hide(path: string): boolean {
    if (this.hides(path)) return true;
    if (this.#removed.size >= MAX_ENTRIES) return false;
    this.#removed.add(normal(path));
    return true;
  }

  /** Removes a file or an empty folder that the program made, if there is one. */
  remove(path: string): void {
    const place = normal(path);
    this.#files.get(place)?.resize(0);
    this.#files.delete(place);
    this.#folders.delete(place);
  }

  /** Moves a file that the program made to a place where it has none. */
  move(from: string, to: string): void {
    const file = this.#files.get(normal(from));
    if (!file) return;
    this.#files.delete(normal(from));
    this.#files.set(normal(to), file);
  }
}

/** The same place by one name. */
export function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}

export function parentOf(place: string): string {
  return place.slice(0, Math.max(0, place.lastIndexOf('/')));
}

export function nameOf(place: string): string {
  return place.slice(place.lastIndexOf('/') + 1);
}
