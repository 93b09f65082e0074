import type { FileSystem, FolderEntry, OpenFile, Refusal } from '../../platform/files/index.ts';
import { ERRNO } from './errno.ts';
import { FileTree } from './file-tree.ts';
import { encodeEntry, FILE_TYPE, fileNumber, type Kind } from './folder-entry.ts';
import type { HostMemory } from './memory.ts';
import { normal, Scratch, ScratchFile } from './scratch.ts';
import { type Imports, vectorsAt } from './wasi.ts';
import { WORD } from './words.ts';

const REFUSED: Readonly<Record<Refusal, number>> = {
  missing: ERRNO.noent,
  unreadable: ERRNO.acces,
  outside: ERRNO.acces,
};
const OPEN = { create: 1, directory: 2, exclusive: 4, truncate: 8 } as const;
/** Flag of a descriptor: what is written goes to the end. */
const APPEND = 1;
/** fd_datasync, fd_write, fd_allocate and fd_filestat_set_size: what nobody asks for who only reads. */
const WRITING = 0x1n | 0x40n | 0x100n | 0x40_0000n;
/** fd_read, fd_seek, fd_tell, fd_filestat_get. */
const FILE_RIGHTS = 0x20_0026n;
/** The same, and those for writing. */
const WRITTEN_RIGHTS = FILE_RIGHTS | WRITING;
/** path_open, fd_readdir, path_filestat_get, fd_filestat_get. */
const FOLDER_RIGHTS = 0x24_6000n;
/** Everything: the C library asks for no more than this, and a write has to be seen to be refused. */
const INHERITED = 0x1fff_ffffn;
/** A flag of path_open and path_filestat_get. */
const FOLLOWS_LINKS = 1;
const WHENCE = { set: 0, current: 1, end: 2 } as const;
/** Descriptors below are the standard streams. This one is the working folder: the C library takes every path from it. */
const WORKING_FOLDER = 3;
const WORKING_FOLDER_NAME = new TextEncoder().encode('.');
const MAX_OPEN = 256;
/** Paths that are kept of those that are refused. */
const MAX_REFUSED = 100;
/** Bytes of a path, as on Linux. */
const MAX_PATH = 4096;
/** No file is that long, and sums with it are exact. */
const MAX_POSITION = 2 ** 52;

interface Descriptor {
  readonly kind: 'file' | 'folder';
  readonly file: OpenFile | null;
  /** True if each write goes to the end. */
  appends: boolean;
  /** The way there from the working folder. */
  readonly path: string;
  position: number;
  /** The content of a folder when the program began to read it, for `fd_readdir`. */
  entries: readonly FolderEntry[];
}

/** The way in which a path is to be opened. */
interface Asked {
  readonly how: number;
  readonly rights: bigint;
  readonly appends: boolean;
  readonly followsLinks: boolean;
}

/** WASI gives 64-bit numbers as bigints. */
type Argument = number | bigint;
type Call = (...args: Argument[]) => number;

/**
 * A program's files: those of the machine, which it can read and not write, and those that it writes, which are in
 * memory. Descriptors 0 to 2 are none of them, until the program puts a file there.
 */
export class Files {
  readonly #memory: () => HostMemory;
  readonly #open = new Map<number, Descriptor>();
  /** Whether the program opened them. */
  readonly #refused = new Map<string, boolean>();
  readonly #scratch: Scratch;
  readonly #tree: FileTree;

  /** @param scratchBytes - what it may write, in all files together; by default nothing */
  constructor(memory: () => HostMemory, system: FileSystem, scratchBytes = 0) {
    this.#memory = memory;
    this.#scratch = new Scratch(scratchBytes);
    this.#tree = new FileTree(system, this.#scratch);
    this.#open.set(WORKING_FOLDER, { kind: 'folder', file: null, appends: false, path: '', position: 0, entries: [] });
  }

