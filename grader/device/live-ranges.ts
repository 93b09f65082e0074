import type { DevicePointer } from './device.ts';

interface Range {
  readonly pointer: DevicePointer;
  readonly bytes: number;
}

/**
 * Ranges of memory that are in use now, none of which overlap. A program may have thousands of them, and asks with every
 * copy and every launch which one an address belongs to.
 */
export class LiveRanges<T extends Range> {
  /** In the order of their addresses. */
  readonly #sorted: T[] = [];
  /** In the order in which they were added. */
  readonly #all = new Set<T>();

  add(range: T): void {
    this.#sorted.splice(this.#after(range.pointer), 0, range);
    this.#all.add(range);
  }

  remove(range: T): void {
    if (this.#all.delete(range)) this.#sorted.splice(this.#after(range.pointer) - 1, 1);
  }

  /** The one that an address lies in; an empty one has its own address. */
  holding(address: number): T | null {
    const last = this.before(address);
    return last && address < last.pointer + Math.max(last.bytes, 1) ? last : null;
  }

  /** The last one that begins at an address or before it. */
  before(address: number): T | null {
    return this.#sorted[this.#after(address) - 1] ?? null;
  }

  /** In the order in which they were added. */
  [Symbol.iterator](): IterableIterator<T> {
    return this.#all.values();
  }

  /** In the order of their addresses. */
  get inPlace(): readonly T[] {
    return this.#sorted;
  }

  /** How many begin at an address or before it. */
  #after(address: number): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle]?.pointer ?? 0) <= address) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
