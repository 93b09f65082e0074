import type { Buffer } from './buffers.ts';
import type { Trace } from './traces.ts';

interface Download {
  /** In host memory. */
  readonly address: number;
  readonly content: Uint8Array;
}

/** Content of downloads that is kept, bytes. */
const MAX_KEPT = 16 << 20;

/**
 * What host code fetches of inputs on the device, and what of its own it brings there afterwards: the way of a result
 * that the host computes and a kernel only carries over. An input that goes back as it came is no such thing.
 */
export class HostWork {
  readonly #downloads: Download[] = [];
  readonly #fetched = new Map<Buffer, number>();
  #kept = 0;
  #brought = 0;
  #position: Trace | null = null;

  /** @param address - in host memory, where the content of the device's buffer is now */
  fetched(from: Buffer | null, address: number, content: Uint8Array): void {
    if (from?.role !== 'input') return;
    this.#fetched.set(from, (this.#fetched.get(from) ?? 0) + content.length);
    this.#kept += content.length;
    if (this.#kept <= MAX_KEPT) this.#downloads.push({ address, content: content.slice() });
  }

  /** @param position - of the call that copies */
  brought(address: number, content: Uint8Array, position: Trace): void {
    if (!this.#hasInput() || this.#isAsItCame(address, content)) return;
    this.#brought += content.length;
    this.#position ??= position;
  }

  /** The first copy of its own; null where it fetched less than half of every input, or brought fewer bytes than `least`. */
  carriedOver(least: number): Trace | null {
    return this.#hasInput() && this.#brought >= least ? this.#position : null;
  }

  #hasInput(): boolean {
    return [...this.#fetched].some(([{ bytes }, fetched]) => 2 * fetched >= bytes);
  }

  #isAsItCame(address: number, content: Uint8Array): boolean {
    return this.#downloads.some((download) => {
      const offset = address - download.address;
      if (offset < 0 || offset + content.length > download.content.length) return false;
      return content.every((byte, at) => byte === download.content[offset + at]);
    });
  }
}
