import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process, told apart from later ones that are given its number. */
export interface ProcessIdentity {
  /** The machine, and on it the namespace in which process numbers mean anything. */
  readonly place: string;
  readonly pid: number;
  /** When it started, in whatever form this system tells it; null where it does not. */
  readonly started: string | null;
}

export function thisProcess(): ProcessIdentity {
  return { place: place(), pid: process.pid, started: startOf(process.pid) };
}

/** @returns whether the process still runs; null where that cannot be known from here */
export function isRunning({ place: where, pid, started }: ProcessIdentity): boolean | null {
  if (where !== place()) return null;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  const now = startOf(pid);
  return now === null || started === null ? null : now === started;
}

function place(): string {
  return `${hostname()}/${read(() => readlinkSync('/proc/self/ns/pid')) ?? process.platform}`;
}

function startOf(pid: number): string | null {
  if (process.platform === 'linux') return linuxStart(pid);
  if (process.platform === 'win32') return null;
  return read(() => execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()) || null;
}

/** Clock ticks since boot: field 22 of proc(5)'s stat, after a name that may hold spaces and parentheses. */
function linuxStart(pid: number): string | null {
  const stat = read(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const boot = read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie has ended, even if nobody has noticed yet.
  if (!fields || fields[0] === 'Z') return null;
  return fields[19] ? `${boot ?? ''}/${fields[19]}` : null;
}

function read(work: () => string): string | null {
  try {
    return work();
  } catch {
    return null;
  }
}
