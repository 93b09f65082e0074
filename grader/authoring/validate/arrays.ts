import type { ElementArray, ElementTypeName } from '../../spec/index.ts';

/** True for a type of which half precision is a poor one. */
export function isFloat(type: ElementTypeName): boolean {
  return type === 'float32' || type === 'float64';
}

/** True if each value is a number of float32: one that was copied, or a sum of small integers. Nothing is rounded then. */
export function areFloat32(values: ArrayLike<number>): boolean {
  for (let at = 0; at < values.length; at++) {
    if (!Object.is(Math.fround(values[at] ?? 0), values[at])) return false;
  }
  return true;
}

export interface Gap {
  /** Largest |got - want|; infinite where one is NaN. */
  readonly error: number;
  /** Flat index of it; -1 where there are no elements. */
  readonly at: number;
}

export function largestGap(got: ArrayLike<number>, want: ArrayLike<number>): Gap {
  let gap: Gap = { error: 0, at: -1 };
  for (let at = 0; at < want.length; at++) {
    const difference = Math.abs((got[at] ?? Number.NaN) - (want[at] ?? Number.NaN));
    const error = Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference;
    if (gap.at < 0 || error > gap.error) gap = { error, at };
  }
  return gap;
}

/** Nearest float16 (IEEE 754 binary16), ties to even; infinite beyond 65,504. */
export function toHalf(value: number): number {
  if (value === 0 || !Number.isFinite(value)) return value;
  const size = Math.abs(value);
  let exponent = Math.floor(Math.log2(size));
  // The logarithm is rounded: next to a power of two it may be off by one.
  if (2 ** exponent > size) exponent -= 1;
  else if (2 ** (exponent + 1) <= size) exponent += 1;
  // 11 significant bits; below 2^-14 the steps stay 2^-24.
  const step = 2 ** (Math.max(exponent, -14) - 10);
  const rounded = toEven(size / step) * step;
  return Math.sign(value) * (rounded > 65504 ? Number.POSITIVE_INFINITY : rounded);
}

function toEven(value: number): number {
  const low = Math.floor(value);
  const rest = value - low;
  if (rest !== 0.5) return Math.round(value);
  return low % 2 === 0 ? low : low + 1;
}

/** float64 elements that a map of each gives: no rounding hides a small change. */
export function mapped(elements: ElementArray, change: (value: number, at: number) => number): Float64Array {
  return Float64Array.from(elements, change);
}
