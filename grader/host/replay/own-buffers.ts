import type { RunDevice } from '../device.ts';
import type { DeviceContent } from '../run.ts';

/** The bytes that are kept of all buffers together: several outputs of the largest case. */
const MOST_BYTES = 64 * 2 ** 20;

/** The inputs, and the buffers that a program allocates on the device. Keeps what is in them when they are freed. */
export class OwnBuffers {
  readonly #device: RunDevice;
  readonly #alive = new Map<number, number>();
  readonly #kept: DeviceContent[] = [];
  #bytes = 0;

  constructor(device: RunDevice) {
    this.#device = device;
  }

  allocated(pointer: number, bytes: number): void {
    this.#alive.set(pointer, bytes);
  }

  /** To be called while the buffer is still there. */
  freed(pointer: number): void {
    const length = this.#alive.get(pointer);
    this.#alive.delete(pointer);
    if (length === undefined || this.#bytes + length > MOST_BYTES) return;
    const bytes = new Uint8Array(length);
    // After a lost context nothing can be read.
    if (this.#device.read(pointer, bytes) !== 0) return;
    this.#bytes += length;
    this.#kept.push({ bytes, state: this.#device.state(pointer, length) });
  }

  /** Returns what was kept, with what is in the buffers that are still there. */
  left(): readonly DeviceContent[] {
    for (const pointer of [...this.#alive.keys()]) this.freed(pointer);
    return this.#kept;
  }
}
