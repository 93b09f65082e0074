import { availableParallelism } from 'node:os';

/** Processors that this process may use, at least 1. `GRADE_CORES` says another number. */
export function cores(): number {
  const asked = Number(process.env.GRADE_CORES ?? Number.NaN);
  return Number.isInteger(asked) && asked >= 1 ? asked : Math.max(1, availableParallelism());
}

/** What a thread needs to know of the processors that it shares with others; plain data. */
export interface SharedCores {
  readonly limit: number;
  /** How many processors each of the threads keeps busy. */
  readonly busy: Int32Array<SharedArrayBuffer>;
  /** The thread's own place in `busy`. */
  readonly place: number;
}

export function sharedCores(limit: number, threads: number): SharedCores {
  return { limit, busy: new Int32Array(new SharedArrayBuffer(4 * threads)), place: 0 };
}

/** Says how many processors this thread keeps busy now, its own included. */
export function keepBusy({ busy, place }: SharedCores, count: number): void {
  Atomics.store(busy, place, count);
}

/** Processors that nobody keeps busy. Two threads that ask at the same time may get the same answer. */
export function idleCores({ limit, busy }: SharedCores): number {
  return Math.max(0, limit - busy.reduce((sum, count) => sum + count, 0));
}
