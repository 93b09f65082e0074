import type { BufferRole, DevicePointer } from '../device.ts';
import { LiveRanges } from '../live-ranges.ts';

export interface Buffer {
  readonly pointer: DevicePointer;
  readonly bytes: number;
  readonly label: string;
  readonly role: BufferRole;
  /** Changed by the heap alone. */
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
  readonly #live = new LiveRanges<Buffer>();
  #liveBytes = 0;
  /** Freed buffers whose places nobody else gets. */
  readonly #kept = new Set<Buffer>();
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

  /**
   * Live buffers, in the order of their allocation. A program may have freed many more: what is done at each call or
   * launch looks at these.
   */
  get live(): Iterable<Buffer> {
    return this.#live;
  }

  /** Bytes of the live buffers. */
  get liveBytes(): number {
    return this.#liveBytes;
  }

  /** The live buffer that an address lies in. */
  holding(address: number): Buffer | null {
    return this.#live.holding(address);
  }

  /** Is an address range inside one live buffer? */
  holds(pointer: DevicePointer, bytes: number): boolean {
    const buffer = this.holding(pointer);
    return buffer !== null && pointer + bytes <= buffer.pointer + buffer.bytes;
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
    this.#starting.set(pointer, buffer);
    this.#highest = Math.max(this.#highest, pointer + bytes + ALIGNMENT);
    this.#enliven(buffer);
    return buffer;
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

  /**
   * The buffer is not used any more.
   * @param isKept - nobody else gets its place
   */
  free(buffer: Buffer, isKept = false): void {
    if (!buffer.live) return;
    buffer.live = false;
    this.#live.remove(buffer);
    this.#liveBytes -= buffer.bytes;
    if (isKept) this.#kept.add(buffer);
  }

  /** A freed buffer whose place was kept is used again. */
  revive(buffer: Buffer): void {
    this.#kept.delete(buffer);
    if (!buffer.live) this.#enliven(buffer);
  }

  #enliven(buffer: Buffer): void {
    buffer.live = true;
    this.#live.add(buffer);
    this.#liveBytes += buffer.bytes;
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
    const taken = [...this.#live.inPlace, ...this.#kept, { pointer: this.#end, bytes: 0 }];
    if (this.#kept.size > 0) taken.sort((a, b) => a.pointer - b.pointer);
    let from = this.#start;
    for (const { pointer, bytes } of taken) {
      if (pointer - from >= size + ALIGNMENT) return from;
      from = roundUp(pointer + bytes + ALIGNMENT);
    }
    return null;
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
