import { lstatSync, readdirSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolders } from '../../platform/files/index.ts';
import { diskFault, messageOf, systemCode } from '../../platform/index.ts';
import { headOf } from '../intake/index.ts';
import type { RosterEntry } from '../model.ts';
import { takeLock } from '../state/lock.ts';
import { serverAddress } from './client.ts';
import { type GitOptions, git } from './git.ts';
import { repositoryOf } from './repositories.ts';
import { INSTEAD, updateClone, withoutDefault } from './update.ts';

export interface CloneOptions extends GitOptions {
  /** The folder that gets a folder per repository. */
  readonly into: string;
  readonly onDone: (text: string) => void;
}

export interface Clone {
  /** The id of the student, or the ids of those who share the repository. */
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
/** Keeps a second command out of the folder of the clones. */
const LOCK = '.grade-clone.lock';

/** Returns the repositories of a roster's students, each once, and names the students without one. */
export function repositoriesOf(
  roster: ReadonlyMap<string, RosterEntry>,
  pattern: string,
): { readonly clones: Clone[]; readonly notes: string[] } {
  const notes: string[] = [];
  const clones = new Map<string, Clone>();
  for (const entry of roster.values()) {
    const { id } = entry;
    const repository = repositoryOf(pattern, { student: id, roster: entry, assignment: '' });
    if (repository === null) {
      notes.push(`${id}: no repository, because the roster has no github name.`);
      continue;
    }
    // GitHub takes names in any case, and so do the file systems of some machines.
    const folder = folderOf(repository).toLowerCase();
    const same = clones.get(folder);
    if (same === undefined) clones.set(folder, { student: id, repository });
    else if (same.repository.toLowerCase() === repository.toLowerCase()) {
      clones.set(folder, { ...same, student: `${same.student}, ${id}` });
    } else
      notes.push(`${id}: ${repository} is not cloned, because the folder of ${same.repository} has the same name.`);
  }
  return { clones: [...clones.values()], notes };
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
 * @throws BatchBusyError if another command clones into the folder, or InfrastructureError if the disk is at fault
 */
export async function cloneAll(clones: readonly Clone[], options: CloneOptions): Promise<Cloned> {
  makeFolders(resolve(options.into));
  const lock = takeLock(join(options.into, LOCK), options.into);
  try {
    return await cloneEach(clones, options);
  } finally {
    lock.release();
  }
}

async function cloneEach(clones: readonly Clone[], options: CloneOptions): Promise<Cloned> {
  const notes: string[] = [];
  let cloned = 0;
  const queue = [...clones];
  const work = async (): Promise<void> => {
    for (let clone = queue.shift(); clone !== undefined; clone = queue.shift()) {
      options.signal.throwIfAborted();
      const why = await cloneOne(clone, options).catch((error: unknown) => {
        const fault = diskFault(error, `${options.into} cannot be written`);
        // A file in the way of one is not in the way of the others. A disk that is full for one is full for all.
        if (fault === null && isOfSystem(error)) return `cannot be cloned or updated: ${messageOf(error)}`;
        queue.length = 0;
        throw fault ?? error;
      });
      if (why === null) {
        cloned += 1;
        options.onDone(clone.repository);
      } else notes.push(`${clone.student}: ${clone.repository} ${why}`);
    }
  };
  // Each ends what it began, so that no git is at work when the command ends.
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return { cloned, notes: notes.sort() };
}

/** @returns what is said of the repository if it failed; `null` if it did not */
async function cloneOne({ repository }: Clone, options: CloneOptions): Promise<string | null> {
  const folder = join(options.into, folderOf(repository));
  const address = addressOf(options.base, repository);
  if (isRepository(folder)) return updateClone(folder, address, options);
  if (isInTheWay(folder)) return `is not cloned: ${folder} exists and is not a clone. ${INSTEAD}`;
  // A clone that was interrupted has another name, so that it is never taken for a whole one.
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  try {
    const { why } = await git(['clone', '--quiet', '--no-tags', '--', address, partial], options);
    if (why !== null) return `cannot be cloned: ${why}`;
    await rename(partial, folder);
    return (await headOf(join(folder, '.git'))) === null ? withoutDefault(address, options) : null;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

function addressOf(base: URL, repository: string): string {
  return new URL(`${repository}.git`, base).href;
}

function folderOf(repository: string): string {
  return repository.slice(repository.indexOf('/') + 1);
}

/** Returns whether there is something that a clone would not replace, such as an unpacked archive. */
function isInTheWay(folder: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  return stats !== undefined && (!stats.isDirectory() || readdirSync(folder).length > 0);
}

function isOfSystem(error: unknown): boolean {
  return /^E(?!RR_)/.test(systemCode(error) ?? '');
}

function isRepository(folder: string): boolean {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false;
  return lstatSync(join(folder, '.git'), { throwIfNoEntry: false })?.isDirectory() === true;
}
