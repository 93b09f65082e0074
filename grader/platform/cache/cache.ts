import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readdir, rm, utimes } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { makeFolders, replaceFile, TEMPORARY_SUFFIX } from '../files/index.ts';
import { type Hold, QueueLock } from '../queue/index.ts';
import { type CacheKey, isOwnFolder, userKey } from './cache-key.ts';

/** Changes when entries of an older version could be misread. */
const FORMAT = 'v2';
/** Entries of it have no key: nobody reads them any more. */
const OLD_FORMATS = ['v1'];
const ENTRY = /^[0-9a-f]{64}$/;
const TEMPORARY = /^\.?[0-9a-f]{64}\..*\.tmp$/;
const STALE_LOCK_MS = 24 * 60 * 60 * 1000;
const TAG_BYTES = 32;
const LOCKS = 'locks';
/** Characters of a key that name its lock: a socket's path must be short. */
const LOCK_NAME = 8;
const STALE_TEMPORARY_MS = 60 * 60 * 1000;
/** Milliseconds. What a process that makes an entry announces, and the longest that others wait for it. */
const MAKING = { expectedMs: 5_000, limitMs: 60_000 } as const;
const LONGEST_WAIT = 20_000;

export interface CacheOptions {
  /** Folder, made when first needed; null turns the cache off. */
  readonly folder: string | null;
  /** Bound on the size of all entries; the longest unused go first. */
  readonly maxBytes: number;
  /** Milliseconds to wait for another process that makes the same entry; default 20 s. */
  readonly longestWaitMs?: number;
  /** File of the key that makes entries this user's own; default: in a folder of the user. */
  readonly keyFile?: string;
}

/**
 * Results that can be made again, by the hash of everything that they were made from. Several processes may share the
 * folder, anyone may delete it at any time, and an entry that was damaged is dropped as if it had never been there:
 * no method throws because of what is or is not on the disk.
 *
 * Several users may share it too, and then the others are not trusted. Each user's entries lie in a folder that only
 * that user can write to, and carry a tag that only the user's key gives, over the entry's name and content. No link is
 * followed in there. What does not verify is as if it were not there.
 */
export class Cache {
  readonly #options: CacheOptions;
  #pruned: Promise<void> | null = null;
  #key: Promise<CacheKey | null> | null = null;
  /** Keys that this process has worked for: their entries are there, so it needs no lock again. */
  readonly #worked = new Set<string>();
  /** A lock that does not come once may not come at all: this process goes on without. */
  #hasLocks = true;

  constructor(options: CacheOptions) {
    this.#options = options;
  }

