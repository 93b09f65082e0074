import { lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';

const HASH = /^[0-9a-f]{40}$/;
const MAX_REF_BYTES = 16 << 20;
/** The most that git prints: the sources of one student, and the list of the files. */
const MAX_OUTPUT = 64 << 20;
/** Symbolic references that lead to each other. */
const MAX_HOPS = 8;

/** Runs git on the objects of students' repositories. */
export interface GitReader {
  /**
   * @param objects - the folder of the objects of a repository
   * @returns what it prints; `null` if it fails; `undefined` if there is no git
   */
  run(
    args: readonly string[],
    objects: string,
    given?: { readonly input?: string; readonly shallow?: string | null },
  ): Promise<Buffer | null | undefined>;
  close(): Promise<void>;
}

/** Opens an empty repository of our own, whose settings say nothing. Only objects come from the students' ones. */
export async function openGitReader(): Promise<GitReader> {
  const root = await mkdtemp(join(tmpdir(), 'grade-git-'));
  let count = 0;
  const repository = async (shallow: string | null): Promise<string> => {
    const own = join(root, String(count++));
    for (const name of ['objects', 'refs']) await mkdir(join(own, name), { recursive: true });
    await writeFile(join(own, 'HEAD'), 'ref: refs/heads/none\n');
    await writeFile(join(own, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n');
    if (shallow !== null) await writeFile(join(own, 'shallow'), shallow);
    return own;
  };
  const common = await repository(null);
  return {
    run: async (args, objects, { input, shallow = null } = {}) => {
      const own = shallow === null ? common : await repository(shallow);
      const result = await execa('git', args, {
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
        ...(input === undefined ? { stdin: 'ignore' as const } : { input }),
        encoding: 'buffer',
        timeout: 10_000,
        maxBuffer: MAX_OUTPUT,
        reject: false,
      });
      if (result.code === 'ENOENT') return undefined;
      return result.exitCode === 0 ? Buffer.from(result.stdout as Uint8Array) : null;
    },
    close: () => rm(root, { recursive: true, force: true }),
  };
}

/** Returns the file that names where the history of a clone ends; `null` if the clone has all of it. */
export async function shallowOf(git: string): Promise<string | null> {
  const text = await smallFile(join(git, 'shallow'));
  const hashes = text?.split('\n').filter((line) => HASH.test(line)) ?? [];
  return hashes.length > 0 ? `${hashes.join('\n')}\n` : null;
}

/** The header of a commit ends with an empty line: what follows is the student's message. */
export function committerTime(commit: string): string | null {
  const [header = ''] = commit.split('\n\n', 1);
  const line = /^committer .* (\d{1,11}) ([+-])(\d\d)(\d\d)$/m.exec(header);
  if (!line) return null;
  const [, seconds, sign, hours, minutes] = line;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const local = new Date((Number(seconds) + offset * 60) * 1000);
  if (Number.isNaN(local.getTime())) return null;
  return `${local.toISOString().slice(0, 19)}${offset === 0 ? 'Z' : `${sign}${hours}:${minutes}`}`;
}

/** Returns the commit that is checked out; null if there is none, or if `.git` is not a folder of its own. */
export async function headOf(git: string): Promise<string | null> {
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

/** Returns whether a repository has no commit: its branch is not there yet, and no other one is. */
export async function isWithoutCommit(git: string): Promise<boolean> {
  const head = await refText(git, 'HEAD').catch(() => null);
  if (!head?.startsWith('ref: refs/heads/')) return false;
  const names = await readdir(git).catch((): string[] => []);
  if (!names.includes('refs') || names.includes('packed-refs') || names.includes('reftable')) return false;
  const refs = await readdir(join(git, 'refs'), { recursive: true, withFileTypes: true }).catch(() => null);
  return refs?.every((entry) => entry.isDirectory()) ?? false;
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
