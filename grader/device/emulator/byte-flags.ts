/** Flags of bytes, a byte each, read and changed four at a time: most of them are 0. */

/** @returns a copy of `flags` in which only the bits of `mask` remain */
export function onlyBits(flags: Uint8Array, mask: number): Uint8Array {
  const kept = flags.slice();
  const words = wordsOf(kept);
  const wordMask = 0x0101_0101 * mask;
  for (let at = 0; at < words.length; at++) words[at] = (words[at] ?? 0) & wordMask;
  for (let at = 4 * words.length; at < kept.length; at++) kept[at] = (kept[at] ?? 0) & mask;
  return kept;
}

/** Sets all bits in `flags` that are set in `added`, which has the same length. */
export function addBits(flags: Uint8Array, added: Uint8Array): void {
  forSet(added, (at) => {
    flags[at] = (flags[at] ?? 0) | (added[at] ?? 0);
  });
}

/** Calls a function with the index of each flag that is not 0, in order. */
export function forSet(flags: Uint8Array, visit: (at: number) => void): void {
  const words = wordsOf(flags);
  for (let word = 0; word < words.length; word++) {
    if (words[word] === 0) continue;
    for (let at = 4 * word; at < 4 * word + 4; at++) if (flags[at] !== 0) visit(at);
  }
  for (let at = 4 * words.length; at < flags.length; at++) if (flags[at] !== 0) visit(at);
}

/** The whole words of an array that begins at a multiple of 4. */
function wordsOf(flags: Uint8Array): Uint32Array {
  return new Uint32Array(flags.buffer, flags.byteOffset, flags.length >> 2);
}
