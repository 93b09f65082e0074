import { SimulationError, type SimulationRule } from './errors.ts';
import { volume } from './geometry.ts';
import type { Monitor } from './monitor.ts';

/** In `reader`: more than one thread has read since the last barrier. */
const SEVERAL = -1;

/**
 * What the simulator remembers of each byte of memory beside its value: was it ever stored, and who stored and read it
 * last. With that it sees two mistakes that a result can hide: reading what nobody stored, and two threads meeting at
 * one place with no barrier between them (a race), which happens to come out right in one order and wrong in another.
 */
export class Shadow {
  readonly #space: 'global' | 'shared';
  readonly #stored: Uint8Array;
  readonly #writer: Int32Array;
  readonly #writeEpoch: Int32Array;
  readonly #reader: Int32Array;
  readonly #readEpoch: Int32Array;
  /** The thread that called an atomic function last. */
  readonly #changer: Int32Array;
  readonly #changeEpoch: Int32Array;

  constructor(space: 'global' | 'shared', bytes: number, stored: boolean) {
    this.#space = space;
    this.#stored = new Uint8Array(bytes).fill(stored ? 1 : 0);
    this.#writer = new Int32Array(bytes);
    this.#writeEpoch = new Int32Array(bytes);
    this.#reader = new Int32Array(bytes);
    this.#readEpoch = new Int32Array(bytes);
    this.#changer = new Int32Array(bytes);
    this.#changeEpoch = new Int32Array(bytes);
  }

  /** A new launch, or a new block: who was here before no longer matters. */
  forgetThreads(): void {
    this.#writer.fill(0);
    this.#reader.fill(0);
    this.#changer.fill(0);
  }

  /** Nothing here has been stored any more. */
  forgetValues(): void {
    this.#stored.fill(0);
    this.forgetThreads();
  }

  isStored(at: number): boolean {
    return this.#stored[at] === 1;
  }

  read(from: number, bytes: number, monitor: Monitor, what: () => string): void {
    const me = monitor.threadNumber;
    for (let at = from; at < from + bytes; at++) {
      if (this.#stored[at] === 0) throw this.#uninitialized(what(), monitor);
      if (this.#isStoredByOther(at, monitor)) {
        throw this.#race(`${what()} is read here and was stored by another thread`, monitor);
      }
      const earlier = this.#reader[at];
      const joined = earlier !== 0 && earlier !== me && this.#readEpoch[at] === monitor.epoch;
      this.#reader[at] = joined ? SEVERAL : me;
      this.#readEpoch[at] = monitor.epoch;
    }
  }

  write(from: number, bytes: number, monitor: Monitor, what: () => string): void {
    for (let at = from; at < from + bytes; at++) {
      if (this.#isStoredByOther(at, monitor)) {
        throw this.#race(`${what()} is stored here and was stored by another thread`, monitor);
      }
      if (this.#races(this.#reader[at] ?? 0, this.#readEpoch[at] ?? 0, monitor)) {
        throw this.#race(`${what()} is stored here and was read by another thread`, monitor);
      }
      this.#stored[at] = 1;
      this.#writer[at] = monitor.threadNumber;
      this.#writeEpoch[at] = monitor.epoch;
    }
  }

  /** Remembers an atomic function. It races with loads and stores of other threads, and not with their atomic functions. */
  change(from: number, bytes: number, monitor: Monitor, what: () => string): void {
    for (let at = from; at < from + bytes; at++) {
      if (this.#stored[at] === 0) throw this.#uninitialized(what(), monitor);
      if (this.#races(this.#writer[at] ?? 0, this.#writeEpoch[at] ?? 0, monitor)) {
        throw this.#race(`${what()} is changed here and was stored by another thread`, monitor);
      }
      if (this.#races(this.#reader[at] ?? 0, this.#readEpoch[at] ?? 0, monitor)) {
        throw this.#race(`${what()} is changed here and was read by another thread`, monitor);
      }
      this.#changer[at] = monitor.threadNumber;
      this.#changeEpoch[at] = monitor.epoch;
    }
  }

  /** True if a store or an atomic function of another thread has no order with this access. */
  #isStoredByOther(at: number, monitor: Monitor): boolean {
    return (
      this.#races(this.#writer[at] ?? 0, this.#writeEpoch[at] ?? 0, monitor) ||
      this.#races(this.#changer[at] ?? 0, this.#changeEpoch[at] ?? 0, monitor)
    );
  }

  /** Could the other access just as well have come after this one? A barrier orders the threads of one block only. */
  #races(other: number, epoch: number, monitor: Monitor): boolean {
    if (other === 0 || other === monitor.threadNumber) return false;
    if (epoch === monitor.epoch) return true;
    if (this.#space === 'shared' || other === SEVERAL) return false;
    return Math.floor((other - 1) / volume(monitor.blockDim)) !== monitor.blockNumber;
  }

  #uninitialized(what: string, monitor: Monitor): SimulationError {
    const lost = this.#space === 'shared' ? ' In every block, shared memory starts with undefined contents.' : '';
    return new SimulationError(
      'uninitialized-read',
      `${what} is read before anything was stored there.${lost} On a GPU its value is undefined.`,
      monitor.place(),
    );
  }

  #race(what: string, monitor: Monitor): SimulationError {
    const rule: SimulationRule = this.#space === 'shared' ? 'shared-race' : 'global-race';
    const advice =
      this.#space === 'shared'
        ? 'with no barrier between the two. On a GPU either may come first. Which barrier would put them in order?'
        : 'of this launch, and nothing says which of the two comes first. Should each thread have an element of its own?';
    return new SimulationError(rule, `${what} ${advice}`, monitor.place());
  }
}
