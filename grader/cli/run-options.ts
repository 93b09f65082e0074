import { UsageError } from '../platform/errors.ts';
import { nodeFiles } from '../platform/files.ts';
import { didYouMean } from '../platform/suggest.ts';
import { CHECK_IDS, type CheckId } from '../result/index.ts';

/** The checks that need no exercise. */
const OF_PROGRAMS = CHECK_IDS.filter((id) => id !== 'technique' && id !== 'speedup');

/**
 * `--check guards,races`.
 * @returns null for all of them
 * @throws UsageError for one that there is not
 */
export function parseChecks(list: string | undefined): ReadonlySet<CheckId> | null {
  if (list === undefined) return null;
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const checks = new Set<CheckId>();
  for (const name of names) {
    const id = OF_PROGRAMS.find((known) => known === name);
    if (id === undefined) {
      const meant = didYouMean(name, OF_PROGRAMS);
      throw new UsageError(
        `There is no check ${JSON.stringify(name)} of programs${meant === '' ? '.' : `, ${meant}`} There are: ${OF_PROGRAMS.join(', ')}. Give e.g. --check memory,races.`,
      );
    }
    checks.add(id);
  }
  if (checks.size === 0) {
    throw new UsageError(
      `--check names no check. There are: ${OF_PROGRAMS.join(', ')}. Give e.g. --check memory,races.`,
    );
  }
  return checks;
}

/** Longer waits than that are none. */
const MAX_SECONDS = 24 * 60 * 60;

/**
 * `--timeout SECONDS`.
 * @throws UsageError
 */
export function parseSeconds(given: string | undefined, otherwise: number): number {
  if (given === undefined) return otherwise;
  const seconds = /^\d+(?:\.\d+)?$/.test(given) ? Number(given) : Number.NaN;
  if (seconds > 0 && seconds <= MAX_SECONDS) return seconds;
  throw new UsageError(
    `--timeout ${JSON.stringify(given)} is no time. Give seconds, more than 0 and at most a day, e.g. --timeout 60.`,
  );
}

/**
 * A folder that an option names.
 * @throws UsageError where there is none
 */
export function assertFolder(option: string, folder: string): void {
  if (nodeFiles.stat(folder) === 'folder') return;
  throw new UsageError(`${option} ${JSON.stringify(folder)} is no folder. Give the path of one, e.g. ${option} data.`);
}
