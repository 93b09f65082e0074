import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, sep } from 'node:path';

/** Files that are at the top of a project. */
const MARKERS = ['.git', 'Makefile', 'makefile', 'CMakeLists.txt'];
/** Without a marker, a program may include headers this many folders above its own. */
const LEVELS_ABOVE = 2;

/**
 * Finds the folder below which a program's quoted includes are read: the highest of the nearest folder with a marker,
 * the nearest repository, and two folders above the program. It is never the home folder, one above that, or the root.
 * @param folder - of the program
 * @param home - the user's home folder
 */
export function projectFolder(folder: string, home = homedir()): string {
  const own = real(folder) ?? folder;
  const homes = [real(home) ?? home, home];
  const ancestors = [own];
  for (let at = own; dirname(at) !== at; at = dirname(at)) ancestors.push(dirname(at));
  const allowed = ancestors.slice(
    0,
    Math.max(
      1,
      ancestors.findIndex((at) => dirname(at) === at || homes.some((one) => isInside(one, at))),
    ),
  );
  const marked = allowed.findIndex((at) => MARKERS.some((name) => existsSync(join(at, name))));
  const repository = allowed.findIndex((at) => existsSync(join(at, '.git')));
  const highest = Math.min(allowed.length - 1, Math.max(marked, repository, LEVELS_ABOVE));
  return allowed[highest] ?? own;
}

/** True if a path is a folder itself or in it. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Returns the path without links; `null` if there is no such file. */
export function real(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
