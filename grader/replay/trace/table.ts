import { agrees, type Runs } from './runs.ts';

/** Equal words beyond this number are not indexed: their neighbors find them. */
const EQUAL_WORDS = 12;
const FIRST_SIZE = 1024;

/** Returns a longer copy of an array. */
function longer(array: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(length);
  copy.set(array);
  return copy;
}

/** A hash index of the words of several sources, by their values in all runs. */
export class WordTable {
  readonly width: number;
  #sources: Runs[] = [];
  #numbers: number[] = [];
  #heads = new Uint32Array(2 * FIRST_SIZE);
  /** By entry, from 1 on: the next entry of the same bucket, the source, and the offset in it. */
  #next = new Uint32Array(FIRST_SIZE);
  #owner = new Uint32Array(FIRST_SIZE);
  #offset = new Uint32Array(FIRST_SIZE);
  #count = 0;

  constructor(width: number) {
    this.width = width;
  }

  /** The number of indexed words. */
  get size(): number {
    return this.#count;
  }

  /** Indexes a source, one word per `step` bytes. */
  add(number: number, runs: Runs, step: number): void {
    const { width } = this;
    const owner = this.#sources.push(runs) - 1;
    this.#numbers.push(number);
    this.#reserve(this.#count + 1 + Math.ceil(runs.length / step));
    for (let at = 0; at + width <= runs.length; at += step) {
      if (runs.isConstant(at, width)) continue;
      const bucket = runs.hash(at, width) & (this.#heads.length - 1);
      let equal = 0;
      for (let entry = this.#heads[bucket]!; entry !== 0 && equal < EQUAL_WORDS; entry = this.#next[entry]!) {
        if (agrees(this.#sources[this.#owner[entry]!]!, this.#offset[entry]!, runs, at, width)) equal++;
        else break;
      }
      if (equal === EQUAL_WORDS) continue;
      const entry = ++this.#count;
      this.#owner[entry] = owner;
      this.#offset[entry] = at;
      this.#next[entry] = this.#heads[bucket]!;
      this.#heads[bucket] = entry;
    }
  }

  #reserve(entries: number): void {
    if (entries > this.#next.length) {
      const length = Math.max(entries, Math.ceil(1.5 * this.#next.length));
      this.#next = longer(this.#next, length);
      this.#owner = longer(this.#owner, length);
      this.#offset = longer(this.#offset, length);
    }
    if (entries <= this.#heads.length) return;
    let size = this.#heads.length;
    while (size < entries) size *= 2;
    this.#heads = new Uint32Array(size);
    for (let entry = 1; entry <= this.#count; entry++) {
      const bucket = this.#sources[this.#owner[entry]!]!.hash(this.#offset[entry]!, this.width) & (size - 1);
      this.#next[entry] = this.#heads[bucket]!;
      this.#heads[bucket] = entry;
    }
  }

  /** Reports the places with the values of a word of a content, the latest first, at most `limit`. */
  find(content: Runs, at: number, limit: number, report: (source: number, offset: number) => void): void {
    const { width } = this;
    let left = limit;
    let entry = this.#heads[content.hash(at, width) & (this.#heads.length - 1)]!;
    for (; entry !== 0 && left > 0; entry = this.#next[entry]!) {
      const owner = this.#owner[entry]!;
      const offset = this.#offset[entry]!;
      if (!agrees(this.#sources[owner]!, offset, content, at, width)) continue;
      left--;
      report(this.#numbers[owner]!, offset);
    }
  }
}
