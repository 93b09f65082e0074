/** A slice takes about so long, milliseconds: often enough to look up, too seldom to cost anything. */
const SLICE_MS = 5;
/** What is over before that is not worth a look at the clock's verdict. */
const KNOWN_AFTER_MS = 20;

/** How a launch is divided into slices, and how long what is left of it will take. */
export interface Pace {
  /** @returns how many blocks to run next */
  slice(done: number, total: number): number;
  /** @returns milliseconds that the blocks left will take one processor; 0 where that cannot be told */
  expectedMs(done: number, total: number): number;
}

/** By the clock. What a launch gives does not depend on it. */
export class ClockPace implements Pace {
  readonly #startedAt = performance.now();
  #sliceAt = this.#startedAt;
  #slice = 0;

  slice(done: number, total: number): number {
    const now = performance.now();
    const took = now - this.#sliceAt;
    const wanted = took > SLICE_MS / 2 ? Math.floor((this.#slice * SLICE_MS) / took) : 2 * this.#slice;
    this.#sliceAt = now;
    this.#slice = Math.min(Math.max(1, wanted), total - done, 2 ** 24);
    return this.#slice;
  }

  expectedMs(done: number, total: number): number {
    const elapsed = performance.now() - this.#startedAt;
    return elapsed < KNOWN_AFTER_MS ? 0 : (elapsed / done) * (total - done);
  }
}
