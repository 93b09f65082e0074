import { type Runs, sameWord } from './runs.ts';

/** Equal words beyond this number are not indexed: their neighbors find them. */
const EQUAL_WORDS = 12;
const FIRST_SIZE = 1024;
/** Entries of a bucket that are compared. */
const COMPARED = 32;
/** The bits of the filter per entry, as a power of two: it answers most look-ups without a comparison. */
const FILTER_SHIFT = 4;

/**
 * Returns the byte in stretch `i` of a source at which a word is indexed. It changes from stretch to stretch, so that
 * every other element, a column or a plane meets indexed words as often as the whole does.
 */
function placeIn(i: number, step: number, width: number): number {
  const places = step / width;
  return width * Math.floor(((Math.imul(i, 0x9e3779b1) >>> 0) / 2 ** 32) * places);
}

/** Returns a longer copy of an array. */
function longer(array: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(length);
  copy.set(array);
  return copy;
}

/** A hash index of the words of several sources, by their values in all runs. */
export class WordTable {
  readonly width: number;
  /** The places of the latest look-up. */
  readonly sources = new Int32Array(COMPARED);
  readonly offsets = new Int32Array(COMPARED);
  #runs: Runs[] = [];
  #numbers: number[] = [];
  #heads = new Uint32Array(2 * FIRST_SIZE);
  #filter = new Uint32Array(2 ** (11 + FILTER_SHIFT - 5));
  /** By entry, from 1 on: the next entry of the same bucket, the source, and the offset in it. */
  #next = new Uint32Array(FIRST_SIZE);
  #owner = new Uint32Array(FIRST_SIZE);
  #offset = new Uint32Array(FIRST_SIZE);
  /** By entry: how many entries before it in its bucket are equal. */
  #equal = new Uint32Array(FIRST_SIZE);
  #count = 0;

  constructor(width: number) {
    this.width = width;
  }

  /** The number of indexed words. */
  get size(): number {
    return this.#count;
  }

  /** Indexes a source, one word per `step` bytes. There has to be room for these words. */
  add(number: number, runs: Runs, step: number): void {
    const { width } = this;
    const owner = this.#runs.push(runs) - 1;
    this.#numbers.push(number);
    const mask = this.#heads.length - 1;
    for (let i = 0; i * step + width <= runs.length; i++) {
      const at = i * step + placeIn(i, step, width);
      if (at + width > runs.length) break;
      if (runs.isConstant(at, width)) continue;
      const hash = runs.hash(at, width);
      const head = this.#heads[hash & mask]!;
      let equal = 0;
      if (head !== 0 && sameWord(this.#runs[this.#owner[head]!]!, this.#offset[head]!, runs, at, width))
        equal = this.#equal[head]! + 1;
      if (equal === EQUAL_WORDS) continue;
      const entry = ++this.#count;
      this.#owner[entry] = owner;
      this.#offset[entry] = at;
      this.#equal[entry] = equal;
      this.#link(entry, hash, mask);
    }
  }

  #link(entry: number, hash: number, mask: number): void {
    this.#next[entry] = this.#heads[hash & mask]!;
    this.#heads[hash & mask] = entry;
    const bit = Math.imul(hash, 0x9e3779b1) >>> this.#filterShift;
    this.#filter[bit >>> 5] = this.#filter[bit >>> 5]! | (1 << (bit & 31));
  }

  #filterShift = 32 - 11 - FILTER_SHIFT;

  /** Makes room for more words. */
  reserve(words: number): void {
    const entries = this.#count + 1 + words;
    if (entries > this.#next.length) {
      const length = this.#count === 0 ? entries : Math.max(entries, Math.ceil(1.5 * this.#next.length));
      this.#next = longer(this.#next, length);
      this.#owner = longer(this.#owner, length);
      this.#offset = longer(this.#offset, length);
      this.#equal = longer(this.#equal, length);
    }
    let bits = Math.log2(this.#heads.length);
    if (entries <= 2 ** bits && this.#count > 0) return;
    while (2 ** bits < entries) bits++;
    const filterBits = Math.min(27, bits + FILTER_SHIFT);
    this.#heads = new Uint32Array(2 ** bits);
    this.#filter = new Uint32Array(2 ** (filterBits - 5));
    this.#filterShift = 32 - filterBits;
    for (let entry = 1; entry <= this.#count; entry++)
      this.#link(entry, this.#runs[this.#owner[entry]!]!.hash(this.#offset[entry]!, this.width), 2 ** bits - 1);
  }

  /** Finds the places with the values of a word, the latest first. Returns how many there are, at most `limit`. */
  find(content: Runs, at: number, limit: number): number {
    const { width } = this;
    const hash = content.hash(at, width);
    const bit = Math.imul(hash, 0x9e3779b1) >>> this.#filterShift;
    if ((this.#filter[bit >>> 5]! & (1 << (bit & 31))) === 0) return 0;
    let found = 0;
    let left = COMPARED;
    let entry = this.#heads[hash & (this.#heads.length - 1)]!;
    for (; entry !== 0 && found < limit && left > 0; entry = this.#next[entry]!, left--) {
      const owner = this.#owner[entry]!;
      const offset = this.#offset[entry]!;
      if (!sameWord(this.#runs[owner]!, offset, content, at, width)) continue;
      this.sources[found] = this.#numbers[owner]!;
      this.offsets[found++] = offset;
    }
    return found;
  }
}
