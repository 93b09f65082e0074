import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, posix, resolve, sep } from 'node:path';
import type { HeaderFile } from '../../compile/index.ts';

/** More than any program of a course has; what goes on longer is no header. */
const MAX_FILES = 1_000;
const MAX_BYTES = 4 << 20;

interface Includer {
  readonly text: string;
  /** As in {@link HeaderFile.path}; of the program its name alone. */
  readonly path: string;
  readonly searched: boolean;
  /** Folder on the disk. */
  readonly folder: string;
}

/**
 * The headers that a program includes, and those that they include: files beside it or in its folders, and in the
 * folders that are searched. What lies anywhere else is not read, wherever a path or a symbolic link leads.
 * @param program - path of the program, as it was given
 * @param searched - folders of `--include`, in the order in which they are searched
 */
export function collectHeaders(program: string, source: string, searched: readonly string[] = []): HeaderFile[] {
  const roots = [dirname(program), ...searched].flatMap((folder) => realPath(folder) ?? []);
  const found = new Map<string, HeaderFile>();
  const name = slashes(program);
  const queue: Includer[] = [
    { text: source, path: posix.basename(name), searched: false, folder: dirname(resolve(program)) },
  ];
  const add = (header: Omit<HeaderFile, 'text'>, file: string): boolean => {
    const key = `${header.searched ?? false} ${header.path}`;
    if (found.has(key)) return true;
    if (found.size >= MAX_FILES) return false;
    const text = readInside(file, roots);
    if (text === null) return false;
    found.set(key, { ...header, text });
    queue.push({ text, path: header.path, searched: header.searched ?? false, folder: dirname(file) });
    return true;
  };
  for (let includer = queue.shift(); includer; includer = queue.shift()) {
    for (const { quoted, path } of includesIn(includer.text)) {
      if (quoted && addBeside(includer, path, posix.dirname(name), searched, add)) continue;
      if (path.split('/').includes('..')) continue;
      for (const folder of searched) {
        if (add({ path, searched: true, name: slashes(join(folder, path)) }, resolve(folder, path))) break;
      }
    }
  }
  return [...found.values()];
}

type Add = (header: Omit<HeaderFile, 'text'>, file: string) => boolean;

/** A quoted include is looked for beside the file that it stands in. */
function addBeside(includer: Includer, given: string, base: string, searched: readonly string[], add: Add): boolean {
  const path = posix.join(posix.dirname(includer.path), given);
  const file = resolve(includer.folder, given);
  if (!includer.searched) return add({ path, name: posix.join(base, path) }, file);
  // Beside a header that was found in a folder that is searched, and in no folder above that one.
  const folder = searched.find(
    (candidate) => resolve(candidate, includer.path) === join(includer.folder, posix.basename(includer.path)),
  );
  if (folder === undefined || path.startsWith('..')) return false;
  return add({ path, searched: true, name: slashes(join(folder, path)) }, file);
}

function includesIn(text: string): { readonly quoted: boolean; readonly path: string }[] {
  return [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)/gm)]
    .map(([, quoted, angled]) => ({ quoted: quoted !== undefined, path: quoted ?? angled ?? '' }))
    .filter(({ path }) => !path.startsWith('/') && !path.includes('\\'));
}

/** @returns null where there is no such file, or it lies in none of the folders */
function readInside(file: string, roots: readonly string[]): string | null {
  const real = realPath(file);
  if (real === null || !roots.some((root) => real.startsWith(root.endsWith(sep) ? root : root + sep))) return null;
  const stats = statSync(real, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size > MAX_BYTES) return null;
  try {
    return new TextDecoder().decode(readFileSync(real));
  } catch {
    // It cannot be read: for the program it is not there.
    return null;
  }
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function slashes(path: string): string {
  return path.split(sep).join('/');
}
