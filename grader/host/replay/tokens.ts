/** Random words that are floats from 1 to 2, so that arithmetic of host code on them stays ordinary. */
export class Tokens {
  #random: number;

  constructor(seed: number) {
    this.#random = seed >>> 0 || 1;
  }

  fill(into: Uint8Array): void {
    const words = new DataView(into.buffer, into.byteOffset, into.length);
    const end = into.length - (into.length % 4);
    for (let at = 0; at < end; at += 4) words.setUint32(at, this.#word(), true);
    if (end === into.length) return;
    for (let at = end, word = this.#word(); at < into.length; at++, word >>>= 8) into[at] = word;
  }

  #word(): number {
    return (0x3f80_0000 | (this.#next() >>> 9)) >>> 0;
  }

  /** xorshift32 (Marsaglia, 2003). */
  #next(): number {
    let x = this.#random;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#random = x >>> 0;
    return this.#random;
  }
}
