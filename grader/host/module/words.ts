import { POINTER_BYTES, readPointer } from '../../abi/index.ts';

/** The bytes of a word of the host program: of a pointer, of `size_t` and of `long`. */
export const WORD = POINTER_BYTES;

/** A byte that no memory has: memory ends before it. */
const LAST_ADDRESS = 0xffff_ffff;

/** Returns a pointer as a number. One that no memory has room for becomes the last address, which none has. */
export function addressOf(word: number | bigint): number {
  return Math.min(sizeOf(word), LAST_ADDRESS);
}

/** Returns a size as a number without a sign; above 2^53 it is not exact. */
export function sizeOf(word: number | bigint): number {
  if (typeof word === 'bigint') return Number(BigInt.asUintN(64, word));
  return word < 0 ? word + 2 ** 32 : word;
}

/** Returns the number that WebAssembly takes for a pointer or a size. */
export function wordOf(value: number): number | bigint {
  return WORD === 8 ? BigInt(value) : value;
}

/** Reads a pointer from bytes of the program; see {@link addressOf}. */
export function readAddress(view: DataView, at: number): number {
  return addressOf(readPointer(view, at));
}
