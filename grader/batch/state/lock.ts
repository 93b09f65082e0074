import { existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { systemCode, UsageError } from '../../platform/index.ts';

const BEAT_MS = 15_000;
/** A holder on another host that has not been heard of for this long is gone. */
const SILENT_MS = 4 * BEAT_MS;

/** Another grader is at work in the batch: the same command can succeed later. */
export class BatchBusyError extends UsageError {}

export interface Lock {
  release(): void;
}

/**
 * Keeps a second grader out of a folder.
 * @param where - the folder, for the message
 * @throws BatchBusyError if one is at work there
 */
export function takeLock(path: string, where = 'this batch'): Lock {
  const own = JSON.stringify({ pid: process.pid, host: hostname() });
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(path, own, { flag: 'wx' });
      break;
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
      const holder = attempt < 3 ? livingHolder(path) : 'another grader';
      if (holder !== null) {
        throw new BatchBusyError(`${holder} is at work in ${where}. Wait for it; if that cannot be, delete ${path}.`);
      }
      takeAway(path);
    }
  }
  const beat = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(path, now, now);
    } catch {
      // Somebody has deleted it; what is written is whole all the same.
    }
  }, BEAT_MS);
  beat.unref();
  return {
    release: () => {
      clearInterval(beat);
      try {
        if (readFileSync(path, 'utf8') === own) rmSync(path, { force: true });
      } catch {
        // It is gone already.
      }
    },
  };
}

/**
 * Takes a lock away that nobody holds. Two graders may have found it so at the same time, and the other may have its own
 * there by now: what was moved is looked at once more, and put back where somebody holds it.
 */
function takeAway(path: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (livingHolder(aside) !== null) linkSync(aside, path);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(systemCode(error) ?? '')) throw error;
  }
  rmSync(aside, { force: true });
}

/** Returns who is at work in a batch, in words; `null` if nobody is. A lock that a killed command left holds nothing. */
export function lockHolder(path: string): string | null {
  return existsSync(path) ? livingHolder(path) : null;
}

/** Who holds it, in words; null where nobody does. */
function livingHolder(path: string): string | null {
  try {
    const { pid, host } = JSON.parse(readFileSync(path, 'utf8')) as { pid: number; host: string };
    if (host === hostname()) return isAlive(pid) ? `Process ${pid} of this machine` : null;
    return Date.now() - statSync(path).mtimeMs < SILENT_MS ? `Process ${pid} on ${host}` : null;
  } catch {
    // Gone in the meantime, or torn by a crash in its first moment.
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}
