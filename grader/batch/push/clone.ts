import { lstatSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { InfrastructureError, UsageError } from '../../platform/index.ts';
import { wellFormed } from '../../report/index.ts';
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
  /** A sentence for each repository that could not be had. */
  readonly notes: readonly string[];
}

const AT_ONCE = 4;
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
  return `git clone --depth 1 ${addressOf(base, repository)} ${join(into, folderOf(repository))}`;
}

/**
 * Clones repositories, or brings those that are there up to date. One that fails is named, and costs the others nothing.
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
      } else notes.push(`${clone.student}: ${clone.repository} cannot be cloned: ${why}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { cloned, notes: notes.sort() };
}

/** @returns why it failed; `null` if it did not */
async function cloneOne({ repository }: Clone, options: CloneOptions): Promise<string | null> {
  const folder = join(options.into, folderOf(repository));
  if (isRepository(folder)) {
    const fetched = await git(['-C', folder, 'fetch', '--depth', '1', '--no-tags', 'origin', 'HEAD'], options);
    return fetched ?? git(['-C', folder, 'reset', '--hard', '--quiet', 'FETCH_HEAD'], options);
  }
  // A clone that was interrupted has another name, so that it is never taken for a whole one.
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  const address = addressOf(options.base, repository);
  const why = await git(['clone', '--quiet', '--depth', '1', '--no-tags', '--', address, partial], options);
  if (why === null) await rename(partial, folder);
  else await rm(partial, { recursive: true, force: true });
  return why;
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

/** @returns what git says if it fails; `null` if it does not */
async function git(args: readonly string[], { base, token, signal }: CloneOptions): Promise<string | null> {
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
  if (result.exitCode === 0) return null;
  const said = result.stderr.replaceAll(credentials, '***').replaceAll(token ?? '\0', '***');
  const lines = wellFormed(said).trim().split('\n');
  return (lines.find((line) => /^(?:fatal|error|remote):/.test(line)) ?? lines.at(-1)) || 'git was stopped';
}
