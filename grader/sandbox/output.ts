import { Writable } from 'node:stream';

/** Keeps what arrives until there is too much; what comes then is dropped, and somebody is told once. */
export class Budget {
  readonly #onExceeded: () => void;
  #left: number;
  exceeded = false;

  constructor(bytes: number, onExceeded: () => void) {
    this.#left = bytes;
    this.#onExceeded = onExceeded;
  }

  take(wanted: number): number {
    const given = Math.min(wanted, this.#left);
    this.#left -= given;
    if (given < wanted && !this.exceeded) {
      this.exceeded = true;
      this.#onExceeded();
    }
    return given;
  }
}

/** A stream into memory, as far as the budget goes. */
export class Collector extends Writable {
  readonly #chunks: Buffer[] = [];
  readonly #budget: Budget;

  constructor(budget: Budget) {
    super();
    this.#budget = budget;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const given = this.#budget.take(chunk.length);
    // A copy: the chunk is a window into a larger buffer.
    if (given > 0) this.#chunks.push(Buffer.from(chunk.subarray(0, given)));
    done();
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}
