import type { FileSystem, FolderEntry, OpenFile, Refusal } from '../../platform/files/index.ts';
import { ERRNO } from './errno.ts';
import { nameOf, normal, parentOf, type Scratch, ScratchFile } from './scratch.ts';

/** The files of the machine as the program sees them: with those that it made, and without those that it removed. */
export class FileTree {
  readonly #system: FileSystem;
  readonly #scratch: Scratch;

  constructor(system: FileSystem, scratch: Scratch) {
    this.#system = system;
    this.#scratch = scratch;
  }

  open(path: string): OpenFile | 'folder' | Refusal {
    const made = this.#scratch.find(path);
    if (made === 'removed') return 'missing';
    if (made) return made;
    const found = this.#system.open(path);
    // The program would not have made a folder around it if something were there.
    return found === 'outside' && this.#scratch.isInFolder(path) ? 'missing' : found;
  }

  /** Lists a folder by name, without `.` and `..`. */
  list(path: string): readonly FolderEntry[] | 'file' | Refusal {
    const made = this.#scratch.find(path);
    if (made instanceof ScratchFile) return 'file';
    if (made === 'removed') return 'missing';
    const ofSystem = this.#scratch.hides(path) ? 'missing' : this.#system.list(path);
    if (typeof ofSystem === 'string' && made !== 'folder') return ofSystem;
    const entries = new Map<string, FolderEntry>();
    for (const entry of typeof ofSystem === 'string' ? [] : ofSystem)
      if (!this.#scratch.hides(`${path}/${entry.name}`)) entries.set(entry.name, entry);
    for (const entry of this.#scratch.inFolder(path)) entries.set(entry.name, entry);
    return [...entries.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** Returns true if the last part of the path is a symbolic link of the machine. */
  isLink(path: string): boolean {
    return this.#scratch.find(path) === null && this.#entry(path)?.kind === 'link';
  }

  /** Returns false if the folder in which the path is was removed. */
  hasFolderOf(path: string): boolean {
    return this.#scratch.find(parentOf(normal(path))) !== 'removed';
  }

  /** @returns the number of an error, as the functions below do */
  createFolder(path: string): number {
    if (!this.#scratch.isOpen) return ERRNO.rofs;
    if (!this.hasFolderOf(path)) return ERRNO.noent;
    const kind = this.#kind(path);
    if (kind !== 'missing' && kind !== 'outside') return ERRNO.exist;
    return this.#scratch.addFolder(path) ? ERRNO.success : ERRNO.nospc;
  }

  removeFile(path: string): number {
    if (!this.#scratch.isOpen) return ERRNO.rofs;
    if (!this.isLink(path)) {
      const kind = this.#kind(path);
      if (kind === 'folder') return ERRNO.isdir;
      if (kind !== 'file') return kind === 'unreadable' ? ERRNO.acces : ERRNO.noent;
    }
    return this.#remove(path);
  }

  removeFolder(path: string): number {
    if (!this.#scratch.isOpen) return ERRNO.rofs;
    if (normal(path) === '') return ERRNO.inval;
    const entries = this.isLink(path) ? 'file' : this.list(path);
    if (entries === 'file') return ERRNO.notdir;
    if (typeof entries === 'string') return entries === 'unreadable' ? ERRNO.acces : ERRNO.noent;
    return entries.length > 0 ? ERRNO.notempty : this.#remove(path);
  }

  /** Renames a file or a folder. What is of the machine becomes a copy in memory. */
  rename(from: string, to: string): number {
    if (!this.#scratch.isOpen) return ERRNO.rofs;
    const [source, target] = [normal(from), normal(to)];
    const kind = this.#kind(from);
    if (kind === 'unreadable') return ERRNO.acces;
    if (kind === 'missing' || kind === 'outside' || !this.hasFolderOf(to)) return ERRNO.noent;
    if (source === target) return ERRNO.success;
    if (this.isLink(from) || source === '' || target === '') return ERRNO.rofs;
    if (target.startsWith(`${source}/`)) return ERRNO.inval;
    const there = this.#kind(to);
    if (kind === 'file') return there === 'folder' ? ERRNO.isdir : this.#moveFile(from, to);
    if (there === 'file') return ERRNO.notdir;
    return this.#moveFolder(from, to, there === 'folder');
  }

  #moveFolder(from: string, to: string, isThere: boolean): number {
    const [moved, replaced] = [this.list(from), isThere ? this.list(to) : []];
    if (typeof moved === 'string' || typeof replaced === 'string') return ERRNO.acces;
    if (replaced.length > 0) return ERRNO.notempty;
    if (!isThere && !this.#scratch.addFolder(to)) return ERRNO.nospc;
    for (const { name } of moved) {
      const error = this.rename(`${from}/${name}`, `${to}/${name}`);
      if (error !== ERRNO.success) return error;
    }
    return this.#remove(from);
  }

  #moveFile(from: string, to: string): number {
    const file = this.open(from);
    if (typeof file === 'string') return ERRNO.noent;
    if (file instanceof ScratchFile) {
      this.#scratch.remove(to);
      this.#scratch.move(from, to);
      return this.#hideOfMachine(from);
    }
    // Before there is as much memory as the file has bytes.
    const content = this.#scratch.hasRoom(file.bytes) ? new Uint8Array(file.bytes) : null;
    if (content) file.read(content, 0);
    file.close();
    if (!content) return ERRNO.nospc;
    this.#scratch.remove(to);
    return this.#scratch.create(to, content) ? this.#hideOfMachine(from) : ERRNO.nospc;
  }

  #remove(path: string): number {
    this.#scratch.remove(path);
    return this.#hideOfMachine(path);
  }

  /** Hides what the machine has at a place where the program has nothing of its own. */
  #hideOfMachine(path: string): number {
    const kind = this.#kind(path);
    if (kind === 'missing' && !this.#entry(path)) return ERRNO.success;
    // From now on, nothing is where the program had a file of its own.
    return this.#scratch.hide(path) || kind === 'outside' ? ERRNO.success : ERRNO.nospc;
  }

  #entry(path: string): FolderEntry | undefined {
    const place = normal(path);
    const siblings = place === '' ? 'missing' : this.#system.list(parentOf(place) || '.');
    return typeof siblings === 'string' ? undefined : siblings.find(({ name }) => name === nameOf(place));
  }

  #kind(path: string): 'file' | 'folder' | Refusal {
    const found = this.open(path);
    if (typeof found === 'string') return found;
    found.close();
    return 'file';
  }
}
