import { sha256 } from '../platform/hash.ts';
import type { Dims, ElementArrays } from '../spec/index.ts';

/** Tells cases apart by what their expected outputs are made of. */
export function preparedKey(inputs: ElementArrays, dims: Dims): string {
  const parts = Object.entries(inputs).flatMap(([name, { buffer, byteOffset, byteLength }]) => [
    `\0${name}\0${byteLength}\0`,
    new Uint8Array(buffer, byteOffset, byteLength),
  ]);
  return sha256('hex', JSON.stringify(Object.entries(dims).sort()), ...parts);
}
