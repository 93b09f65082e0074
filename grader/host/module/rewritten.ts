/** Bytes that are written, with the place in the input that each stretch stands for. */
export class Output {
  readonly #input: Uint8Array;
  readonly #parts: ArrayLike<number>[] = [];
  /** Where stretches begin: here, in the input, and whether they were copied from there. */
  readonly #stretches: { readonly at: number; readonly from: number; readonly isCopy: boolean }[] = [];
  #length = 0;

  constructor(input: Uint8Array) {
    this.#input = input;
  }

  copy(from: number, to: number): void {
    this.#push(this.#input.subarray(from, to), { from, isCopy: true });
  }

  /** @param from - the place in the input that it stands for */
  add(bytes: ArrayLike<number>, from = 0): void {
    this.#push(bytes, { from, isCopy: false });
  }

  #push(bytes: ArrayLike<number>, about: { readonly from: number; readonly isCopy: boolean }): void {
    this.#stretches.push({ at: this.#length, ...about });
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    const all = new Uint8Array(this.#length);
    for (const [index, part] of this.#parts.entries()) all.set(part, this.#stretches[index]?.at ?? 0);
    return all;
  }

  originalOf(offset: number): number {
    let [low, high] = [0, this.#stretches.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#stretches[middle]?.at ?? 0) <= offset) low = middle;
      else high = middle;
    }
    const stretch = this.#stretches[low];
    if (!stretch) return offset;
    return stretch.isCopy ? stretch.from + offset - stretch.at : stretch.from;
  }
}

/** An unsigned LEB128. */
export function leb(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest];
    bytes.push((rest & 0x7f) | 0x80);
  }
}

/** A signed LEB128, of a number that is not negative. */
export function signedLeb(value: number): number[] {
  const bytes = leb(value);
  const last = bytes.at(-1) ?? 0;
  return last < 0x40 ? bytes : [...bytes.slice(0, -1), last | 0x80, 0];
}
