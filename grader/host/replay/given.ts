import type { LaunchRequest } from '../../device/index.ts';

/** Bits of a byte that change: a small number stays small. */
const BITS = 0x15;
/** The bit of an address that changes: it stays aligned, and mostly in its buffer. */
const ADDRESS_BIT = 0x20;
const WORD_BYTES = 4;

/** Counts the words that host code itself gives the device, and does not only move. Alters one of them if that is asked for. */
export class Given {
  readonly #altered: number | undefined;
  readonly #isAddress: (value: number) => boolean;
  #words = 0;

  /**
   * @param altered - the number of the word to alter
   * @param isAddress - true if a word is an address in a buffer of the device
   */
  constructor(altered: number | undefined, isAddress: (value: number) => boolean) {
    this.#altered = altered;
    this.#isAddress = isAddress;
  }

  get words(): number {
    return this.#words;
  }

  /** Returns content of a copy or the arguments of a launch, as the device gets it. */
  content(bytes: Uint8Array): Uint8Array {
    const word = (this.#altered ?? -1) - this.#words;
    const count = Math.ceil(bytes.length / WORD_BYTES);
    this.#words += count;
    if (word < 0 || word >= count) return bytes;
    const copy = bytes.slice();
    this.#alter(copy.subarray(WORD_BYTES * word, WORD_BYTES * (word + 1)));
    return copy;
  }

  /** Returns the value of a fill, as the device gets it. */
  fill(value: number): number {
    return this.#words++ === this.#altered ? value ^ BITS : value;
  }

  /** Returns the sizes of a launch, as the device gets them. A size that is 1 carries nothing. */
  sizes(request: LaunchRequest): LaunchRequest {
    const { grid, block, dynamicSharedBytes } = request;
    const size = (own: number) => (own <= 1 ? own : this.fill(own));
    const sizes = ([x, y, z]: LaunchRequest['grid']) => [size(x), size(y), size(z)] as const;
    return { ...request, grid: sizes(grid), block: sizes(block), dynamicSharedBytes: size(dynamicSharedBytes) };
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
}
