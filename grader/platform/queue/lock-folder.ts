import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, type Stats } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { InfrastructureError, messageOf, systemCode } from '../errors.ts';

const STICKY_FOR_ALL = 0o1777;
const ENDED: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOENT']);

/**
 * Creates the folder of a lock, for all users.
 * @throws InfrastructureError if it cannot be created or is not a folder
 */
export function prepareFolder(folder: string): void {
  let { stat, problem } = statOf(folder);
  if (!stat) {
    try {
      mkdirSync(folder, { recursive: true });
      chmodSync(folder, STICKY_FOR_ALL);
    } catch (error) {
      problem = messageOf(error);
    }
    ({ stat } = statOf(folder));
  }
  if (!stat?.isDirectory()) throw unusable(folder, stat ? 'It is not a folder.' : problem);
}

/** The error for a lock folder in which a system call failed. */
export function unusable(folder: string, problem: string, cause?: unknown): InfrastructureError {
  return new InfrastructureError(`The lock folder ${folder} cannot be used.`, {
    details: [
      problem,
      'Every user who grades on this machine must be able to write there (mode 1777, as /tmp has).',
      'GRADE_GPU_LOCK_DIR names another folder; all users must name the same one.',
    ],
    cause,
  });
}

/** The last number of a ticket. Numbers of more digits are no tickets. */
export const LAST_NUMBER = 10 ** 15 - 1;
/** Bytes of the longest path that a socket can have, on macOS. Node.js uses the beginning of a longer one. */
const LONGEST_SOCKET_PATH = 103;

/**
 * The numbers of all tickets, ended ones included, in no order.
 * @throws InfrastructureError if the folder cannot be read
 */
export function numbersIn(folder: string): number[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    throw unusable(folder, messageOf(error), error);
  }
  return names.filter((name) => /^[1-9]\d{0,14}$/.test(name)).map(Number);
}

/**
 * The path of a ticket's socket.
 * @throws InfrastructureError if it is too long for a socket
 */
export function socketPath(folder: string, number: number): string {
  const path = join(folder, `${number}.sock`);
  const bytes = Buffer.byteLength(path);
  if (bytes <= LONGEST_SOCKET_PATH || process.platform === 'win32') return path;
  throw unusable(
    folder,
    `Its path is too long: ${bytes} bytes with the name of a ticket, at most ${LONGEST_SOCKET_PATH}.`,
  );
}

/** Removes what this user's ended tickets left behind. The highest number stays: the next ticket counts from it. */
export function removeEnded(folder: string): void {
  const numbers = numbersIn(folder);
  const highest = Math.max(...numbers);
  for (const number of numbers) {
    // A ticket that is being made has no socket yet. If it is not the highest, it will be given up.
    if (number === highest) continue;
    const probe = createConnection(socketPath(folder, number));
    probe.on('connect', () => probe.destroy());
    probe.on('error', (error) => {
      if (!ENDED.has(systemCode(error) ?? '')) return;
      remove(socketPath(folder, number));
      remove(join(folder, String(number)));
    });
    probe.unref();
  }
}

/** Files of other users cannot be removed from a sticky folder, and do no harm. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It belongs to another user.
  }
}

/** The status of a path, of a link itself; `stat` is null with the reason in `problem` if there is none. */
export function statOf(path: string): { stat: Stats | null; problem: string } {
  try {
    return { stat: lstatSync(path), problem: '' };
  } catch (error) {
    return { stat: null, problem: messageOf(error) };
  }
}
