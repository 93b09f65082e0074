import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { STUDENT_LIMITS } from '../../limits/index.ts';
import { maxBytesOf } from '../../platform/files/index.ts';
import { UsageError } from '../../platform/index.ts';
import { committerTime, type GitReader, headOf, isWithoutCommit, openGitReader, shallowOf } from './git.ts';
import { type HandedFile, isCuda, isHeader, isPython } from './handed.ts';
import { isHidden } from './left-out.ts';
import { isNested } from './nested.ts';

/** A commit of a student's repository. */
export interface Commit {
  readonly hash: string;
  /** ISO 8601. */
  readonly time: string;
  /** Files with paths from the repository's folder, with `/`. */
  readonly files: readonly HandedFile[];
}

/** The commits of a repository that count. */
export interface Commits {
  /** The commit that is checked out; `null` if it cannot be read. */
  readonly head: Commit | null;
  /** The last commit up to the due date, if `head` is later; `null` if there is none, or the clone does not have it. */
  readonly onTime: Commit | null;
  /** True if `head` is after the due date, and the clone lacks earlier commits. */
  readonly isShallow: boolean;
  /** Sources of the folder that are not as in `head`: changed, or not in it. */
  readonly uncommitted: readonly string[];
  /** True if the repository has no commit on any branch. */
  readonly isWithoutCommit: boolean;
}

const NONE: Commits = { head: null, onTime: null, isShallow: false, uncommitted: [], isWithoutCommit: false };
const TREE_LINE = /^(?<mode>\d{6}) (?<type>blob|commit) (?<hash>[0-9a-f]{40}) +(?<size>\d+|-)\t(?<path>.+)$/s;
const AT_ONCE = 4;

/**
 * Reads the commits of repositories. Nothing in these is executed, and git does not read their settings.
 * @param repositories - folders with the files that are in them now, whose paths are from the folder
 * @param due - the last moment that is on time, in milliseconds since 1970; `null` if there is none
 * @returns the commits in the same order; `null` if git is not installed
 */
export async function readCommits(
  repositories: readonly {
    readonly folder: string;
    readonly files: readonly HandedFile[];
    readonly due: number | null;
  }[],
): Promise<readonly Commits[] | null> {
  const git = await openGitReader();
  const found: Commits[] = new Array<Commits>(repositories.length).fill(NONE);
  let isThere = true;
  try {
    const queue = [...repositories.entries()];
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next && isThere; next = queue.shift()) {
        const [at, { folder, files, due }] = next;
        const commits = await commitsOf(git, resolve(folder, '.git'), files, due);
        if (commits === null) isThere = false;
        else found[at] = commits;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    await git.close();
  }
  return isThere ? found : null;
}

/** @returns `null` if there is no git */
async function commitsOf(
  git: GitReader,
  folder: string,
  files: readonly HandedFile[],
  due: number | null,
): Promise<Commits | null> {
  const hash = await headOf(folder);
  if (hash === null) return { ...NONE, isWithoutCommit: await isWithoutCommit(folder) };
  const objects = join(folder, 'objects');
  const head = await commitAt(git, objects, hash);
  if (head === undefined) return null;
  if (head === null) return NONE;
  const uncommitted = await differing(files, head.commit, head.blobs);
  const none = { ...NONE, head: head.commit, uncommitted };
  if (due === null || Date.parse(head.commit.time) <= due) return none;
  const seconds = Math.floor(due / 1000);
  const args = ['rev-list', '--max-count=1', `--before=${seconds}`, hash];
  const shallow = await shallowOf(folder);
  const listed = await git.run(args, objects, { shallow });
  const before = listed?.toString('utf8').trim() ?? '';
  const onTime = /^[0-9a-f]{40}$/.test(before) ? await commitAt(git, objects, before) : null;
  return { ...none, onTime: onTime?.commit ?? null, isShallow: !onTime && shallow !== null };
}

interface Read {
  readonly commit: Commit;
  /** The hashes of all blobs by path. */
  readonly blobs: ReadonlyMap<string, string>;
}

