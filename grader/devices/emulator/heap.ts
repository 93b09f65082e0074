import type { BufferRole, DevicePointer } from '../device.ts';

export interface Buffer {
  readonly pointer: DevicePointer;
  readonly bytes: number;
  readonly label: string;
  readonly role: BufferRole;
  live: boolean;
}

const ALIGNMENT = 256;
const GAP = 64 * 1024;

/**
 * Places buffers in global memory far apart, at gaps that a seed decides, so that an access that goes astray does not
 * land in another buffer unseen. Freed memory is not given out again while there is any other.
 */
export class Heap {
  readonly #start: number;
  readonly #memoryEnd: number;
  #end: number;
  #next: number;
  #random: number;
  readonly #buffers: Buffer[] = [];
  readonly #live = new Set<Buffer>();
  /** Buffers whose places nobody else gets, by their addresses: live ones, and freed ones that are kept. */
  readonly #placed: Buffer[] = [];
  /** The latest that begins at an address. */
  readonly #starting = new Map<DevicePointer, Buffer>();
  /** Behind all that were ever placed. */
  #highest = 0;

  constructor(start: number, bytes: number, seed: number) {
    this.#start = start;
    this.#memoryEnd = this.#end = start + bytes;
    this.#random = seed >>> 0;
    this.#next = start + this.#gap(0);
  }

  /** Live and freed buffers, in the order of their allocation. */
  get buffers(): readonly Buffer[] {
    return this.#buffers;
  }

  /** Those that are live now. A program may have freed many more: what is done at each call or launch looks at these. */
  get live(): readonly Buffer[] {
    return [...this.#live];
  }

  /** @returns null where no place is left */
  alloc(bytes: number, label: string, role: BufferRole): Buffer | null {
    const size = Math.max(1, bytes);
    let pointer = this.#next;
    if (pointer + size > this.#end) {
      const hole = this.#hole(size);
      if (hole === null) return null;
      pointer = hole;
    } else {
      // A gap of twice the buffer, where that is little of what is left: large buffers must not lose their place to gaps.
      const left = this.#end - pointer - size;
      const least = Math.min(this.#gap(size), Math.floor(left / 2));
      const gap = 2 * size > left / 8 ? least : Math.max(least, 2 * size);
      this.#next = roundUp(pointer + size + Math.max(gap, ALIGNMENT));
    }
    const buffer: Buffer = { pointer, bytes, label, role, live: true };
    this.#buffers.push(buffer);
    this.#live.add(buffer);
    this.#starting.set(pointer, buffer);
    this.#placed.splice(this.#indexOf(pointer), 0, buffer);
    this.#highest = Math.max(this.#highest, pointer + bytes + ALIGNMENT);
    return buffer;
  }

  /** @param isKept - nobody else gets its place */
  free(buffer: Buffer, isKept = false): void {
    buffer.live = false;
    this.#live.delete(buffer);
    const index = this.#indexOf(buffer.pointer);
    if (!isKept && this.#placed[index] === buffer) this.#placed.splice(index, 1);
  }

  /** A freed buffer that was kept is live again. */
  revive(buffer: Buffer): void {
    buffer.live = true;
    this.#live.add(buffer);
  }

  /** Is an address range inside one live buffer? */
  holds(pointer: DevicePointer, bytes: number): boolean {
    const index = this.#indexOf(pointer);
    return [this.#placed[index], this.#placed[index - 1]].some(
      (buffer) => buffer?.live && pointer >= buffer.pointer && pointer + bytes <= buffer.pointer + buffer.bytes,
    );
  }

  /** Keeps bytes at the end of memory free of buffers: as many as asked for, or what no buffer has yet. */
  reserve(bytes: number): { readonly address: number; readonly bytes: number } {
    const last = Math.max(this.#next, this.#highest);
    this.#end = Math.max(roundUp(last), roundUp(this.#memoryEnd - bytes));
    return { address: this.#end, bytes: Math.max(0, this.#memoryEnd - this.#end) };
  }

  /** The buffer, live or freed, that begins here; the latest of several. */
  at(pointer: DevicePointer): Buffer | null {
    return this.#starting.get(pointer) ?? null;
  }

  /** The buffer that holds an address or is nearest to it. */
  nearest(address: number): Buffer | null {
    const distance = ({ pointer, bytes }: Buffer) =>
      address < pointer ? pointer - address : Math.max(0, address - pointer - bytes + 1);
    let best: Buffer | null = null;
    for (const buffer of this.#buffers) {
      const closer = best === null || distance(buffer) < distance(best);
      const newer = best !== null && distance(buffer) === distance(best);
      if (closer || newer) best = buffer;
    }
    return best;
  }

  /** A place among freed buffers, first fit. */
  #hole(size: number): number | null {
    let from = this.#start;
    for (const { pointer, bytes } of this.#placed) {
      if (pointer - from >= size + ALIGNMENT) return from;
      from = roundUp(pointer + bytes + ALIGNMENT);
    }
    return this.#end - from >= size + ALIGNMENT ? from : null;
  }

  /** Where in `placed` the first buffer lies that begins at this address or behind it. */
  #indexOf(pointer: DevicePointer): number {
    let [low, high] = [0, this.#placed.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#placed[middle]?.pointer ?? 0) < pointer) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #gap(size: number): number {
    // xorshift32 (Marsaglia, 2003), from a state that is never 0.
    let x = this.#random ^ 0x9e3779b9 || 1;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#random = x >>> 0;
    return roundUp(GAP + (this.#random % (GAP + Math.min(size, 16 * GAP))));
  }
}

function roundUp(value: number): number {
  return Math.ceil(value / ALIGNMENT) * ALIGNMENT;
}
