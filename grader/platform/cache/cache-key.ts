import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { link, lstat, open, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { systemCode } from '../errors.ts';
import { makeFolders } from '../files/index.ts';

/** What makes entries of a cache one user's own. */
export interface CacheKey {
  readonly bytes: Buffer;
  /** Names the key and does not tell it: the folder of its entries. */
  readonly id: string;
}

const KEY_BYTES = 32;
const KEY_FILE = 'cache.key';
/** Permissions of group and others. */
const OTHERS = 0o077;

/**
 * Returns the user's key, which is made when it is first needed: in a folder of the user, or in the cache's if only the
 * user can enter that. Returns null if neither can be written.
 * @param cacheFolder - of the cache
 * @param keyFile - instead of the platform's place
 */
export async function userKey(cacheFolder: string, keyFile = platformKeyFile(process.env)): Promise<CacheKey | null> {
  const bytes = (await keyAt(keyFile)) ?? (await keyIn(cacheFolder));
  if (bytes === null) return null;
  return { bytes, id: createHash('sha256').update('id').update(bytes).digest('hex').slice(0, 16) };
}

async function keyIn(folder: string): Promise<Buffer | null> {
  try {
    makeFolders(resolve(folder), [], 0o700);
    return (await isOwnFolder(folder)) ? await keyAt(join(folder, KEY_FILE)) : null;
  } catch {
    return null;
  }
}

/** Whether it is a folder, not a link, of this user, that nobody else can write to or look into. */
export async function isOwnFolder(path: string): Promise<boolean> {
  const info = await lstat(path).catch(() => null);
  return info?.isDirectory() === true && isOwn(info);
}

function isOwn({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean {
  // Windows has no such bits; there the folder of the user is the user's.
  return process.getuid === undefined || (uid === process.getuid() && (mode & OTHERS) === 0);
}

/** Reads the key, or makes it. One that others could have read or made is replaced. Null if that is not possible. */
async function keyAt(path: string): Promise<Buffer | null> {
  try {
    const known = await readKey(path);
    if (known) return known;
    makeFolders(dirname(resolve(path)), [], 0o700);
    await writeKey(path);
    return await readKey(path);
  } catch {
    return null;
  }
}

async function readKey(path: string): Promise<Buffer | null> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(path, flags).catch(() => null);
  if (!handle) return null;
  try {
    const info = await handle.stat();
    if (!info.isFile() || !isOwn(info) || info.size !== KEY_BYTES) return null;
    const bytes = await handle.readFile();
    return bytes.length === KEY_BYTES ? bytes : null;
  } finally {
    await handle.close();
  }
}

/** Of several processes that make the key at once, the first one's stays. */
async function writeKey(path: string): Promise<void> {
  const temporary = `${path}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(randomBytes(KEY_BYTES));
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(temporary, path);
  } catch (error) {
    // What is there is no key of this user; or the file system has no links.
    const isReady = systemCode(error) === 'EEXIST' && (await readKey(path)) !== null;
    if (!isReady) await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

function platformKeyFile(env: NodeJS.ProcessEnv): string {
  const name = 'cuda-course-grade';
  switch (process.platform) {
    case 'win32':
      return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), name, KEY_FILE);
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', name, KEY_FILE);
    default:
      return join(env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), name, KEY_FILE);
  }
}
