import type { Dim3 } from '../device.ts';

/** x runs fastest, as in CUDA's numbering of threads. */
export function coordinates(index: number, [x, y]: Dim3): Dim3 {
  return [index % x, Math.floor(index / x) % y, Math.floor(index / (x * y))];
}
