import { PROGRAM_LIMITS, PROGRAM_MEMORY } from '../pipeline/run/index.ts';
import { nodeFiles } from '../platform/files/index.ts';
import { didYouMean, UsageError } from '../platform/index.ts';
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
 * @param most - default: a day
 * @throws UsageError
 */
export function parseSeconds(given: string | undefined, otherwise: number, most = MAX_SECONDS): number {
  if (given === undefined) return otherwise;
  const seconds = /^\d+(?:\.\d+)?$/.test(given) ? Number(given) : Number.NaN;
  if (seconds > 0 && seconds <= most) return seconds;
  const limit = most === MAX_SECONDS ? 'a day' : most;
  throw new UsageError(
    `--timeout ${JSON.stringify(given)} is no time. Give seconds, more than 0 and at most ${limit}, e.g. --timeout 60.`,
  );
}

const MiB = 2 ** 20;

/**
 * `--device-memory MiB` and `--host-memory MiB`.
 * @throws UsageError where they are no sizes, or too much together
 */
export function parseMemory(
  device: string | undefined,
  host: string | undefined,
): { readonly deviceMemoryBytes: number; readonly hostMemoryBytes: number } {
  const { minDeviceMiB, minHostMiB, sumMiB } = PROGRAM_MEMORY;
  const deviceMiB = parseMiB('--device-memory', device, PROGRAM_LIMITS.deviceMemoryBytes, minDeviceMiB);
  const hostMiB = parseMiB('--host-memory', host, PROGRAM_LIMITS.hostMemoryBytes, minHostMiB);
  if (2 * deviceMiB + hostMiB > sumMiB) {
    throw new UsageError(
      `--device-memory ${deviceMiB} and --host-memory ${hostMiB} are too much together: the host's and twice the device's may be ${sumMiB} MiB. Give e.g. --device-memory ${Math.floor((sumMiB - 512) / 2)} --host-memory 512.`,
    );
  }
  return { deviceMemoryBytes: deviceMiB * MiB, hostMemoryBytes: hostMiB * MiB };
}

function parseMiB(option: string, given: string | undefined, otherwise: number, least: number): number {
  if (given === undefined) return otherwise / MiB;
  const size = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (size >= least) return size;
  throw new UsageError(
    `${option} ${JSON.stringify(given)} is no size. Give whole MiB, ${least} or more, e.g. ${option} 1024.`,
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