  /** Paths that the program opened, or asked about and did not make, and that lie in no folder that it was given. */
  get refused(): readonly string[] {
    return [...this.#refused].filter(([path, isOpened]) => isOpened || !this.#scratch.find(path)).map(([path]) => path);
  }

  /** Files that the program wrote. */
  get written(): readonly string[] {
    return this.#scratch.written;
  }

  /** Is this a file, or a folder? Standard streams become files by freopen. */
  holds(fd: number): boolean {
    return this.#open.has(fd);
  }

  /** Closes what the program left open. */
  dispose(): void {
    for (const { file } of this.#open.values()) file?.close();
    this.#open.clear();
  }

  /** System calls on these descriptors. */
  imports(): Imports {
    const calls: Record<string, Call> = {
      fd_prestat_get: (fd = 0, result = 0) =>
        this.#given(fd, () => {
          this.#memory().setU32(address(result), 0);
          this.#memory().setWord(address(result) + WORD, WORKING_FOLDER_NAME.length);
        }),
      fd_prestat_dir_name: (fd = 0, buffer = 0, length = 0) =>
        this.#given(fd, () => {
          const name = WORKING_FOLDER_NAME.subarray(0, address(length));
          this.#memory().bytes(address(buffer), name.length).set(name);
        }),
      path_open: (fd = 0, lookUp = 0, path = 0, length = 0, how = 0, rights = 0, _inherited, flags = 0, result = 0) =>
        this.#named(fd, path, length, (from, name) => {
          const asked = {
            how: Number(how),
            rights: BigInt(rights),
            appends: (Number(flags) & APPEND) !== 0,
            followsLinks: (Number(lookUp) & FOLLOWS_LINKS) !== 0,
          };
          return this.#openPath(from, name, asked, address(result));
        }),
      path_filestat_get: (fd = 0, flags = 0, path = 0, length = 0, result = 0) =>
        this.#named(fd, path, length, (from, name) =>
          this.#statPath(from, name, (Number(flags) & FOLLOWS_LINKS) !== 0, address(result)),
        ),
      fd_filestat_get: (fd = 0, result = 0) =>
        this.#with(fd, ({ kind, file, path }) => this.#stat(kind, path, file?.bytes ?? 0, address(result))),
      fd_fdstat_get: (fd = 0, result = 0) => this.#with(fd, (found) => this.#status(found, address(result))),
      fd_read: (fd = 0, vectors = 0, count = 0, result = 0) =>
        this.#with(fd, (found) => {
          const [error, bytes] = this.#read(found, found.position, address(vectors), Number(count), address(result));
          found.position += bytes;
          return error;
        }),
      fd_write: (fd = 0, vectors = 0, count = 0, result = 0) =>
        this.#with(fd, (found) => {
          const at = found.appends ? (found.file?.bytes ?? 0) : found.position;
          const [error, bytes] = this.#write(found, at, address(vectors), Number(count), address(result));
          if (error === ERRNO.success) found.position = at + bytes;
          return error;
        }),
      fd_pwrite: (fd = 0, vectors = 0, count = 0, offset = 0, result = 0) =>
        this.#with(
          fd,
          (found) => this.#write(found, Number(offset), address(vectors), Number(count), address(result))[0],
        ),
      // Besides appending, there is nothing that a file in memory would do in another way.
      fd_fdstat_set_flags: (fd = 0, flags = 0) =>
        this.#with(fd, (found) => {
          found.appends = (Number(flags) & APPEND) !== 0;
          return ERRNO.success;
        }),
      fd_renumber: (fd = 0, to = 0) =>
        this.#with(fd, (found) => {
          if (Number(to) === Number(fd)) return ERRNO.success;
          this.#open.get(Number(to))?.file?.close();
          this.#open.set(Number(to), found);
          this.#open.delete(Number(fd));
          return ERRNO.success;
        }),
      fd_sync: (fd = 0) => this.#with(fd, () => ERRNO.success),
      fd_datasync: (fd = 0) => this.#with(fd, () => ERRNO.success),
      fd_filestat_set_size: (fd = 0, bytes = 0) =>
        this.#with(fd, ({ file }) => {
          if (!(file instanceof ScratchFile)) return ERRNO.badf;
          return file.resize(Number(bytes)) ? ERRNO.success : ERRNO.nospc;
        }),
      fd_advise: (fd = 0) => this.#with(fd, () => ERRNO.success),
      fd_allocate: (fd = 0, offset = 0, length = 0) =>
        this.#with(fd, ({ file }) => {
          if (!(file instanceof ScratchFile)) return ERRNO.badf;
          const end = Number(offset) + Number(length);
          return end <= file.bytes || file.resize(end) ? ERRNO.success : ERRNO.nospc;
        }),
      fd_readdir: (fd = 0, buffer = 0, length = 0, cookie = 0, result = 0) =>
        this.#with(fd, (found) =>
          this.#readFolder(found, address(buffer), address(length), Number(cookie), address(result)),
        ),
      path_create_directory: (fd = 0, path = 0, length = 0) =>
        this.#placed(fd, path, length, (place) => this.#tree.createFolder(place)),
      path_remove_directory: (fd = 0, path = 0, length = 0) =>
        this.#placed(fd, path, length, (place) => this.#tree.removeFolder(place)),
      path_unlink_file: (fd = 0, path = 0, length = 0) =>
        this.#placed(fd, path, length, (place) => this.#tree.removeFile(place)),
      path_rename: (fd = 0, path = 0, length = 0, toFd = 0, toPath = 0, toLength = 0) =>
        this.#placed(fd, path, length, (place) =>
          this.#placed(toFd, toPath, toLength, (target) => this.#tree.rename(place, target)),
        ),
      path_filestat_set_times: (fd = 0) => this.#with(fd, () => ERRNO.rofs),
      fd_pread: (fd = 0, vectors = 0, count = 0, offset = 0, result = 0) =>
        this.#with(
          fd,
          (found) => this.#read(found, Number(offset), address(vectors), Number(count), address(result))[0],
        ),
      fd_seek: (fd = 0, offset = 0, whence = 0, result = 0) =>
        this.#with(fd, (found) => this.#seek(found, Number(offset), Number(whence), address(result))),
      fd_tell: (fd = 0, result = 0) => this.#with(fd, (found) => this.#seek(found, 0, WHENCE.current, address(result))),
      fd_close: (fd = 0) =>
        this.#with(fd, ({ file }) => {
          file?.close();
          this.#open.delete(Number(fd));
          return ERRNO.success;
        }),
    };
    return calls as Imports;
  }

  #with(fd: Argument, body: (found: Descriptor) => number): number {
    const found = this.#open.get(Number(fd));
    return found ? body(found) : ERRNO.badf;
  }

  /** What takes a path from a descriptor on. */
  #named(fd: Argument, path: Argument, length: Argument, body: (from: Descriptor, name: string) => number): number {
    return this.#with(fd, (from) =>
      address(length) > MAX_PATH ? ERRNO.nametoolong : body(from, this.#text(path, length)),
    );
  }

  /** Calls `body` with a path from the working folder. */
  #placed(fd: Argument, path: Argument, length: Argument, body: (place: string) => number): number {
    return this.#named(fd, path, length, (from, name) =>
      from.kind === 'folder' ? body(joined(from.path, name)) : ERRNO.notdir,
    );
  }

  /** Asked of each descriptor until one is none: the folders that a program starts with. */
  #given(fd: Argument, body: () => void): number {
    if (Number(fd) !== WORKING_FOLDER || !this.#open.has(WORKING_FOLDER)) return ERRNO.badf;
    body();
    return ERRNO.success;
  }

  #lookUp(path: string, isOpened = true): ReturnType<FileSystem['open']> {
    const found = this.#tree.open(path);
    if (found === 'outside' && this.#refused.size < MAX_REFUSED)
      this.#refused.set(path, isOpened || this.#refused.get(path) === true);
    return found;
  }

  #text(pointer: Argument, length: Argument): string {
    return new TextDecoder().decode(this.#memory().bytes(address(pointer), address(length)).slice());
  }

  #openPath(from: Descriptor, path: string, { how, rights, appends, followsLinks }: Asked, result: number): number {
    if (from.kind !== 'folder') return ERRNO.notdir;
    const writes = (how & (OPEN.create | OPEN.exclusive | OPEN.truncate)) !== 0 || (rights & WRITING) !== 0n;
    if (writes && !this.#scratch.isOpen) return ERRNO.rofs;
    if (this.#open.size >= MAX_OPEN) return ERRNO.mfile;
    const whole = joined(from.path, path);
    const wantsFolder = (how & OPEN.directory) !== 0;
    if (!followsLinks && this.#tree.isLink(whole)) return wantsFolder ? ERRNO.notdir : ERRNO.loop;
    const opened = writes ? this.#openForWriting(whole, how) : this.#lookUp(whole, !wantsFolder);
    if (typeof opened === 'number') return opened;
    // A program removes a folder before it makes it (std::filesystem::remove_all).
    if (opened === 'outside' && wantsFolder) return ERRNO.noent;
    if (typeof opened === 'string' && opened !== 'folder') return REFUSED[opened];
    const file = opened === 'folder' ? null : opened;
    if (file && wantsFolder) {
      file.close();
      return ERRNO.notdir;
    }
    let fd = WORKING_FOLDER;
    while (this.#open.has(fd)) fd++;
    const kind = file ? 'file' : 'folder';
    this.#open.set(fd, { kind, file, appends, path: whole, position: 0, entries: [] });
    this.#memory().setU32(result, fd);
    return ERRNO.success;
  }

  /** @returns the file in memory, or the number of an error */
  #openForWriting(path: string, how: number): ScratchFile | Refusal | number {
    // What lies outside does not exist for who makes a file; who wants one that is there is told.
    const creates = (how & OPEN.create) !== 0;
    if (!this.#tree.hasFolderOf(path)) return ERRNO.noent;
    const found = creates ? this.#tree.open(path) : this.#lookUp(path);
    if (found === 'folder') return ERRNO.isdir;
    if (typeof found === 'string') return creates ? (this.#scratch.create(path) ?? ERRNO.nospc) : found;
    if ((how & OPEN.exclusive) !== 0) {
      found.close();
      return ERRNO.exist;
    }
    const truncates = (how & OPEN.truncate) !== 0;
    if (found instanceof ScratchFile) {
      if (truncates) found.resize(0);
      return found;
    }
    // Before there is as much memory as the file has bytes.
    if (!this.#scratch.hasRoom(truncates ? 0 : found.bytes)) {
      found.close();
      return ERRNO.nospc;
    }
    const content = new Uint8Array(truncates ? 0 : found.bytes);
    found.read(content, 0);
    found.close();
    return this.#scratch.create(path, content) ?? ERRNO.nospc;
  }

  #statPath(from: Descriptor, path: string, followsLinks: boolean, result: number): number {
    if (from.kind !== 'folder') return ERRNO.notdir;
    const place = joined(from.path, path);
    // The working folder is there, whatever the program may read of it.
    if (normal(place) === '') return this.#stat('folder', place, 0, result);
    if (!followsLinks && this.#tree.isLink(place)) return this.#stat('link', place, 0, result);
    const opened = this.#lookUp(place, false);
    if (opened === 'folder') return this.#stat('folder', place, 0, result);
    // A program asks before it makes a file or a folder (std::filesystem::exists).
    if (opened === 'outside') return ERRNO.noent;
    if (typeof opened === 'string') return REFUSED[opened];
    opened.close();
    return this.#stat('file', place, opened.bytes, result);
  }

  /** Neither times nor numbers of the machine's own: a program gives the same on every machine. */
  #stat(kind: Kind, path: string, bytes: number, result: number): number {
    const memory = this.#memory();
    memory.bytes(result, 64).fill(0)[16] = FILE_TYPE[kind];
    memory.setU64(result + 8, fileNumber(path));
    memory.setU64(result + 24, 1n);
    memory.setU64(result + 32, BigInt(bytes));
    return ERRNO.success;
  }

  /** Writes as many entries as there is room for: the last one may be cut, and then the program asks for it again. */
  #readFolder(found: Descriptor, buffer: number, length: number, cookie: number, result: number): number {
    if (found.kind !== 'folder') return ERRNO.notdir;
    if (cookie === 0) {
      const entries = this.#tree.list(found.path);
      if (entries === 'file') return ERRNO.notdir;
      if (typeof entries === 'string') return REFUSED[entries];
      found.entries = [{ name: '.', kind: 'folder' }, { name: '..', kind: 'folder' }, ...entries];
    }
    const memory = this.#memory();
    const room = memory.bytes(buffer, length);
    let used = 0;
    for (let index = cookie; index < found.entries.length && used < length; index++) {
      const { name, kind } = found.entries[index] as FolderEntry;
      const entry = encodeEntry(name, kind, index + 1, joined(found.path, name));
      const part = entry.subarray(0, length - used);
      room.set(part, used);
      used += part.length;
    }
    memory.setWord(result, used);
    return ERRNO.success;
  }

  #status({ kind, file, appends }: Descriptor, result: number): number {
    const memory = this.#memory();
    const status = memory.bytes(result, 24).fill(0);
    status[0] = FILE_TYPE[kind];
    status[2] = appends ? APPEND : 0;
    const ofFile = file instanceof ScratchFile ? WRITTEN_RIGHTS : FILE_RIGHTS;
    memory.setU64(result + 8, kind === 'file' ? ofFile : FOLDER_RIGHTS);
    memory.setU64(result + 16, kind === 'file' ? 0n : INHERITED);
    return ERRNO.success;
  }

  /** @returns the error, and how many bytes were read */
  #read({ file }: Descriptor, position: number, vectors: number, count: number, result: number): [number, number] {
    if (!file) return [ERRNO.isdir, 0];
    if (position < 0 || position > MAX_POSITION) return [ERRNO.inval, 0];
    let total = 0;
    for (const into of vectorsAt(this.#memory(), vectors, count)) {
      const bytes = file.read(into, position + total);
      total += bytes;
      if (bytes < into.length) break;
    }
    this.#memory().setWord(result, total);
    return [ERRNO.success, total];
  }

  /** @returns the error, and how many bytes were written: all of them, or none */
  #write({ file }: Descriptor, position: number, vectors: number, count: number, result: number): [number, number] {
    if (!(file instanceof ScratchFile)) return [ERRNO.badf, 0];
    if (position < 0 || position > MAX_POSITION) return [ERRNO.inval, 0];
    let total = 0;
    for (const from of vectorsAt(this.#memory(), vectors, count)) {
      if (!file.write(from, position + total)) return [ERRNO.nospc, 0];
      total += from.length;
    }
    this.#memory().setWord(result, total);
    return [ERRNO.success, total];
  }

  #seek(found: Descriptor, offset: number, whence: number, result: number): number {
    if (!found.file) return ERRNO.isdir;
    const base = { [WHENCE.set]: 0, [WHENCE.current]: found.position, [WHENCE.end]: found.file.bytes }[whence];
    if (base === undefined || base + offset < 0 || base + offset > MAX_POSITION) return ERRNO.inval;
    found.position = base + offset;
    this.#memory().setU64(result, BigInt(found.position));
    return ERRNO.success;
  }
}

function address(value: Argument): number {
  return Number(value) >>> 0;
}

function joined(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}
