import { POINTER_BYTES } from './abi.ts';

/** Reads a pointer of host or device code. One that no memory has, because its high half is not zero, is a larger number. */
export function readPointer(view: DataView, at: number): number {
  return POINTER_BYTES === 8 ? Number(view.getBigUint64(at, true)) : view.getUint32(at, true);
}

/** Writes a pointer of host or device code. */
export function writePointer(view: DataView, at: number, value: number): void {
  if (POINTER_BYTES === 8) view.setBigUint64(at, BigInt(value), true);
  else view.setUint32(at, value, true);
}
