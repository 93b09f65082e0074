/** Random words that are floats from 1 to 2, so that arithmetic of host code on them stays ordinary. */
export class Tokens {
  #random: number;

  constructor(seed: number) {
    this.#random = seed >>> 0 || 1;
  }

  fill(into: Uint8Array): void {
    const word = new Uint8Array(4);
    const view = new DataView(word.buffer);
    for (let at = 0; at < into.length; at += 4) {
      view.setUint32(0, 0x3f80_0000 | (this.#next() >>> 9), true);
      into.set(into.length - at < 4 ? word.subarray(0, into.length - at) : word, at);
    }
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
