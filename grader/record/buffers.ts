import type { BufferRole, DevicePointer } from '../devices/device.ts';
import type { Trace } from './traces.ts';

/** An allocation in device memory, live or freed. Numbered in the order of allocation, as in the plan. */
export interface Buffer {
  readonly number: number;
  readonly pointer: DevicePointer;
  readonly bytes: number;
  readonly label: string;
  readonly role: BufferRole;
  readonly allocatedAt: Trace | null;
  live: boolean;
}

export class Buffers {
  readonly #all: Buffer[] = [];

  add(buffer: Omit<Buffer, 'number' | 'live'>): Buffer {
    const added = { ...buffer, number: this.#all.length, live: true };
    this.#all.push(added);
    return added;
  }

  /** The buffer that an address belongs to: a live one first, else the last that lay there. One past the end belongs too. */
  find(pointer: DevicePointer): Buffer | null {
    const inside = ({ pointer: start, bytes }: Buffer) => pointer >= start && pointer < start + Math.max(bytes, 1);
    const live = this.#all.find((buffer) => buffer.live && inside(buffer));
    if (live) return live;
    const ends = this.#all.find((buffer) => buffer.live && pointer === buffer.pointer + buffer.bytes);
    return ends ?? this.#all.findLast((buffer) => inside(buffer)) ?? null;
  }

  /** The live buffer that starts nearest below or above an address: what an overrun belongs to. */
  near(pointer: DevicePointer): Buffer | null {
    let best: Buffer | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const buffer of this.#all) {
      if (!buffer.live) continue;
      const distance =
        pointer < buffer.pointer ? buffer.pointer - pointer : Math.max(0, pointer - (buffer.pointer + buffer.bytes));
      if (distance < least) {
        least = distance;
        best = buffer;
      }
    }
    return best;
  }

  startingAt(pointer: DevicePointer): Buffer | null {
    return this.#all.findLast((buffer) => buffer.pointer === pointer) ?? null;
  }

  /** Every label is there once. */
  labelled(label: string): Buffer | null {
    return this.#all.find((buffer) => buffer.label === label) ?? null;
  }

  get live(): readonly Buffer[] {
    return this.#all.filter((buffer) => buffer.live);
  }

  /** Was there ever one? */
  get any(): boolean {
    return this.#all.length > 0;
  }

  /** How many of a role there ever were. */
  countOf(role: BufferRole): number {
    return this.#all.filter((buffer) => buffer.role === role).length;
  }
}
