import { readFileSync, statSync } from 'node:fs';
import { systemCode } from '../../platform/index.ts';

/** Text that changes with a file: if the file is replaced, written, or given another time. */
export type Stamp = string;

/** Changes that are not older than this may share their time with a later one: file systems count in steps. */
const STEP_MS = 2_000;

export interface Stamped {
  readonly stamp: Stamp;
  /** True if a later change of the file would have another stamp. */
  readonly isSettled: boolean;
}

/** Returns the stamp of a file; `null` if there is none. The time of the last change cannot be set, unlike that of the last write. */
export function stampOf(path: string): Stamped | null {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) return null;
    const { ino, size, mtimeNs, ctimeNs, ctimeMs, mtimeMs } = stats;
    const last = Number(ctimeMs > mtimeMs ? ctimeMs : mtimeMs);
    return { stamp: `${ino} ${size} ${mtimeNs} ${ctimeNs}`, isSettled: last < Date.now() - STEP_MS };
  } catch (error) {
    if (systemCode(error) === 'ENAMETOOLONG') return null;
    throw error;
  }
}

/** Remembers what was read from files in this process. A file that has changed is read again. */
export class FileMemo<T> {
  readonly #known = new Map<string, { readonly stamp: Stamp; readonly value: T }>();
  readonly #read: (content: Buffer, path: string) => T;

  constructor(read: (content: Buffer, path: string) => T) {
    this.#read = read;
  }

  /** Returns what is in a file; `null` if there is no file. */
  get(path: string): T | null {
    // Before it is read: a change meanwhile gives another stamp.
    const now = stampOf(path);
    if (now === null) return null;
    const known = this.#known.get(path);
    if (known?.stamp === now.stamp) return known.value;
    let content: Buffer;
    try {
      content = readFileSync(path);
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return null;
      throw error;
    }
    const value = this.#read(content, path);
    if (now.isSettled) this.#known.set(path, { stamp: now.stamp, value });
    else this.#known.delete(path);
    return value;
  }
}
