import type { LaunchRequest } from '../devices/index.ts';
import type { AlteredWords } from '../record/index.ts';

/** Bits of a byte that change: a small number stays small. */
const BITS = 0x15;
/** The bit of an address that changes: it stays aligned, and mostly in its buffer. */
const ADDRESS_BIT = 0x20;
const WORD_BYTES = 4;

/** What host code itself gives the device, and does not only move: counted, and altered if that is asked for. */
export class Given {
  readonly #altered: AlteredWords | undefined;
  readonly #isAddress: (value: number) => boolean;
  #bytes = 0;
  #words = 0;

  /** @param isAddress - true if a word is an address in a buffer of the device */
  constructor(altered: AlteredWords | undefined, isAddress: (value: number) => boolean) {
    this.#altered = altered;
    this.#isAddress = isAddress;
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
    for (let at = 0; at < copy.length; at += WORD_BYTES)
      if (this.#isNext()) this.#alter(copy.subarray(at, at + WORD_BYTES));
    return copy;
  }

  /** Returns the value of a fill, as the device gets it. */
  fill(value: number): number {
    this.#bytes += 1;
    return this.#isNext() ? value ^ BITS : value;
  }

  /** Returns the sizes of a launch, as the device gets them. A size that is 1 carries nothing. */
  sizes(request: LaunchRequest): LaunchRequest {
    const { grid, block, dynamicSharedBytes } = request;
    const sizes = [...grid, ...block, dynamicSharedBytes].map((size) => {
      if (size <= 1) return size;
      this.#bytes += WORD_BYTES;
      return this.#isNext() ? size ^ BITS : size;
    });
    if (!this.#altered) return request;
    const [gridX = 1, gridY = 1, gridZ = 1, blockX = 1, blockY = 1, blockZ = 1, shared = 0] = sizes;
    return {
      ...request,
      ...{ grid: [gridX, gridY, gridZ], block: [blockX, blockY, blockZ], dynamicSharedBytes: shared },
    };
  }

  /** Several values can be packed into a word: each byte that is not 0 changes. */
  #alter(word: Uint8Array): void {
    if (word.length === WORD_BYTES && this.#isAddress(new DataView(word.slice().buffer).getUint32(0, true))) {
      word[0] = (word[0] ?? 0) ^ ADDRESS_BIT;
      return;
    }
    word.forEach((byte, at) => {
      if (at === 0 || byte !== 0) word[at] = byte ^ BITS;
    });
  }

  #isNext(): boolean {
    const word = this.#words++;
    return this.#altered !== undefined && word % this.#altered.every === this.#altered.first;
  }
}
