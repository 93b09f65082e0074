import { describe, expect, it } from 'vitest';
import { areFloat32, largestGap, toHalf } from '../../../grader/authoring/validate/arrays.ts';

describe('rounding to half precision', () => {
  it.each([
    [0, 0],
    [1, 1],
    [-1, -1],
    [1 / 3, 0.333251953125],
    // Ties go to the even neighbour: 2049 lies between 2048 and 2050, 2051 between 2050 and 2052.
    [2049, 2048],
    [2051, 2052],
    [65504, 65504],
    [65519, 65504],
    [65520, Number.POSITIVE_INFINITY],
    [-1e6, Number.NEGATIVE_INFINITY],
    // The smallest normal number, the smallest one, and half of that.
    [2 ** -14, 2 ** -14],
    [2 ** -24, 2 ** -24],
    [2 ** -25, 0],
    [1.5 * 2 ** -24, 2 ** -23],
    [1 - 2 ** -12, 1],
    [1 - 2 ** -11, 1 - 2 ** -11],
  ])('%d is %d', (value, half) => {
    expect(toHalf(value)).toBe(half);
  });

  it('keeps what is no number', () => {
    expect(toHalf(Number.NaN)).toBeNaN();
  });
});

describe('the largest gap', () => {
  it('is where it is', () => {
    expect(largestGap([1, 2, 3], [1, 2.5, 3.25])).toEqual({ error: 0.5, at: 1 });
    expect(largestGap([], [])).toEqual({ error: 0, at: -1 });
  });

  it('is infinite for what is no number or not there', () => {
    expect(largestGap([1, Number.NaN], [1, 2])).toEqual({ error: Number.POSITIVE_INFINITY, at: 1 });
    expect(largestGap([1], [1, 2])).toEqual({ error: Number.POSITIVE_INFINITY, at: 1 });
  });
});

describe('numbers of float32', () => {
  it('are copies of them and sums of small integers, and not what was rounded', () => {
    expect(areFloat32([Math.fround(0.1), -3, 2 ** 100, Number.NaN])).toBe(true);
    expect(areFloat32([1, 0.1])).toBe(false);
    expect(areFloat32([2 ** 24 + 1])).toBe(false);
  });
});
