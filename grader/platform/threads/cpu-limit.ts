import { readFileSync, readlinkSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';

/** How much longer than the limit a starved machine may take. */
const PATIENCE = 4;
/** The same, for threads whose own time is known while other programs use the processors. */
const PATIENCE_UNDER_LOAD = 10;
/** Below this share of a processor the time was not the work's own. */
const STARVED = 0.7;

/** The threads at work in this process, and their number added up over time, in milliseconds. */
const underWay = { count: 0, sum: 0, at: 0 };

/** Brings the sum up to now. */
function workedSoFar(): number {
  const now = performance.now();
  underWay.sum += underWay.count * (now - underWay.at);
  underWay.at = now;
  return underWay.sum;
}

/**
 * Calls back when work in this process has had its time. Where the machine gave the process little of its processors
 * meanwhile, the clock alone says nothing about the work: it gets what it lacks, up to four times the limit. Works that
 * are under way at the same time share what the process got, unless the time of their own threads is known.
 * @param limitMs - milliseconds of one processor, for each thread
 * @param threads - how many threads do this work
 * @param own - these threads, by {@link ownThread}, if they only compute: the one with the most time counts
 * @returns stops the clock, and returns how many milliseconds this work has had, per thread
 */
export function afterWork(
  limitMs: number,
  onExpired: () => void,
  threads = 1,
  own: readonly (string | null)[] = [],
): () => number {
  const startedAt = performance.now();
  const startedCpu = process.cpuUsage();
  const startedOwn = own.map(timeOf);
  const before = workedSoFar();
  underWay.count += threads;
  let timer = setTimeout(check, limitMs);
  let had: number | null = null;
  const measure = () => {
    const { user, system } = process.cpuUsage(startedCpu);
    const elapsed = performance.now() - startedAt;
    const sharers = Math.max(1, (workedSoFar() - before) / Math.max(elapsed, 1));
    const ofOwn = own.map((thread, index) => timeOf(thread) - (startedOwn[index] ?? 0));
    const mostOfOwn = Math.max(...ofOwn);
    if (Number.isFinite(mostOfOwn)) return { elapsed, worked: mostOfOwn, isOwn: true };
    return { elapsed, worked: (user + system) / 1000 / sharers, isOwn: false };
  };
  const stop = () => {
    clearTimeout(timer);
    if (had !== null) return had;
    const { elapsed, worked } = measure();
    had = Math.min(elapsed, worked);
    underWay.count -= threads;
    return had;
  };
  function check(): void {
    const { elapsed, worked, isOwn } = measure();
    const missing = limitMs * STARVED - worked;
    const mostMs = limitMs * (isOwn && (loadavg()[0] ?? 0) > availableParallelism() ? PATIENCE_UNDER_LOAD : PATIENCE);
    if (missing <= 0 || elapsed >= mostMs) {
      stop();
      onExpired();
    } else timer = setTimeout(check, Math.min(Math.max(missing, 50), mostMs - elapsed));
  }
  return stop;
}

/** Returns the name by which other threads can ask for the time of this one; `null` if the system does not tell. */
export function ownThread(): string | null {
  try {
    return readlinkSync('/proc/thread-self');
  } catch {
    return null;
  }
}

/** Returns the milliseconds of processor time that a thread has had; `NaN` if they are not known. */
function timeOf(thread: string | null): number {
  if (thread === null) return Number.NaN;
  try {
    return Number(readFileSync(`/proc/${thread}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}
