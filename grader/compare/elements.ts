import { allowedError, type ElementArray } from '../spec/index.ts';
import type { CompareRequest } from './comparison.ts';

export { viewElements } from '../spec/index.ts';

export function toFloat64(elements: ElementArray): Float64Array {
  return elements instanceof Float64Array ? elements : Float64Array.from(elements);
}

/** Returns the largest error that is right for an expected value. */
export function allowedAt({ tolerance, type }: Pick<CompareRequest, 'tolerance' | 'type'>, want: number): number {
  return allowedError(tolerance, want, type);
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
