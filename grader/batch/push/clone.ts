import { existsSync, lstatSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { InfrastructureError, UsageError } from '../../platform/index.ts';
import { wellFormed } from '../../report/index.ts';
import { shallowOf } from '../intake/index.ts';
import type { RosterEntry } from '../model.ts';
import { serverAddress } from './client.ts';
import { repositoryOf } from './repositories.ts';

export interface CloneOptions {
  /** The address that the repositories' names follow, with `/` at its end. */
  readonly base: URL;
  /** `null` if the repositories are public. */
  readonly token: string | null;
  /** The folder that gets a folder per repository. */
  readonly into: string;
  readonly signal: AbortSignal;
  readonly onDone: (text: string) => void;
}

export interface Clone {
  readonly student: string;
  /** Owner and name. */
  readonly repository: string;
}

export interface Cloned {
  readonly cloned: number;
  /** A sentence for each repository that could not be cloned or updated. */
  readonly notes: readonly string[];
}

const AT_ONCE = 4;
const NAMES_SHOWN = 5;
const INSTEAD = 'To have the version of the server, rename or delete this folder and repeat the command.';
/** The reference to the commit that was fetched last. */
const FETCHED = 'refs/grade/fetched';
const TIMEOUT_MS = 10 * 60_000;

/** Returns the repositories of a roster's students, and names the students without one. */
export function repositoriesOf(
  roster: ReadonlyMap<string, RosterEntry>,
  pattern: string,
): { readonly clones: Clone[]; readonly notes: string[] } {
  const notes: string[] = [];
  const clones = [...roster.values()].flatMap((entry): Clone[] => {
    const repository = repositoryOf(pattern, { student: entry.id, roster: entry, assignment: '' });
    if (repository === null) notes.push(`${entry.id}: no repository, because the roster has no github name.`);
    return repository === null ? [] : [{ student: entry.id, repository }];
  });
  return { clones, notes };
}

/**
 * Reads the address that repositories are cloned from.
 * @throws UsageError unless it is https, a folder (`file://`), or http on this machine
 */
export function cloneAddress(text: string, option: string): URL {
  if (/^file:\/\/\//.test(text) && URL.canParse(text)) return new URL(`${text.replace(/\/$/, '')}/`);
  return serverAddress(text, option);
}

/** Returns the command that clones a repository, for people. */
export function cloneCommand({ repository }: Clone, { base, into }: Pick<CloneOptions, 'base' | 'into'>): string {
  return `git clone ${addressOf(base, repository)} ${join(into, folderOf(repository))}`;
}

/**
 * Clones repositories, or brings those that are there up to date. One that fails is named, and costs the others
 * nothing. A clone with edits of its own is left as it is.
 * The token is in the environment of git only: no clone keeps it.
 */
export async function cloneAll(clones: readonly Clone[], options: CloneOptions): Promise<Cloned> {
  await mkdir(options.into, { recursive: true });
  const notes: string[] = [];
  let cloned = 0;
  const queue = [...clones];
  const work = async (): Promise<void> => {
    for (let clone = queue.shift(); clone !== undefined; clone = queue.shift()) {
      options.signal.throwIfAborted();
      const why = await cloneOne(clone, options);
      if (why === null) {
        cloned += 1;
        options.onDone(clone.repository);
      } else notes.push(`${clone.student}: ${clone.repository} ${why}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { cloned, notes: notes.sort() };
}

/** @returns what is said of the repository if it failed; `null` if it did not */
async function cloneOne({ repository }: Clone, options: CloneOptions): Promise<string | null> {
  const folder = join(options.into, folderOf(repository));
  if (isRepository(folder)) {
    const edited = await editsOf(folder, options);
    if (edited !== null) return `is not updated: ${edited}`;
    const failed = await update(folder, options);
    return failed && `cannot be updated: ${failed}`;
  }
  // A clone that was interrupted has another name, so that it is never taken for a whole one.
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  const address = addressOf(options.base, repository);
  const { why } = await git(['clone', '--quiet', '--no-tags', '--', address, partial], options);
  if (why === null) await rename(partial, folder);
  else await rm(partial, { recursive: true, force: true });
  return why && `cannot be cloned: ${why}`;
}

/** Brings a clone up to date with its history: the last commit up to the due date can be an earlier one. */
async function update(folder: string, options: CloneOptions): Promise<string | null> {
  const whole = (await shallowOf(join(folder, '.git'))) === null ? [] : ['--unshallow'];
  const fetch = ['fetch', '--quiet', ...whole, '--no-tags', 'origin', `+HEAD:${FETCHED}`];
  const { why } = await git(['-C', folder, ...fetch], options);
  // The repository on the server is still empty.
  if (why?.includes("couldn't find remote ref HEAD")) return null;
  return why ?? (await git(['-C', folder, 'reset', '--hard', '--quiet', FETCHED], options)).why;
}

/** Returns why a clone is left as it is: files or commits that only this clone has. `null` if there are none. */
async function editsOf(folder: string, options: CloneOptions): Promise<string | null> {
  const run = (args: readonly string[]) => git(['-C', folder, '-c', 'core.fileMode=false', ...args], options);
  // A clone of an empty repository has nothing that can be edited.
  if ((await run(['rev-parse', '--verify', '--quiet', 'HEAD'])).why !== null) return null;
  // A student's .gitattributes can make git take the ends of lines of each file for a change.
  const exact = ['--ignore-cr-at-eol', '--no-ext-diff', '--no-textconv', '--no-renames'];
  const files = await run(['diff', '--numstat', '-z', ...exact, 'HEAD', '--']);
  if (files.why !== null) return files.why;
  const names = files.printed.split('\0').flatMap((line) => line.split('\t')[2] ?? []);
  if (names.length > 0) {
    const shown = names.slice(0, NAMES_SHOWN).join(', ');
    const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : '';
    return `files of ${folder} were edited: ${shown}${more}. ${INSTEAD}`;
  }
  // Clones that an earlier version updated have the commit in FETCH_HEAD only.
  const known = [
    '--remotes',
    `--glob=${FETCHED}`,
    ...(existsSync(join(folder, '.git/FETCH_HEAD')) ? ['FETCH_HEAD'] : []),
  ];
  const commits = await run(['rev-list', '--ignore-missing', '--count', 'HEAD', '--not', ...known, '--']);
  if (commits.why !== null) return commits.why;
  const count = Number(commits.printed);
  if (count === 0) return null;
  const what = count === 1 ? '1 commit' : `${count} commits`;
  return `${folder} has ${what} that the server does not have. ${INSTEAD}`;
}

function addressOf(base: URL, repository: string): string {
  return new URL(`${repository}.git`, base).href;
}

function folderOf(repository: string): string {
  return repository.slice(repository.indexOf('/') + 1);
}

function isRepository(folder: string): boolean {
  return lstatSync(join(folder, '.git'), { throwIfNoEntry: false })?.isDirectory() === true;
}

/** @returns what git prints, and what it says if it fails; `why` is `null` if it does not */
async function git(
  args: readonly string[],
  { base, token, signal }: CloneOptions,
): Promise<{ readonly why: string | null; readonly printed: string }> {
  const credentials = Buffer.from(`x-access-token:${token}`).toString('base64');
  const result = await execa('git', ['-c', 'core.hooksPath=/dev/null', '-c', 'core.symlinks=false', ...args], {
    extendEnv: false,
    env: {
      PATH: process.env.PATH ?? '',
      LC_ALL: 'C',
      GIT_TERMINAL_PROMPT: '0',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
      GIT_ALLOW_PROTOCOL: base.protocol.slice(0, -1),
      ...(token !== null && {
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: `http.${base.origin}/.extraHeader`,
        GIT_CONFIG_VALUE_0: `Authorization: Basic ${credentials}`,
      }),
    },
    stdin: 'ignore',
    timeout: TIMEOUT_MS,
    cancelSignal: signal,
    maxBuffer: 1 << 20,
    reject: false,
  });
  signal.throwIfAborted();
  if (result.code === 'ENOENT') throw new UsageError('git is not installed. grade batch clone needs it.');
  if (result.code === 'ENOSPC') throw new InfrastructureError('There is no room on the disk for the repositories.');
  const { stdout: printed } = result;
  if (result.exitCode === 0) return { why: null, printed };
  const said = result.stderr.replaceAll(credentials, '***').replaceAll(token ?? '\0', '***');
  const lines = wellFormed(said).trim().split('\n');
  const why = (lines.find((line) => /^(?:fatal|error|remote):/.test(line)) ?? lines.at(-1)) || 'git was stopped';
  return { why, printed };
}
