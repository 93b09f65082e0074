import type { BufferRole, DevicePointer } from '../device/index.ts';
import { LiveRanges } from '../device/index.ts';
import type { Trace } from './traces.ts';

/** An allocation in device memory, live or freed. Numbered in the order of allocation, as in the plan. */
export interface Buffer {
  readonly number: number;
  readonly pointer: DevicePointer;
  readonly bytes: number;
  readonly label: string;
  readonly role: BufferRole;
  readonly allocatedAt: Trace | null;
  /** Changed by free alone. */
  live: boolean;
}

/**
 * All buffers of a run. Programs free most of what they allocate, some of them hundreds of thousands of times: what is
 * asked at each call looks at the live ones.
 */
export class Buffers {
  readonly #all: Buffer[] = [];
  readonly #live = new LiveRanges<Buffer>();
  readonly #starting = new Map<DevicePointer, Buffer>();
  readonly #labelled = new Map<string, Buffer>();
  readonly #counts = new Map<BufferRole, number>();

  add(buffer: Omit<Buffer, 'number' | 'live'>): Buffer {
    const added = { ...buffer, number: this.#all.length, live: true };
    this.#all.push(added);
    this.#live.add(added);
    this.#starting.set(added.pointer, added);
    if (!this.#labelled.has(added.label)) this.#labelled.set(added.label, added);
    this.#counts.set(buffer.role, this.countOf(buffer.role) + 1);
    return added;
  }

  /** The buffer that an address belongs to: a live one first, else the last that lay there. One past the end belongs too. */
  find(pointer: DevicePointer): Buffer | null {
    const live = this.#live.holding(pointer);
    if (live) return live;
    const before = this.#live.before(pointer);
    if (before && pointer === before.pointer + before.bytes) return before;
    const inside = ({ pointer: start, bytes }: Buffer) => pointer >= start && pointer < start + Math.max(bytes, 1);
    return this.#all.findLast((buffer) => inside(buffer)) ?? null;
  }

  /** The live buffer that starts nearest below or above an address: what an overrun belongs to. */
  near(pointer: DevicePointer): Buffer | null {
    let best: Buffer | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const buffer of this.#live) {
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
    return this.#starting.get(pointer) ?? null;
  }

  /** The buffer is given back. */
  free(buffer: Buffer): void {
    buffer.live = false;
    this.#live.remove(buffer);
  }

  /** Every label is there once. */
  labelled(label: string): Buffer | null {
    return this.#labelled.get(label) ?? null;
  }

  get live(): readonly Buffer[] {
    return [...this.#live];
  }

  /** Live and freed ones, by number. */
  get all(): readonly Buffer[] {
    return this.#all;
  }

  /** How many of a role there ever were. */
  countOf(role: BufferRole): number {
    return this.#counts.get(role) ?? 0;
  }
}
