import { POINTER_BYTES } from '../../abi/index.ts';

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
  return typeof word === 'bigint' ? Number(BigInt.asUintN(64, word)) : word >>> 0;
}

/** Returns the number that WebAssembly takes for a pointer or a size. */
export function wordOf(value: number): number | bigint {
  return WORD === 8 ? BigInt(value) : value;
}

/** Reads a pointer or a size. */
export function readWord(view: DataView, at: number): number | bigint {
  return WORD === 8 ? view.getBigUint64(at, true) : view.getUint32(at, true);
}

/** Writes a pointer or a size. */
export function writeWord(view: DataView, at: number, value: number): void {
  if (WORD === 8) view.setBigUint64(at, BigInt(value), true);
  else view.setUint32(at, value, true);
}
