import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { TEMPORARY_SUFFIX, writeFileAtomic } from './atomic.ts';
import { makeFolders } from './writable.ts';

/** Changes when entries of an older version could be misread. */
const FORMAT = 'v1';
const DIGEST_BYTES = 32;
const STALE_TEMPORARY_MS = 60 * 60 * 1000;

export interface CacheOptions {
  /** Folder, made when first needed; null turns the cache off. */
  readonly folder: string | null;
  /** Bound on the size of all entries; the longest unused go first. */
  readonly maxBytes: number;
}

/**
 * Results that can be made again, by the hash of everything that they were made from. Several processes may share the
 * folder, anyone may delete it at any time, and an entry that was damaged is dropped as if it had never been there:
 * no method throws because of what is or is not on the disk.
 */
export class Cache {
  readonly #options: CacheOptions;
  #pruned: Promise<void> | null = null;

  constructor(options: CacheOptions) {
    this.#options = options;
  }

  /** @param key - from {@link cacheKey} */
  async get(key: string): Promise<unknown> {
    const path = this.#path(key);
    if (path === null) return undefined;
    const bytes = await readPlain(path).catch(() => undefined);
    if (bytes === undefined) return undefined;
    const payload = bytes.subarray(DIGEST_BYTES);
    if (bytes.length > DIGEST_BYTES && digest(payload).equals(bytes.subarray(0, DIGEST_BYTES))) {
      try {
        const value: unknown = deserialize(payload);
        const now = new Date();
        await utimes(path, now, now).catch(() => undefined);
        return value;
      } catch {
        // Sound bytes that this version of Node cannot read: dropped like damaged ones.
      }
    }
    await rm(path, { force: true }).catch(() => undefined);
    return undefined;
  }

  /** @param value - anything that structured clone can copy */
  async put(key: string, value: unknown): Promise<void> {
    const path = this.#path(key);
    if (path === null) return;
    const payload = serialize(value);
    if (payload.length > this.#options.maxBytes) return;
    try {
      makeFolders(dirname(resolve(path)), [], 0o700);
      await writeFileAtomic(path, Buffer.concat([digest(payload), payload]));
    } catch {
      return;
    }
    // Once a process is enough: a process adds little.
    this.#pruned ??= this.prune();
    await this.#pruned;
  }

  /** Deletes what was unused for longest until the entries fit, and what interrupted processes left behind. */
  async prune(): Promise<void> {
    const { folder, maxBytes } = this.#options;
    if (folder === null) return;
    const entries: { path: string; bytes: number; used: number }[] = [];
    for (const path of await filesUnder(join(folder, FORMAT))) {
      const info = await stat(path).catch(() => null);
      if (info === null) continue;
      if (!path.endsWith(TEMPORARY_SUFFIX)) entries.push({ path, bytes: info.size, used: info.mtimeMs });
      else if (Date.now() - info.mtimeMs > STALE_TEMPORARY_MS) await rm(path, { force: true }).catch(() => undefined);
    }
    let total = entries.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { path, bytes } of entries.sort((a, b) => a.used - b.used)) {
      if (total <= maxBytes) break;
      await rm(path, { force: true }).catch(() => undefined);
      total -= bytes;
    }
  }

  #path(key: string): string | null {
    const { folder } = this.#options;
    return folder === null ? null : join(folder, FORMAT, key.slice(0, 2), key);
  }
}

/** Hash of everything that a value is made from; parts are kept apart, so that ('ab', 'c') is not ('a', 'bc'). */
export function cacheKey(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'utf8') : part;
    hash.update(`${bytes.length}:`).update(bytes);
  }
  return hash.digest('hex');
}

export interface CacheSettings {
  /** Folder; empty or `off`: no cache; null: the platform's folder for caches. */
  readonly dir: string | null;
  /** Bound, MiB; null: 512. */
  readonly maxMiB: number | null;
}

export function cacheOptions({ dir, maxMiB }: CacheSettings, env: NodeJS.ProcessEnv = process.env): CacheOptions {
  const maxBytes = (maxMiB ?? 512) * 2 ** 20;
  if (dir === '' || dir === 'off') return { folder: null, maxBytes };
  return { folder: dir ?? platformCacheFolder(env), maxBytes };
}

function platformCacheFolder(env: NodeJS.ProcessEnv): string {
  const name = 'cuda-course-grade';
  switch (process.platform) {
    case 'win32':
      return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), name, 'Cache');
    case 'darwin':
      return join(homedir(), 'Library', 'Caches', name);
    default:
      return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), name);
  }
}

/** What is no plain file (a pipe, a device) would never end, and has no bytes. */
async function readPlain(path: string): Promise<Buffer> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return (await handle.stat()).isFile() ? await handle.readFile() : Buffer.alloc(0);
  } finally {
    await handle.close();
  }
}

function digest(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

async function filesUnder(folder: string): Promise<string[]> {
  const groups = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    groups.map(async (group) => {
      const names = await readdir(join(folder, group)).catch(() => []);
      return names.map((name) => join(folder, group, name));
    }),
  );
  return files.flat();
}
