import type { Observer } from '../observer.ts';
import { MOST_BYTES, MOST_ORDERED, type Operation, type Ordered } from '../operations.ts';
import type { StreamCall } from '../stream-call.ts';

/** A recording is too large to be kept. */
export class TooLarge extends Error {}

/** Records operations in their order, up to a limit. */
export class Tape {
  readonly operations: Operation[] = [];
  readonly #order: Ordered[] = [];
  /** The call that has begun and not ended. */
  #ordered: { readonly call: StreamCall; readonly from: number } | null = null;
  #bytes = 0;
  #ended = false;
  readonly #most: number;
  #memory: () => ArrayBufferLike | null = () => null;

  constructor(most: number) {
    this.#most = most;
  }

  /** @throws TooLarge */
  add(operation: Operation): void {
    if (this.#ended) return;
    if ('content' in operation) this.#bytes += operation.content.length;
    if (this.#bytes > MOST_BYTES || this.operations.length >= this.#most) throw new TooLarge();
    this.operations.push(operation);
  }

  /** The calls that matter to the order between streams; `null` if there are none, or too many. */
  get order(): readonly Ordered[] | null {
    return this.#order.length === 0 || this.#order.length > MOST_ORDERED ? null : this.#order.slice();
  }

  hostAddress(bytes: Uint8Array): number | null {
    return bytes.buffer === this.#memory() ? bytes.byteOffset : null;
  }

  get observer(): Observer {
    return {
      started: (memory) => {
        this.#memory = memory;
      },
      ended: () => {
        this.#ended = true;
      },
      placed: () => {},
      copied: (to, from) => this.add({ kind: 'copied', to, from }),
      arrived: (address, from, position) => this.add({ kind: 'arrived', address, from, position }),
      printed: (stream, bytes) => this.add({ kind: 'printed', stream, bytes }),
      hostFault: () => this.add({ kind: 'host-fault' }),
      ordered: (call) => {
        this.#ordered = { call, from: this.operations.length };
      },
      orderedEnded: () => {
        if (this.#ended || !this.#ordered || this.#order.length > MOST_ORDERED) return;
        this.#order.push({ ...this.#ordered, to: this.operations.length });
        this.#ordered = null;
      },
      launched: (index) => this.add({ kind: 'launched', index }),
    };
  }
}
