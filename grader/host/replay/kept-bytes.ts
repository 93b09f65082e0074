/** Bytes of what small contents share. */
const CHUNK_BYTES = 1 << 16;
/** Larger ones have memory of their own. */
const SMALL_BYTES = 1 << 10;
/** Where a content may begin. */
const ALIGNMENT = 8;

/**
 * Copies of contents. Small ones lie one after the other in the same memory: a recording has hundreds of thousands of
 * them, and goes from one thread to another, which costs much for each memory and little for each view of it.
 */
export class KeptBytes {
  #chunk: Uint8Array<ArrayBuffer> = new Uint8Array();
  #used = 0;

  copyOf(bytes: Uint8Array): Uint8Array {
    const { length } = bytes;
    if (length > SMALL_BYTES) return bytes.slice();
    if (this.#used + length > this.#chunk.length) {
      this.#chunk = new Uint8Array(CHUNK_BYTES);
      this.#used = 0;
    }
    const copy = this.#chunk.subarray(this.#used, this.#used + length);
    copy.set(bytes);
    this.#used += Math.ceil(length / ALIGNMENT) * ALIGNMENT;
    return copy;
  }
}
