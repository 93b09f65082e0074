import { type ElementArray, type ElementTypeName, elementBytes } from '../spec/index.ts';

/** Bytes as elements; a copy only where they are not aligned. */
export function viewElements(bytes: Uint8Array, type: ElementTypeName): ElementArray {
  const size = elementBytes(type);
  if (bytes.byteLength % size !== 0) throw new RangeError(`${bytes.byteLength} bytes are no whole number of ${type}`);
  const { buffer, byteOffset } = bytes.byteOffset % size === 0 ? bytes : bytes.slice();
  const length = bytes.byteLength / size;
  switch (type) {
    case 'uint8':
      return new Uint8Array(buffer, byteOffset, length);
    case 'int32':
      return new Int32Array(buffer, byteOffset, length);
    case 'uint32':
      return new Uint32Array(buffer, byteOffset, length);
    case 'float32':
      return new Float32Array(buffer, byteOffset, length);
    case 'float64':
      return new Float64Array(buffer, byteOffset, length);
  }
}

export function toFloat64(elements: ElementArray): Float64Array {
  return elements instanceof Float64Array ? elements : Float64Array.from(elements);
}

/** Index of a flat element per dimension. */
export function unravel(flat: number, shape: readonly number[]): number[] {
  const index: number[] = [];
  let rest = flat;
  for (const extent of [...shape].reverse()) {
    index.unshift(rest % extent);
    rest = Math.floor(rest / extent);
  }
  return index;
}
