import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync, realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { systemCode } from '../errors.ts';
import type { FileAccess, FileSystem, FolderEntry, OpenFile, Refusal } from './readable-files.ts';

/** The files in some folders of this machine; nothing in them is ever written. */
export function readOnlyFiles({ workingFolder, folders }: FileAccess): FileSystem {
  const roots = folders.map((folder) => ({ given: resolve(workingFolder, folder), real: realpathSync(folder) }));
  /** Calls `use` with the real path of a place that the program may read. */
  const inside = <T>(path: string, use: (real: string) => T): T | Refusal => {
    // Before it is looked at: what lies outside must not be told from what does not exist.
    if (!roots.some(({ given, real }) => isInside(given, path) || isInside(real, path))) return 'outside';
    try {
      const real = realpathSync(path);
      return roots.some((root) => isInside(root.real, real)) ? use(real) : 'outside';
    } catch (error) {
      return refusal(error);
    }
  };
  /** Looks from the working folder, then from the root. */
  const anywhere = <T>(path: string, use: (real: string) => T): T | Refusal => {
    const found = inside(resolve(workingFolder, path), use);
    if (found !== 'outside' && found !== 'missing') return found;
    const fromRoot = inside(resolve('/', path), use);
    return fromRoot === 'outside' ? found : fromRoot;
  };
  return {
    open: (path) =>
      anywhere(path, (real) =>
        // The path is resolved: a link that appears there now is none of ours. A pipe must not keep us waiting.
        examine(openSync(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))),
      ),
    list: (path) => anywhere(path, (real) => (lstatSync(real).isDirectory() ? entriesOf(real) : 'file')),
  };
}

function entriesOf(folder: string): FolderEntry[] {
  return readdirSync(folder, { withFileTypes: true }).map((entry) => ({
    name: entry.name,
    kind: entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'other',
  }));
}

/** Regular files and folders only: a device may be anything. */
function examine(descriptor: number): OpenFile | 'folder' | Refusal {
  const stats = fstatSync(descriptor);
  if (stats.isFile()) return openFile(descriptor, stats.size);
  closeSync(descriptor);
  return stats.isDirectory() ? 'folder' : 'unreadable';
}

function openFile(descriptor: number, bytes: number): OpenFile {
  return {
    bytes,
    read(into, position) {
      let total = 0;
      while (total < into.length) {
        const count = readSync(descriptor, into, total, into.length - total, position + total);
        if (count === 0) break;
        total += count;
      }
      return total;
    },
    close: () => closeSync(descriptor),
  };
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && resolve(root, way) === path;
}

function refusal(error: unknown): Refusal {
  switch (systemCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ENAMETOOLONG':
    case 'ERR_INVALID_ARG_VALUE':
      return 'missing';
    case 'ELOOP':
      return 'outside';
    default:
      return 'unreadable';
  }
}
