import { randomFillSync } from 'node:crypto';
import type { CudaAddon, Handle, Reservation } from './addon.ts';

/** cudaMalloc's alignment. */
const ALIGNMENT = 256;

/** A buffer on the GPU, and the address space around it. */
export interface GuardedBuffer {
  readonly address: Handle;
  readonly bytes: number;
  /** null for plain memory, which has no guards. */
  readonly reservation: Reservation | null;
  /** Bytes of its first page before it, and of its last page behind it: the latter fewer than 256. */
  readonly front: number;
  readonly tail: number;
}

/** A band that a kernel wrote to: the first such byte, counted from the buffer's start. */
export interface Damage {
  readonly buffer: GuardedBuffer;
  readonly offset: number;
  /** Bytes that changed. */
  readonly count: number;
}

/**
 * GPU memory in which an access that leaves its buffer is seen. Behind a buffer the next page is unmapped, so that what
 * goes further faults; the few bytes up to there, and the slack before the buffer, hold random bytes that are compared.
 * Reads of those are not seen, but what they give is random.
 */
export class GuardedMemory {
  readonly #addon: CudaAddon;
  readonly #ordinal: number;
  readonly #granule: number;
  readonly #pattern: Uint8Array;
  readonly #live = new Set<GuardedBuffer>();
  /** Freed ones: their addresses are not given out again, so that a use after free faults. */
  readonly #reserved: Reservation[] = [];

  readonly #plain: boolean;
  #bytes = 0;
  #pages = 0;

  /** @param plain - as cudaMalloc gives it, without guards: for a checker that watches bounds itself */
  constructor(addon: CudaAddon, ordinal: number, plain = false) {
    this.#plain = plain;
    this.#addon = addon;
    this.#ordinal = ordinal;
    this.#granule = addon.granularity(ordinal);
    this.#pattern = randomFillSync(new Uint8Array(this.#granule + ALIGNMENT));
  }

  get live(): ReadonlySet<GuardedBuffer> {
    return this.#live;
  }

  /** Bytes that were asked for and are live, and the pages that hold them, in bytes. */
  get held(): { readonly bytes: number; readonly pages: number } {
    return { bytes: this.#bytes, pages: this.#pages };
  }

  /** @throws DriverError (code 2 where memory is full) */
  alloc(bytes: number, wanted: Handle = 0n): GuardedBuffer {
    const kept = Math.max(1, bytes);
    if (this.#plain) return this.#allocate(bytes, kept);
    const granule = this.#granule;
    const mapped = roundUp(kept, granule);
    // An access that misses by as much as the buffer's own size is still unmapped.
    const guard = mapped + granule;
    const reservation = this.#addon.reserve(this.#ordinal, guard, mapped, guard, wanted);
    const aligned = roundUp(kept, ALIGNMENT);
    const front = mapped - aligned;
    const address = reservation.mapped + BigInt(front);
    const buffer = { address, bytes, reservation, front, tail: aligned - bytes };
    this.#reserved.push(reservation);
    this.#add(buffer);
    this.#paint(buffer);
    return buffer;
  }

  #allocate(bytes: number, kept: number): GuardedBuffer {
    const buffer = { address: this.#addon.allocate(kept), bytes, reservation: null, front: 0, tail: 0 };
    this.#add(buffer);
    return buffer;
  }

  #add(buffer: GuardedBuffer): void {
    this.#live.add(buffer);
    this.#bytes += buffer.bytes;
    this.#pages += buffer.reservation?.mappedBytes ?? buffer.bytes;
  }

  free(buffer: GuardedBuffer): void {
    const { bytes, reservation, address } = buffer;
    if (this.#live.delete(buffer)) {
      this.#bytes -= bytes;
      this.#pages -= reservation?.mappedBytes ?? bytes;
    }
    if (reservation) this.#addon.unmap(reservation.mapped, reservation.mappedBytes);
    else this.#addon.release(address);
  }

  /** Looks at all bands, and puts right what was changed. */
  takeDamage(): Damage[] {
    if (this.#plain) return [];
    return [...this.#live].flatMap((buffer) => {
      const bands = [
        { from: -buffer.front, want: this.#frontPattern(buffer) },
        { from: buffer.bytes, want: this.#tailPattern(buffer) },
      ];
      const found = bands.flatMap(({ from, want }) => {
        const damage = this.#compare(buffer, from, want);
        return damage ? [damage] : [];
      });
      if (found.length > 0) this.#paint(buffer);
      return found;
    });
  }

  /** Gives memory and address space back. */
  dispose(): void {
    for (const buffer of [...this.#live]) this.free(buffer);
    for (const { start, bytes } of this.#reserved.splice(0)) this.#addon.unreserve(start, bytes);
  }

  #compare(buffer: GuardedBuffer, from: number, want: Uint8Array): Damage | null {
    const now = new Uint8Array(want.length);
    this.#addon.read(buffer.address + BigInt(from), now);
    if (Buffer.compare(now, want) === 0) return null;
    const first = now.findIndex((byte, at) => byte !== want[at]);
    const count = now.reduce((sum, byte, at) => sum + (byte === want[at] ? 0 : 1), 0);
    return { buffer, offset: from + first, count };
  }

  #paint(buffer: GuardedBuffer): void {
    if (!buffer.reservation) return;
    this.#addon.write(buffer.reservation.mapped, this.#frontPattern(buffer));
    this.#addon.write(buffer.address + BigInt(buffer.bytes), this.#tailPattern(buffer));
  }

  #frontPattern({ front }: GuardedBuffer): Uint8Array {
    return this.#pattern.subarray(0, front);
  }

  #tailPattern({ tail }: GuardedBuffer): Uint8Array {
    return this.#pattern.subarray(this.#granule, this.#granule + tail);
  }
}

function roundUp(value: number, to: number): number {
  return Math.ceil(value / to) * to;
}
