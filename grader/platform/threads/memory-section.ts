/** Where a module says how large its memory is. */
export interface MemoryLimits {
  /** 1: there is a maximum. */
  readonly flagsAt: number;
  readonly flags: number;
  /** Pages of 64 KiB. */
  readonly minimum: number;
  readonly maximum: number;
  readonly maximumAt: number;
  readonly end: number;
}

/** Bytes of a page of WebAssembly's memory. */
export const PAGE = 65_536;

const MEMORY_SECTION = 5;
const HEADER_BYTES = 8;
export const HAS_MAXIMUM = 1;

/** @returns null for a module that has not just one memory of its own, with a maximum */
export function memoryLimits(wasm: Uint8Array): MemoryLimits | null {
  let at = HEADER_BYTES;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < wasm.length) {
    const section = wasm[at++];
    const length = number();
    if (section !== MEMORY_SECTION) {
      at += length;
      continue;
    }
    const count = number();
    const flagsAt = at;
    const flags = number();
    const minimum = number();
    const maximumAt = at;
    const maximum = number();
    return count === 1 && flags === HAS_MAXIMUM ? { flagsAt, flags, minimum, maximum, maximumAt, end: at } : null;
  }
  return null;
}

/**
 * Writes another maximum, in place. No byte moves, so that code offsets stay what they are in line tables: continuation
 * bits fill what a smaller number does not need.
 * @param pages - at most the maximum that there is
 */
export function setMaximum(wasm: Uint8Array, { maximumAt, end }: MemoryLimits, pages: number): void {
  let rest = pages;
  for (let at = maximumAt; at < end; at++) {
    wasm[at] = (rest & 0x7f) | (at < end - 1 ? 0x80 : 0);
    rest >>>= 7;
  }
}
