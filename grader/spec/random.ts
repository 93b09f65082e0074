/**
 * A source of random numbers that gives the same ones everywhere: 32-bit integer arithmetic only.
 * xoshiro128** 1.1 (Blackman and Vigna, https://prng.di.unimi.it/xoshiro128starstar.c) with its state filled by
 * SplitMix32 steps, as its authors advise. Good for test inputs; not for secrets.
 */
export class Random {
  readonly #state: Uint32Array;
  /** Of the last draw of an integer: how many values there were, and where draws end. */
  #count = 0;
  #end = 0;

  /**
   * @param seed - 0 to 2^53 - 1
   * @param stream - another text gives an unrelated sequence for the same seed, e.g. an input's name
   */
  constructor(seed: number, stream = '') {
    let key = mix(seed >>> 0) ^ mix(Math.floor(seed / 2 ** 32) + 0x9e3779b9);
    for (const unit of new TextEncoder().encode(stream)) key = mix(key ^ unit) + 0x9e3779b9;
    this.#state = Uint32Array.from({ length: 4 }, (_, word) => mix(key + Math.imul(word + 1, 0x9e3779b9)));
    // The one state from which the generator never gets away.
    if (this.#state.every((word) => word === 0)) this.#state[0] = 1;
  }

  /** A generator in the given state: four words, not all zero. For comparison with published sequences. */
  static fromState(words: readonly [number, number, number, number]): Random {
    const random = new Random(0);
    random.#state.set(words);
    return random;
  }

  /** 0 to 2^32 - 1. */
  next(): number {
    const state = this.#state;
    const [a, b, c, d] = [state[0] as number, state[1] as number, state[2] as number, state[3] as number];
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const c1 = c ^ a;
    const d1 = d ^ b;
    state[0] = a ^ d1;
    state[1] = b ^ c1;
    state[2] = c1 ^ (b << 9);
    state[3] = rotate(d1, 11);
    return result;
  }

  /** 0 (included) to 1 (excluded), a multiple of 2^-53. */
  fraction(): number {
    return ((this.next() >>> 5) * 2 ** 26 + (this.next() >>> 6)) / 2 ** 53;
  }

  /** An integer from `low` to `high`, both included, each as likely; at most 2^32 of them. */
  integer(low: number, high: number): number {
    const count = high - low + 1;
    // Draws beyond the last whole multiple of `count` would make small values likelier.
    if (count !== this.#count) {
      this.#count = count;
      this.#end = 2 ** 32 - (2 ** 32 % count);
    }
    const end = this.#end;
    let draw = this.next();
    while (draw >= end) draw = this.next();
    return low + (draw % count);
  }
}

/** The finaliser of SplitMix32 (murmur3's): every input bit changes every output bit with a chance near a half. */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

function rotate(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}
