import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';

/** What the core asks of a file system; a browser gives it from memory. Paths are the platform's own. */
export interface Files {
  /** @returns the size in bytes of a regular file, `folder`, or null where nothing (readable) is there */
  stat(path: string): number | 'folder' | null;
  /** @throws the system's error */
  read(path: string): Uint8Array;
  /** Names in a folder, sorted; empty where there is none. */
  list(path: string): string[];
}

export const nodeFiles: Files = {
  stat(path) {
    try {
      const stat = statSync(path, { throwIfNoEntry: false });
      if (stat?.isDirectory()) return 'folder';
      return stat?.isFile() ? stat.size : null;
    } catch {
      // ENOTDIR, EACCES and the like: nothing usable is there.
      return null;
    }
  },
  read: (path) => readFileSync(path),
  list: (path) => (existsSync(path) ? readdirSync(path).sort() : []),
};
