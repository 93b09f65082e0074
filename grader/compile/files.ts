import { Directory, File } from '@bjorn3/browser_wasi_shim';

/** Files by name, folders as trees: what Clang and its tools see beside {@link Sysroot}. */
export interface Tree {
  [name: string]: Tree | string | Uint8Array;
}

/** Where the files of `/usr` lie in an archive: what `native/emulator/sysroot.mjs` writes. */
export interface SysrootIndex {
  /** Length of the archive that it was made of. */
  readonly archiveBytes: number;
  readonly files: readonly (readonly [path: string, offset: number, bytes: number])[];
}

/** Headers and libraries of the compiler itself, below `/usr`: made once, used by every run, and never written to. */
export function sysroot(index: SysrootIndex, archive: Uint8Array): Directory {
  if (archive.length !== index.archiveBytes) {
    throw new Error(
      `the compiler's archive has ${archive.length} bytes instead of ${index.archiveBytes}: another version of @yowasp/clang?`,
    );
  }
  const root: Tree = {};
  for (const [path, offset, bytes] of index.files) {
    const names = path.split('/');
    const name = names.pop() ?? '';
    let folder = root;
    for (const part of names) folder = subfolder(folder, part);
    folder[name] = archive.subarray(offset, offset + bytes);
  }
  return directoryOf(root);
}

function subfolder(parent: Tree, name: string): Tree {
  const known = parent[name];
  if (typeof known === 'object' && !(known instanceof Uint8Array)) return known;
  const made: Tree = {};
  parent[name] = made;
  return made;
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
