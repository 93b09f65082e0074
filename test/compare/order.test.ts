import { describe, expect, it } from 'vitest';
import { type AnyOrder, inOrderOf } from '../../grader/compare/index.ts';
import { absoluteTolerance, type ElementTypeName, makeElements } from '../../grader/spec/index.ts';

function aligned(
  got: readonly number[],
  want: readonly number[],
  options: Partial<Pick<AnyOrder, 'as' | 'rowElements' | 'written' | 'tolerance'>> & { type?: ElementTypeName } = {},
): number[] {
  const { type = 'int32', as = 'multiset', rowElements = 1, tolerance = absoluteTolerance(0) } = options;
  const elements = makeElements(type, got.length);
  elements.set(got);
  const written = options.written ?? new Uint8Array(got.length).fill(1);
  return [
    ...inOrderOf({ got: elements, want: Float64Array.from(want), written, type, tolerance, as, rowElements }).want,
  ];
}

/** The number of elements that differ by more than the tolerance. */
function wrong(got: readonly number[], ...rest: [readonly number[], Parameters<typeof aligned>[2]?]): number {
  const tolerance = rest[1]?.tolerance?.absolute ?? 0;
  return aligned(got, ...rest).filter((value, at) => !(Math.abs(value - (got[at] as number)) <= tolerance)).length;
}

describe('elements in any order', () => {
  it('are right in every order', () => {
    expect(aligned([3, 1, 2, 1], [1, 1, 2, 3])).toEqual([3, 1, 2, 1]);
  });

  it('are as many wrong ones as are missing', () => {
    expect(aligned([3, 9, 2, 1], [1, 1, 2, 3])).toEqual([3, 1, 2, 1]);
    expect(wrong([1, 1, 1, 1], [1, 1, 2, 3])).toBe(2);
  });

  it('count NaN and what was never written as missing', () => {
    expect(wrong([Number.NaN, 1], [1, 2], { type: 'float32' })).toBe(1);
    expect(aligned([2, 1], [1, 2], { written: Uint8Array.of(0, 1) })).toEqual([2, 1]);
    expect(aligned([7, 1], [1, 2], { written: Uint8Array.of(0, 1) })).toEqual([2, 1]);
  });

  it('match as many as a tolerance allows', () => {
    const options = { type: 'float64', tolerance: absoluteTolerance(0.5) } as const;
    expect(wrong([1.4, 1, 0.6], [1, 0.9, 1.9], options)).toBe(0);
    expect(wrong([1.4, 1, 0.6], [1, 0.9, 2.9], options)).toBe(1);
  });

  it('are rows that belong together', () => {
    expect(wrong([3, 4, 1, 2], [1, 2, 3, 4], { rowElements: 2 })).toBe(0);
    expect(wrong([1, 4, 3, 2], [1, 2, 3, 4], { rowElements: 2 })).toBe(2);
  });
});

describe('a set', () => {
  const set = { as: 'set' } as const;

  it('has each value as often as the program likes', () => {
    expect(wrong([2, 1, 2, 2], [1, 1, 1, 2], set)).toBe(0);
  });

  it('misses values, and has others', () => {
    expect(wrong([1, 1, 1], [1, 2, 3], set)).toBe(2);
    expect(wrong([1, 2, 9], [1, 2, 2], set)).toBe(1);
    expect(wrong([1, 2, -9], [1, 2, 2], set)).toBe(1);
  });

  it('misses a value although two values that are found are only nearly equal', () => {
    const options = { as: 'set', type: 'float64', tolerance: absoluteTolerance(0.01) } as const;
    expect(wrong([1, 1.001], [1, 2], options)).toBe(1);
  });
});
