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
  readonly #onKept: (bytes: Uint8Array) => void;

  /** @param onKept - called with what arrives and is kept, when it arrives */
  constructor(budget: Budget, onKept: (bytes: Uint8Array) => void = () => undefined) {
    super();
    this.#budget = budget;
    this.#onKept = onKept;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const given = this.#budget.take(chunk.length);
    // A copy: the chunk is a window into a larger buffer.
    if (given > 0) {
      const kept = Buffer.from(chunk.subarray(0, given));
      this.#chunks.push(kept);
      this.#onKept(kept);
    }
    done();
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}
