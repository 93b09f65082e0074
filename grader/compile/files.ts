import { Directory, File } from '@bjorn3/browser_wasi_shim';
import type { ClangArchive } from '../platform/packaged/index.ts';

/** Files by name, folders as trees: what Clang and its tools see beside {@link Sysroot}. */
export interface Tree {
  [name: string]: Tree | string | Uint8Array;
}

/** The places of the files of `/usr`, as `native/emulator/sysroot.mjs` writes them. */
export interface SysrootIndex {
  /** The length of the archive that it was made of. */
  readonly archiveBytes: number;
  /** Files of the archive. */
  readonly files: readonly (readonly [path: string, offset: number, bytes: number])[];
  /** Files that are assets of the engine. */
  readonly libraries: readonly (readonly [path: string, asset: string, bytes: number])[];
}

/**
 * Returns headers and libraries of the compiler itself, below `/usr`: made once, used by every run, and never written to.
 * A file is read when it is first opened.
 */
export function sysroot(
  index: SysrootIndex,
  archive: ClangArchive,
  readAsset: (name: string) => Uint8Array,
): Directory {
  if (archive.bytes !== index.archiveBytes) {
    throw new Error(
      `the compiler's archive has ${archive.bytes} bytes instead of ${index.archiveBytes}: another version of @yowasp/clang?`,
    );
  }
  const root: Folder = new Map();
  for (const [path, offset, bytes] of index.files) {
    place(root, path, new UnreadFile(bytes, () => archive.read(offset, bytes)));
  }
  for (const [path, asset, bytes] of index.libraries) place(root, path, new UnreadFile(bytes, () => readAsset(asset)));
  return madeOf(root);
}

function place(root: Folder, path: string, file: File): void {
  const names = path.split('/');
  const name = names.pop() ?? '';
  let folder = root;
  for (const part of names) folder = subfolder(folder, part);
  folder.set(name, file);
}

interface Folder extends Map<string, Folder | File> {}

function subfolder(parent: Folder, name: string): Folder {
  const known = parent.get(name);
  if (known instanceof Map) return known;
  const made: Folder = new Map();
  parent.set(name, made);
  return made;
}

function madeOf(folder: Folder): Directory {
  return new Directory(
    new Map([...folder].map(([name, entry]) => [name, entry instanceof Map ? madeOf(entry) : entry])),
  );
}

/** A file that is read when it is first asked for. */
class UnreadFile extends File {
  readonly #bytes: number;

  constructor(bytes: number, read: () => Uint8Array) {
    super([], { readonly: true });
    this.#bytes = bytes;
    let content: Uint8Array | null = null;
    Object.defineProperty(this, 'data', {
      get: () => {
        content ??= read();
        return content;
      },
    });
  }

  override get size(): bigint {
    return BigInt(this.#bytes);
  }
}

/** A folder of files that cannot be written to: what the caller gave stays as it is. */
export function directoryOf(tree: Tree): Directory {
  const entries = Object.entries(tree).map(([name, entry]): [string, File | Directory] => {
    if (typeof entry === 'string') return [name, fileOf(new TextEncoder().encode(entry))];
    return [name, entry instanceof Uint8Array ? fileOf(entry) : directoryOf(entry)];
  });
  return new Directory(new Map(entries));
}

/** Without a copy, which the constructor would make. */
function fileOf(bytes: Uint8Array): File {
  const file = new File([], { readonly: true });
  file.data = bytes;
  return file;
}
