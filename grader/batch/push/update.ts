import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { realpath, rm, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { diskFault, systemCode } from '../../platform/index.ts';
import { shallowOf } from '../intake/index.ts';
import { GIT_TIMEOUT_MS, type GitAnswer, type GitOptions, git } from './git.ts';
import { foreignIn } from './settings.ts';

const NAMES_SHOWN = 5;
const PROBE_BYTES = 64 << 10;
/** The advice about a folder that is left as it is. */
export const INSTEAD = 'To have the version of the server, rename or delete this folder and repeat the command.';
/** The commit that the last command fetched. */
const FETCHED = 'refs/grade/fetched';
/** The commit of which the last command that ended wrote the files. */
const WRITTEN = 'refs/grade/written';

/**
 * Brings a clone up to date with its history: the last commit up to the due date can be an earlier one. A clone with files
 * or commits that only it has is left as it is, and so is a folder in which git could do more than in a clone.
 * @param address - the address of the repository, from which the history comes whatever the clone names
 * @returns the reason why it is not up to date; `null` if it is
 */
export async function updateClone(folder: string, address: string, options: GitOptions): Promise<string | null> {
  const foreign = await foreignIn(folder, address);
  if (foreign !== null) return `is not updated: ${foreign} ${INSTEAD}`;
  const run: Git = async (args) => {
    // With its name, git takes no folder above the clone if there is something wrong with its own.
    const given = ['-C', folder, '--git-dir=.git', '--work-tree=.', '-c', 'core.fileMode=false', ...args];
    const answer = await git(given, options);
    return (await removeLeftLock(folder, answer.why)) ? git(given, options) : answer;
  };
  const damaged = (await run(['rev-parse', '--git-dir'])).why;
  if (damaged !== null) return `is not updated: ${damagedText(folder, damaged)}`;
  const before = await commitOf(run, FETCHED);
  const own = await commitsOf(folder, run);
  if (own !== null) return `is not updated: ${own}`;
  const whole = (await shallowOf(join(folder, '.git'))) === null ? [] : ['--unshallow'];
  const { why } = await run(['fetch', '--quiet', ...whole, '--no-tags', '--', address, `+HEAD:${FETCHED}`]);
  if (why?.includes("couldn't find remote ref HEAD")) return withoutDefault(address, options);
  if (why !== null) return `cannot be updated: ${why}`;
  const edited = await editsOf(folder, run, before === null ? [FETCHED] : [FETCHED, before]);
  if (edited !== null) return `is not updated: ${edited}`;
  for (const args of [
    ['reset', '--hard', '--quiet', FETCHED],
    ['update-ref', WRITTEN, FETCHED],
  ]) {
    const failed = (await run(args)).why;
    if (failed === null) continue;
    // git does not always repeat the system's words about a full disk.
    assertRoom(folder);
    return `cannot be updated: ${failed}`;
  }
  return null;
}

function damagedText(folder: string, why: string): string {
  return `${folder} is damaged: ${why.replace(/\.$/, '')}. ${INSTEAD}`;
}

/**
 * Looks for commits that no clone checks out: the server's HEAD names a branch that does not exist.
 * @returns a sentence if there are any; `null` if the default branch exists, or the repository is empty
 */
export async function withoutDefault(address: string, options: GitOptions): Promise<string | null> {
  const { why, printed } = await git(['ls-remote', '--', address, 'HEAD', 'refs/heads/*'], options);
  if (why !== null) return `cannot be compared with the server: ${why}`;
  const names = [...printed.toString('utf8').matchAll(/\t(?:refs\/heads\/)?(?<name>.+)$/gm)].map(
    ([, name = '']) => name,
  );
  if (names.length === 0 || names.includes('HEAD')) return null;
  const shown = names.slice(0, NAMES_SHOWN).join(', ');
  return `has commits on ${shown}, and its default branch does not exist. Set the default branch on the server, then repeat the command.`;
}

type Git = (args: readonly string[]) => Promise<GitAnswer>;

/** Returns the hash of a commit; `null` if there is none. */
async function commitOf(run: Git, name: string): Promise<string | null> {
  const { why, printed } = await run(['rev-parse', '--verify', '--quiet', `${name}^{commit}`]);
  return why === null ? printed.toString('utf8').trim() : null;
}

/** Returns a sentence if a clone has commits that the server does not have. */
async function commitsOf(folder: string, run: Git): Promise<string | null> {
  // A clone of an empty repository has no commit.
  if ((await commitOf(run, 'HEAD')) === null) return null;
  // Clones that an earlier version updated have the commit in FETCH_HEAD only.
  const fetched = existsSync(join(folder, '.git/FETCH_HEAD')) ? ['FETCH_HEAD'] : [];
  const known = ['--remotes=origin', '--glob=refs/grade/*', ...fetched];
  const { why, printed } = await run(['rev-list', '--ignore-missing', '--count', 'HEAD', '--not', ...known, '--']);
  if (why !== null) return damagedText(folder, why);
  const count = Number(printed.toString('utf8'));
  if (count === 0) return null;
  return `${folder} has ${count === 1 ? '1 commit' : `${count} commits`} that the server does not have. ${INSTEAD}`;
}

/**
 * Returns a sentence if a clone has files that an update would destroy. A file that an interrupted update has left is the
 * beginning of one of the commits that were fetched, or is missing: nothing of it would be lost.
 * @param fetched - the commits that can be there in part
 */
async function editsOf(folder: string, run: Git, fetched: readonly string[]): Promise<string | null> {
  const [changed, added] = await Promise.all([changedFiles(run), addedFiles(run)]);
  const why = changed.why ?? added.why;
  if (why !== null) return damagedText(folder, why);
  const names: string[] = [];
  for (const name of new Set([...changed.names, ...added.names])) {
    if (!isWithin(name)) return `${folder} has a file with the name ${JSON.stringify(name)}. ${INSTEAD}`;
    if (!(await isPartOf(folder, name, run, fetched))) names.push(name);
  }
  if (names.length === 0) return null;
  const shown = names.slice(0, NAMES_SHOWN).join(', ');
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : '';
  return `files of ${folder} were edited: ${shown}${more}. ${INSTEAD}`;
}

interface Names {
  readonly why: string | null;
  readonly names: readonly string[];
}

/** Returns the names of the files that differ from the commit that is checked out. */
async function changedFiles(run: Git): Promise<Names> {
  if ((await commitOf(run, 'HEAD')) === null) return { why: null, names: [] };
  // A student's .gitattributes can make git take the ends of lines of each file for a change.
  // In a repository within the clone, git would run what its settings name.
  const exact = ['--ignore-cr-at-eol', '--no-ext-diff', '--no-textconv', '--no-renames', '--ignore-submodules=dirty'];
  const { why, printed } = await run(['diff', '--numstat', '-z', ...exact, 'HEAD', '--']);
  const lines = printed.toString('utf8').split('\0');
  return { why, names: lines.map((line) => line.split('\t').slice(2).join('\t')).filter(Boolean) };
}

/** Returns the names of the files of the fetched commit that the one that is checked out does not have. */
async function addedFiles(run: Git): Promise<Names> {
  const isBorn = (await commitOf(run, 'HEAD')) !== null;
  const { why, printed } = isBorn
    ? await run([
        'diff',
        '--name-only',
        '-z',
        '--no-renames',
        '--ignore-submodules=dirty',
        '--diff-filter=A',
        'HEAD',
        FETCHED,
        '--',
      ])
    : await run(['ls-tree', '-r', '-z', '--name-only', FETCHED]);
  return { why, names: printed.toString('utf8').split('\0').filter(Boolean) };
}

/** Returns whether a name of a tree, which a student can write, is that of a file in the folder and outside of `.git`. */
function isWithin(name: string): boolean {
  return name.split(/[/\\]/).every((part) => !['', '.', '..', '.git'].includes(part.toLowerCase()));
}

/** Returns whether a file is missing, or is the beginning of that of one of the commits. */
async function isPartOf(folder: string, name: string, run: Git, commits: readonly string[]): Promise<boolean> {
  for (let end = name.indexOf('/'); end !== -1; end = name.indexOf('/', end + 1)) {
    const above = name.slice(0, end);
    const there = lstatSync(join(folder, above), { throwIfNoEntry: false });
    if (there === undefined) return true;
    if (there.isDirectory()) continue;
    // A link can lead outside. A file that the student replaced by a folder is named on its own if it was edited.
    return there.isFile() && (await run(['cat-file', 'blob', `HEAD:${above}`])).why === null;
  }
  const path = join(folder, name);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return true;
  if (!stats.isFile()) return false;
  const there = readFileSync(path);
  if (there.length === 0) return true;
  for (const commit of commits) {
    const { why, printed } = await run(['cat-file', 'blob', `${commit}:${name}`]);
    if (why === null && printed.subarray(0, there.length).equals(there)) return true;
  }
  return false;
}

/** @throws InfrastructureError if the disk takes no file of a usual size */
function assertRoom(folder: string): void {
  const path = join(folder, '.git', 'grade-probe');
  try {
    writeFileSync(path, Buffer.alloc(PROBE_BYTES));
  } catch (error) {
    throw diskFault(error, `${folder} cannot be written`) ?? error;
  } finally {
    rmSync(path, { force: true });
  }
}

/** Removes the lock of a git that cannot be at work any more, because git is stopped after some time. */
async function removeLeftLock(folder: string, why: string | null): Promise<boolean> {
  const named = why?.match(/Unable to create '(?<path>.+\.lock)': File exists/)?.groups?.path;
  if (named === undefined) return false;
  try {
    // git names the path without links.
    const real = await realpath(folder);
    const path = resolve(real, named);
    if (!path.startsWith(join(real, '.git') + sep)) return false;
    if (Date.now() - (await stat(path)).mtimeMs < GIT_TIMEOUT_MS) return false;
    await rm(path, { force: true });
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return true;
    throw error;
  }
}
