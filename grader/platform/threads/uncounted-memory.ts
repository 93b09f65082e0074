import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { HAS_MAXIMUM, memoryLimits } from './memory-section.ts';

/**
 * An instance of a device module declares a gigabyte and more, of which a case touches a few megabytes. V8 counts what
 * is declared and collects all garbage at each instance, which costs more than many a case. Memory that could be shared
 * between threads it does not count; so where memory that is not touched costs nothing, modules get such memory, share
 * it with nobody, and garbage is collected here, when there is some. So does Clang, whose memory comes and goes too.
 */

const SHARED = 2;
/** Instances in a thread that may wait to be collected. */
const MOST_INSTANCES = 64;
/** Growth of the process, in bytes, that is worth a collection before that. */
const MOST_GROWTH = 128 * 2 ** 20;
/** The runs or milliseconds after which the size of the process is read. Reading it takes a tenth of a short run. */
const ASKED_AFTER = { runs: 8, ms: 50 } as const;

/** Lets V8 not count a module's memory, in place. Only memory with a limit can be of that kind: other stays as it is. */
export function uncount(wasm: Uint8Array): void {
  const limits = memoryLimits(wasm);
  if (limits && declaringIsFree()) wasm[limits.flagsAt] = HAS_MAXIMUM | SHARED;
}

let collect: (() => void) | null = null;
let instances = 0;
let residentBytes: number | null = null;
let unasked = 0;
let askedAt = 0;

/**
 * Lets go of memory in time. Is to be called after each run, in its thread.
 * @param made - instances that it has made
 */
export function afterRun(made: number): void {
  if (!declaringIsFree()) return;
  instances += made;
  unasked++;
  const now = performance.now();
  if (unasked < ASKED_AFTER.runs && now - askedAt < ASKED_AFTER.ms) return;
  unasked = 0;
  askedAt = now;
  const resident = process.memoryUsage.rss();
  residentBytes ??= resident;
  if (instances < MOST_INSTANCES && resident - residentBytes < MOST_GROWTH) return;
  collectNow();
}

/** Lets go of memory that this thread no longer needs, where V8 would do so much later. */
export function collectNow(): void {
  if (!declaringIsFree()) return;
  collect ??= collector();
  collect();
  instances = 0;
  residentBytes = process.memoryUsage.rss();
}

/**
 * V8's own function, which only contexts that are made under the flag have. The flag is the whole process's and stays:
 * another thread may be about to make its context.
 */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

let isFree: boolean | null = null;

/** On Linux, unless it grants no more than it has, or this process may have only so many addresses. */
export function declaringIsFree(): boolean {
  isFree ??= process.platform === 'linux' && !isStrict() && !isLimited();
  return isFree;
}

const STRICT_OVERCOMMIT = '2';

function isStrict(): boolean {
  return (read('/proc/sys/vm/overcommit_memory') ?? STRICT_OVERCOMMIT).trim() === STRICT_OVERCOMMIT;
}

function isLimited(): boolean {
  return !/^Max address space +unlimited /m.test(read('/proc/self/limits') ?? '');
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
