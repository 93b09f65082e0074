import type { Delivered, DevicePointer } from '../device.ts';
import { forSet } from './byte-flags.ts';
import type { Buffer } from './heap.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * Which launch stored each byte last, followed through copies: of the launches that are counted. Bytes that host code
 * reads are counted for the launch that stored them. Launches whose stores others have overwritten get none.
 */
export class DeliveredBytes {
  /** By buffer, the number of the launch of each byte from 1 on, or 0. */
  readonly #owners = new Map<Buffer, Uint32Array>();
  readonly #launches: Mutable<Delivered>[] = [];

  /**
   * A launch has run.
   * @param stored - a byte of each byte of a buffer; not 0: the launch stored there
   * @returns what is counted for it from now on
   */
  launched(stored: Iterable<readonly [Buffer, Uint8Array]>): Delivered {
    const delivered = { bytes: 0, stored: 0 };
    const number = this.#launches.push(delivered);
    for (const [buffer, flags] of stored) {
      let owners = this.#owners.get(buffer);
      forSet(flags, (at) => {
        if (!owners) {
          owners = new Uint32Array(buffer.bytes);
          this.#owners.set(buffer, owners);
        }
        owners[at] = number;
        delivered.stored++;
      });
    }
    return delivered;
  }

  /** Host code has stored here. */
  overwritten(buffer: Buffer | null, pointer: DevicePointer, bytes: number): void {
    const offset = pointer - (buffer?.pointer ?? 0);
    if (buffer) this.#owners.get(buffer)?.fill(0, offset, offset + bytes);
  }

  copied(
    to: Buffer | null,
    toPointer: DevicePointer,
    from: Buffer | null,
    fromPointer: DevicePointer,
    bytes: number,
  ): void {
    const source = from && this.#owners.get(from);
    if (!to) return;
    if (!from || !source) {
      this.overwritten(to, toPointer, bytes);
      return;
    }
    const target = this.#owners.get(to) ?? new Uint32Array(to.bytes);
    this.#owners.set(to, target);
    const first = fromPointer - from.pointer;
    target.set(source.subarray(first, first + bytes), toPointer - to.pointer);
  }

  /** Host code has read this. */
  read(buffer: Buffer | null, pointer: DevicePointer, bytes: number): void {
    const owners = buffer && this.#owners.get(buffer);
    if (!buffer || !owners) return;
    const offset = pointer - buffer.pointer;
    for (const owner of owners.subarray(offset, offset + bytes)) {
      const launch = this.#launches[owner - 1];
      if (launch) launch.bytes++;
    }
  }
}
