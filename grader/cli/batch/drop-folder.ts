import { createHash } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../platform/index.ts';

/** A file or a folder at the root of a drop folder that has arrived as a whole. */
export interface Arrived {
  readonly name: string;
  readonly kind: 'file' | 'folder';
  /** Changes with the files, their sizes and their times. */
  readonly version: string;
}

export interface Look {
  /** The names that have not been taken in this version, and have not changed for a while. */
  readonly arrived: readonly Arrived[];
  /** The number of those that still change. */
  readonly arriving: number;
}

/** Names that programs give to files that they have not written to the end, or for themselves. */
const UNFINISHED = /^\.|^~\$|^Thumbs\.db$|^desktop\.ini$|\.(?:part|partial|filepart|crdownload|download|tmp|swp)$|~$/i;
const MOST_FILES = 20_000;

/** A folder into which people and programs put submissions while it is looked at. */
export class DropFolder {
  readonly #path: string;
  readonly #settleMs: number;
  /** The version of each name at the last look, and since when it has been so. */
  readonly #seen = new Map<string, { readonly version: string; readonly since: number }>();
  readonly #taken = new Map<string, string>();

  /** @param settleMs - a name that has not changed for so long has arrived */
  constructor(path: string, settleMs: number) {
    this.#path = path;
    this.#settleMs = settleMs;
  }

  /** @throws the system's error if the folder cannot be read */
  async look(now: number): Promise<Look> {
    const names = (await readdir(this.#path)).filter((name) => !UNFINISHED.test(name)).sort();
    for (const name of this.#seen.keys()) if (!names.includes(name)) this.#forget(name);
    const arrived: Arrived[] = [];
    let arriving = 0;
    for (const name of names) {
      const found = await versionOf(join(this.#path, name));
      if (found === null || this.#taken.get(name) === found.version) continue;
      const before = this.#seen.get(name);
      const since = before?.version === found.version ? before.since : now;
      this.#seen.set(name, { version: found.version, since });
      if (now - since >= this.#settleMs) arrived.push({ name, ...found });
      else arriving += 1;
    }
    return { arrived, arriving };
  }

  /** Marks versions as taken: they come up again only if they change. */
  taken(arrived: readonly Arrived[]): void {
    for (const { name, version } of arrived) this.#taken.set(name, version);
  }

  #forget(name: string): void {
    this.#seen.delete(name);
    this.#taken.delete(name);
  }
}

/** Returns what is at a path; `null` if it is gone, or is neither a file nor a folder. */
async function versionOf(path: string): Promise<Omit<Arrived, 'name'> | null> {
  const hash = createHash('sha256');
  let files = 0;
  const add = async (at: string, name: string): Promise<'file' | 'folder' | null> => {
    const stats = await lstat(at, { bigint: true }).catch(gone);
    if (stats === null) return null;
    files += 1;
    hash.update(JSON.stringify([name, String(stats.mtimeNs), stats.isDirectory() ? '' : String(stats.size)]));
    if (!stats.isDirectory()) return stats.isFile() ? 'file' : null;
    for (const inner of ((await readdir(at).catch(gone)) ?? []).sort()) {
      if (files < MOST_FILES && !UNFINISHED.test(inner)) await add(join(at, inner), `${name}/${inner}`);
    }
    return 'folder';
  };
  const kind = await add(path, '');
  return kind && { kind, version: hash.digest('hex') };
}

function gone(error: unknown): null {
  if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(systemCode(error) ?? '')) return null;
  throw error;
}
