/** A position or a size in up to three dimensions, as CUDA's `threadIdx`, `blockIdx`, `blockDim` and `gridDim`. */
export interface Index3 {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A size the way a launch takes it: `256`, `[256]`, `[16, 16]` or `[8, 8, 4]`, x first. What is left out is 1. */
export type Extents = number | readonly [number] | readonly [number, number] | readonly [number, number, number];

export function toIndex3(extents: Extents): Index3 {
  const [x, y = 1, z = 1] = typeof extents === 'number' ? [extents] : extents;
  return { x, y, z };
}

export function volume({ x, y, z }: Index3): number {
  return x * y * z;
}

/**
 * How many pieces of `size` it takes to cover `count`: division that rounds up.
 *
 * 1000 elements in blocks of 256 need `ceilDiv(1000, 256)` = 4 blocks, that is 1024 threads, of which 24 have nothing to
 * do. Division that rounds down would give 3 blocks, and the last 232 elements would never be touched. In C, where `/`
 * between ints rounds down, the same is written `(count + size - 1) / size`.
 */
export function ceilDiv(count: number, size: number): number {
  return Math.ceil(count / size);
}

/** The index as it is said: `5`, `(5, 2)` or `(5, 2, 1)`, with as many numbers as `within` has dimensions. */
export function showIndex({ x, y, z }: Index3, within: Index3): string {
  if (within.z > 1) return `(${x}, ${y}, ${z})`;
  return within.y > 1 ? `(${x}, ${y})` : String(x);
}

/** A size as it is said: `256`, `16 x 16`, `8 x 8 x 4`. */
export function showExtents({ x, y, z }: Index3): string {
  if (z > 1) return `${x} x ${y} x ${z}`;
  return y > 1 ? `${x} x ${y}` : String(x);
}
