import { isLegacy, type Stream, type StreamTable } from './stream-table.ts';

/**
 * The kernels that host code has not waited for. They are done when their launch returns, but a GPU can still be running
 * them. Each call that waits for anything counts as waiting for all of them.
 */
export class Unfinished {
  #launches = 0;
  #waited = 0;
  /** The number of the last launch in each stream, by its handle. */
  readonly #last = new Map<number, number>();

  launched(stream: number): void {
    this.#launches += 1;
    this.#last.set(stream, this.#launches);
  }

  waited(): void {
    this.#waited = this.#launches;
  }

  /** Returns the number of the last launch that work of this stream comes after; 0 for none. */
  lastBefore(stream: Stream, streams: StreamTable): number {
    const numbers = [...this.#last].map(([handle, number]) => {
      const other = streams.stream(handle);
      return other && isOrdered(stream, other) ? number : 0;
    });
    return Math.max(0, ...numbers);
  }

  /** True if host code has waited since this launch. */
  isFinished(launch: number): boolean {
    return launch <= this.#waited;
  }
}

/** Whether the legacy stream, or being one stream, orders the work of two streams. */
function isOrdered(one: Stream, other: Stream): boolean {
  return one === other || (isLegacy(one.id) && other.blocking) || (isLegacy(other.id) && one.blocking);
}
