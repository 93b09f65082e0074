/** Returns a generator of numbers from 0 to below 2^32 (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

export function bytesOf(array: ArrayBufferView): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

export function floats(seed: number, count: number, low = 0, high = 1): Float32Array<ArrayBuffer> {
  const next = generator(seed);
  return Float32Array.from({ length: count }, () => low + ((high - low) * next()) / 2 ** 32);
}

export function integers(seed: number, count: number, low: number, high: number): Int32Array<ArrayBuffer> {
  const next = generator(seed);
  return Int32Array.from({ length: count }, () => low + (next() % (high - low + 1)));
}

export function pixels(seed: number, count: number, high = 255): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(integers(seed, count, 0, high));
}
