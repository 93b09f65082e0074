import type { AlteredWords } from '../record/index.ts';

/** Bits that change: a small number stays small. */
const BITS = 0x15;
const WORD_BYTES = 4;

/** What host code itself gives the device, and does not only move: counted, and altered if that is asked for. */
export class Given {
  readonly #altered: AlteredWords | undefined;
  #bytes = 0;
  #words = 0;

  constructor(altered: AlteredWords | undefined) {
    this.#altered = altered;
  }

  /** A fill counts as a byte, and as a word. */
  get total(): { readonly bytes: number; readonly words: number } {
    return { bytes: this.#bytes, words: this.#words };
  }

  /** Returns content of a copy or the arguments of a launch, as the device gets it. */
  content(bytes: Uint8Array): Uint8Array {
    this.#bytes += bytes.length;
    if (!this.#altered) {
      this.#words += Math.ceil(bytes.length / WORD_BYTES);
      return bytes;
    }
    const copy = bytes.slice();
    for (let at = 0; at < copy.length; at += WORD_BYTES) if (this.#isNext()) copy[at] = (copy[at] ?? 0) ^ BITS;
    return copy;
  }

  /** Returns the value of a fill, as the device gets it. */
  fill(value: number): number {
    this.#bytes += 1;
    return this.#isNext() ? value ^ BITS : value;
  }

  #isNext(): boolean {
    const word = this.#words++;
    return this.#altered !== undefined && word % this.#altered.every === this.#altered.first;
  }
}
