import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { systemCode } from '../errors.ts';
import type { FileAccess, FileSystem, OpenFile, Refusal } from './readable-files.ts';

/** The files in some folders of this machine; nothing in them is ever written. */
export function readOnlyFiles({ workingFolder, folders }: FileAccess): FileSystem {
  const roots = folders.map((folder) => ({ given: resolve(workingFolder, folder), real: realpathSync(folder) }));
  const open = (path: string): ReturnType<FileSystem['open']> => {
    // Before it is looked at: what lies outside must not be told from what does not exist.
    if (!roots.some(({ given, real }) => isInside(given, path) || isInside(real, path))) return 'outside';
    let descriptor: number;
    try {
      const real = realpathSync(path);
      if (!roots.some((root) => isInside(root.real, real))) return 'outside';
      // The path is resolved: a link that appears there now is none of ours. A pipe must not keep us waiting.
      descriptor = openSync(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    } catch (error) {
      return refusal(error);
    }
    return examine(descriptor);
  };
  return {
    open(path) {
      const found = open(resolve(workingFolder, path));
      if (found !== 'outside' && found !== 'missing') return found;
      const fromRoot = open(resolve('/', path));
      return fromRoot === 'outside' ? found : fromRoot;
    },
  };
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
