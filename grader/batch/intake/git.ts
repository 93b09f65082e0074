import { lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';

const HASH = /^[0-9a-f]{40}$/;
const MAX_REF_BYTES = 16 << 20;
/** Symbolic references that lead to each other. */
const MAX_HOPS = 8;

/** The times that git knows of repositories. */
export interface CommitTimes {
  /** The time of the last commit, by folder: ISO 8601. */
  readonly times: ReadonlyMap<string, string>;
  /** The reason why some times are not known; null if all are. */
  readonly problem: string | null;
}

/**
 * Finds out when the last commit of each repository was made. Repositories are students': nothing in them is executed,
 * and git does not read their settings. It only reads one object of their stores.
 * @param folders - paths of repositories, whose `.git` folders can be missing
 */
export async function commitTimes(folders: readonly string[]): Promise<CommitTimes> {
  const times = new Map<string, string>();
  const heads = await Promise.all(
    folders.map(async (folder) => ({ folder, hash: await headOf(join(folder, '.git')) })),
  );
  const known = heads.flatMap(({ folder, hash }) => (hash === null ? [] : [{ folder, hash }]));
  if (known.length === 0) return { times, problem: null };
  const own = await mkdtemp(join(tmpdir(), 'grade-git-'));
  let isThere = true;
  try {
    // A repository of our own, with settings that say nothing.
    for (const name of ['objects', 'refs']) await mkdir(join(own, name));
    await writeFile(join(own, 'HEAD'), 'ref: refs/heads/none\n');
    await writeFile(join(own, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n');
    for (const { folder, hash } of known) {
      const commit = await readCommit(own, resolve(folder, '.git', 'objects'), hash);
      if (commit === undefined) {
        isThere = false;
        break;
      }
      const time = commit === null ? null : committerTime(commit);
      if (time !== null) times.set(folder, time);
    }
  } finally {
    await rm(own, { recursive: true, force: true });
  }
  if (!isThere) return { times, problem: 'git is not installed, so the times of commits are not known.' };
  const lacking = known.length - times.size;
  return {
    times,
    problem:
      lacking > 0
        ? `The time of the last commit cannot be read from ${lacking} of ${known.length} repositories.`
        : null,
  };
}

/** @returns null if it cannot be read; `undefined` if there is no git */
async function readCommit(own: string, objects: string, hash: string): Promise<string | null | undefined> {
  const result = await execa('git', ['cat-file', 'commit', hash], {
    cwd: own,
    extendEnv: false,
    env: {
      PATH: process.env.PATH ?? '',
      GIT_DIR: own,
      GIT_OBJECT_DIRECTORY: objects,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
      GIT_NO_LAZY_FETCH: '1',
      GIT_TERMINAL_PROMPT: '0',
      GIT_NO_REPLACE_OBJECTS: '1',
      HOME: own,
    },
    stdin: 'ignore',
    timeout: 10_000,
    maxBuffer: 1 << 20,
    reject: false,
  });
  if (result.code === 'ENOENT') return undefined;
  return result.exitCode === 0 ? result.stdout : null;
}

/** The header of a commit ends with an empty line: what follows is the student's message. */
function committerTime(commit: string): string | null {
  const [header = ''] = commit.split('\n\n', 1);
  const line = /^committer .* (\d{1,11}) ([+-])(\d\d)(\d\d)$/m.exec(header);
  if (!line) return null;
  const [, seconds, sign, hours, minutes] = line;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const local = new Date((Number(seconds) + offset * 60) * 1000);
  if (Number.isNaN(local.getTime())) return null;
  return `${local.toISOString().slice(0, 19)}${sign}${hours}:${minutes}`;
}

/** Returns the commit that is checked out; null if there is none, or if `.git` is not a folder of its own. */
async function headOf(git: string): Promise<string | null> {
  try {
    if (!(await lstat(git)).isDirectory()) return null;
    let name = 'HEAD';
    for (let hop = 0; hop < MAX_HOPS; hop++) {
      const text = await refText(git, name);
      if (text === null) return null;
      if (HASH.test(text)) return text;
      const target = /^ref: (refs\/[\w./+@-]{1,200})$/.exec(text)?.[1];
      if (target === undefined || target.split('/').includes('..')) return null;
      name = target;
    }
    return null;
  } catch {
    return null;
  }
}

async function refText(git: string, name: string): Promise<string | null> {
  const loose = await smallFile(join(git, name));
  if (loose !== null) return loose.trim();
  const packed = await smallFile(join(git, 'packed-refs'));
  const line = packed?.split('\n').find((one) => one.slice(41) === name && one[40] === ' ');
  return line?.slice(0, 40) ?? null;
}

async function smallFile(path: string): Promise<string | null> {
  try {
    const stats = await lstat(path);
    return stats.isFile() && stats.size <= MAX_REF_BYTES ? await readFile(path, 'utf8') : null;
  } catch {
    return null;
  }
}