  /** @param key - from {@link cacheKey} */
  async get(key: string): Promise<unknown> {
    const place = await this.#place(key);
    if (place === null || !(await areOwn(place))) return undefined;
    const { path } = place;
    const bytes = await readPlain(path, this.#options.maxBytes + TAG_BYTES).catch(() => undefined);
    if (bytes === undefined) return undefined;
    const payload = bytes.subarray(TAG_BYTES);
    const isOwn =
      bytes.length > TAG_BYTES && timingSafeEqual(tagOf(place.secret, key, payload), bytes.subarray(0, TAG_BYTES));
    if (isOwn) {
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
    const place = await this.#place(key);
    if (place === null) return;
    const payload = serialize(value);
    if (payload.length > this.#options.maxBytes) return;
    try {
      makeFolders(dirname(resolve(place.path)), [], 0o700);
      if (!(await areOwn(place))) return;
      await replaceFile(place.path, Buffer.concat([tagOf(place.secret, key, payload), payload]), { mode: 0o600 });
    } catch {
      return;
    }
    // Once a process is enough: a process adds little.
    this.#pruned ??= this.prune();
    await this.#pruned;
  }

  /**
   * Runs work that looks for an entry and makes it if it is missing. Of several processes that do so for the first time,
   * one works at a time, so that the others find what it has made. Without a cache, or if the lock cannot be used or does
   * not come within 20 s, all work at once.
   * @param key - from {@link cacheKey}
   */
  async oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
    const hold = await this.#lock(key);
    this.#worked.add(key);
    try {
      return await work();
    } finally {
      // Anyone may have deleted the folder meanwhile.
      await hold?.release().catch(() => undefined);
    }
  }

  async #lock(key: string): Promise<Hold | null> {
    const place = await this.#place(key);
    if (place === null || !this.#hasLocks || this.#worked.has(key)) return null;
    const locks = join(place.folder, LOCKS);
    const signal = AbortSignal.timeout(this.#options.longestWaitMs ?? LONGEST_WAIT);
    const request = { mode: 'exclusive', label: 'making an entry', ...MAKING, signal } as const;
    try {
      makeFolders(locks, [], 0o700);
      if (!(await isOwnFolder(place.folder)) || !(await isOwnFolder(locks))) return null;
      return await new QueueLock(join(locks, key.slice(0, LOCK_NAME))).acquire(request);
    } catch {
      this.#hasLocks = false;
      return null;
    }
  }

  /** Deletes what was unused for longest until the entries fit, and what interrupted processes left behind. */
  async prune(): Promise<void> {
    const { folder, maxBytes } = this.#options;
    const own = (await this.#place(''))?.folder;
    if (folder === null || own === undefined) return;
    for (const old of OLD_FORMATS) {
      const path = join(folder, old);
      if (await isOwnFolder(path)) await rm(path, { recursive: true, force: true }).catch(() => undefined);
    }
    await removeOldLocks(join(own, LOCKS));
    const entries: { path: string; bytes: number; used: number }[] = [];
    for (const path of await filesUnder(own)) {
      const info = await lstat(path).catch(() => null);
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

  /** Returns the folder of this user's entries, and where one of them is. */
  async #place(
    key: string,
  ): Promise<{ readonly folder: string; readonly path: string; readonly secret: Buffer } | null> {
    const { folder, keyFile } = this.#options;
    if (folder === null) return null;
    this.#key ??= userKey(folder, keyFile);
    const known = await this.#key;
    if (known === null) return null;
    const { bytes: secret, id } = known;
    const own = join(folder, `${FORMAT}-${id}`);
    return { folder: own, path: join(own, key.slice(0, 2), key), secret };
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
async function readPlain(path: string, maxBytes: number): Promise<Buffer> {
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
  const handle = await open(path, flags);
  try {
    const info = await handle.stat();
    return info.isFile() && info.size <= maxBytes ? await handle.readFile() : Buffer.alloc(0);
  } finally {
    await handle.close();
  }
}

/** Whether nobody else can have put a link or a file where an entry is. */
async function areOwn({ folder, path }: { readonly folder: string; readonly path: string }): Promise<boolean> {
  return (await isOwnFolder(folder)) && (await isOwnFolder(dirname(path)));
}

/** A lock is used when an entry is missing, which is rare. */
async function removeOldLocks(folder: string): Promise<void> {
  if (!(await isOwnFolder(folder))) return;
  for (const name of await readdir(folder).catch(() => [])) {
    const info = await lstat(join(folder, name)).catch(() => null);
    if (info === null || Date.now() - info.mtimeMs <= STALE_LOCK_MS) continue;
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Over the name as well: an entry is nothing under another name. */
function tagOf(secret: Buffer, key: string, payload: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${key}:`).update(payload).digest();
}

/** Returns the files of this user's folder that have the name of an entry; links are not followed. */
async function filesUnder(folder: string): Promise<string[]> {
  if (!(await isOwnFolder(folder))) return [];
  const groups = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    groups.map(async (group) => {
      if (!(await isOwnFolder(join(folder, group)))) return [];
      const names = await readdir(join(folder, group)).catch(() => []);
      return names.filter((name) => ENTRY.test(name) || TEMPORARY.test(name)).map((name) => join(folder, group, name));
    }),
  );
  return files.flat();
}