/** @returns `null` if it cannot be read as a whole; `undefined` if there is no git */
async function commitAt(git: GitReader, objects: string, hash: string): Promise<Read | null | undefined> {
  const tree = await git.run(['ls-tree', '-r', '-z', '-l', '--full-tree', hash], objects);
  if (tree === undefined) return undefined;
  if (tree === null) return null;
  const listed = tree
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const groups = TREE_LINE.exec(line)?.groups;
      // A repository in it is not part of it.
      if (groups?.type !== 'blob' || isHidden(groups.path ?? '')) return [];
      const isLink = groups.mode === '120000';
      return [{ path: groups.path ?? '', blob: groups.hash ?? '', size: Number(groups.size), isLink }];
    });
  // A link can lead anywhere.
  const entries = listed.filter(({ isLink }) => !isLink).slice(0, STUDENT_LIMITS.files);
  const wanted = wantedOf(entries);
  const input = [hash, ...new Set(wanted.values())].join('\n');
  const read = await git.run(['cat-file', '--batch'], objects, { input: `${input}\n` });
  const contents = read ? objectsOf(read) : null;
  const header = contents?.get(hash)?.toString('utf8') ?? null;
  const time = header === null ? null : committerTime(header);
  if (contents === null || time === null) return null;
  const isWhole = [...wanted.values()].every((blob) => contents.has(blob));
  if (!isWhole) return null;
  const files = entries.map(({ path }): HandedFile => {
    const bytes = contents.get(wanted.get(path) ?? '');
    return { path, read: bytes === undefined ? unread : async (limit) => bytes.subarray(0, limit) };
  });
  return { commit: { hash, time, files }, blobs: new Map(listed.map(({ path, blob }) => [path, blob])) };
}

/** Returns the blobs to read by path: sources first, within the limits of one student. */
function wantedOf(
  entries: readonly { readonly path: string; readonly blob: string; readonly size: number }[],
): ReadonlyMap<string, string> {
  const rank = ({ path }: { readonly path: string }): number => (isCuda(path) ? 0 : isSource(path) ? 1 : 2);
  let left: number = STUDENT_LIMITS.sourceBytes;
  const wanted = new Map<string, string>();
  for (const { path, blob, size } of [...entries].sort((a, b) => rank(a) - rank(b))) {
    const most = isNested(path) ? STUDENT_LIMITS.sourceBytes : maxBytesOf(path) + 1;
    if (wanted.size >= 2 * STUDENT_LIMITS.sources || size > most || size > left) continue;
    left -= size;
    wanted.set(path, blob);
  }
  return wanted;
}

/** Returns the objects that `cat-file --batch` printed; those that are missing are not among them. */
function objectsOf(printed: Buffer): ReadonlyMap<string, Buffer> {
  const objects = new Map<string, Buffer>();
  for (let at = 0; at < printed.length; ) {
    const end = printed.indexOf('\n', at);
    if (end < 0) break;
    const [hash = '', type, size] = printed.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (type === 'missing' || size === undefined) continue;
    objects.set(hash, printed.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return objects;
}

function unread(): Promise<Buffer> {
  return Promise.reject(new UsageError('it is over the limits of one student'));
}

function isSource(path: string): boolean {
  return isCuda(path) || isPython(path) || isHeader(path);
}

/** Returns the sources of a folder that a commit has not, or has otherwise. Ends of lines make no difference. */
async function differing(
  files: readonly HandedFile[],
  commit: Commit,
  blobs: ReadonlyMap<string, string>,
): Promise<string[]> {
  const committed = new Map(commit.files.map((file) => [file.path, file]));
  const found: string[] = [];
  for (const file of files.filter(({ path }) => isSource(path)).slice(0, STUDENT_LIMITS.sources)) {
    const blob = blobs.get(file.path);
    const limit = maxBytesOf(file.path) + 1;
    const bytes = await file.read(limit).catch(() => null);
    if (bytes === null) continue;
    if (blob !== undefined && (bytes.length >= limit || blobHash(bytes) === blob)) continue;
    const own = await committed
      .get(file.path)
      ?.read(limit)
      .catch(() => null);
    if (own && lines(own) === lines(bytes)) continue;
    found.push(file.path);
  }
  return found;
}

function blobHash(bytes: Buffer): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function lines(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll('\r\n', '\n');
}
