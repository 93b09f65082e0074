import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { HAS_MAXIMUM, memoryLimits } from './memory-section.ts';

/**
 * An instance of a device module declares a gigabyte and more, of which a case touches a few megabytes. V8 counts what
 * is declared: it collects all garbage at each instance, which costs more than many a case. Memory that could be shared
 * between threads it does not count; so device modules get such memory, share it with nobody, and garbage is collected
 * here, when there is some.
 */

const SHARED = 2;
/** Instances that may wait to be collected: where a machine grants no more than it has, each counts in full. */
const MOST_INSTANCES = 8;
/** Growth of the process, in bytes, that is worth a collection before that. */
const MOST_GROWTH = 128 * 2 ** 20;

/** @returns the same module, whose memory V8 does not count @throws Error where it has no memory with a limit */
export function withUncountedMemory(wasm: Uint8Array): Uint8Array<ArrayBuffer> {
  const limits = memoryLimits(wasm);
  if (!limits) throw new Error('the device module has no memory with a limit');
  const marked = new Uint8Array(wasm);
  marked[limits.flagsAt] = HAS_MAXIMUM | SHARED;
  return marked;
}

let collect: (() => void) | null = null;
let instances = 0;
let residentBytes: number | null = null;

/**
 * Lets go of memory in time. Is to be called after each run, in its thread.
 * @param made - instances of such modules that it has made
 */
export function afterRun(made: number): void {
  instances += made;
  const resident = process.memoryUsage.rss();
  residentBytes ??= resident;
  if (instances < MOST_INSTANCES && resident - residentBytes < MOST_GROWTH) return;
  collect ??= collector();
  collect();
  instances = 0;
  residentBytes = process.memoryUsage.rss();
}

/** V8's own function, which only contexts that are made under the flag have. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  try {
    return runInNewContext('gc') as () => void;
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
