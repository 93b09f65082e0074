import { describe, expect, it } from 'vitest';
import { agree, allowedError, toleranceOf } from '../../grader/spec/index.ts';
import { ulpOf } from '../../grader/spec/tolerance.ts';

describe('a tolerance', () => {
  it('adds an absolute part, a share of the value, and units in the last place', () => {
    const tolerance = { absolute: 0.5, relative: 0.25, ulps: 2 };
    expect(allowedError(tolerance, -8, 'float32')).toBe(0.5 + 2 + 2 * 2 ** -20);
  });

  it('adds terms, and is replaced by that of an output', () => {
    const perTerm = { count: 'k', absolute: 1 };
    const spec = { tolerance: { absolute: 2, perTerm, outputs: { other: { absolute: 0, relative: 0.5 } } } };
    expect(toleranceOf(spec, { k: 3 }, 'out')).toEqual({ absolute: 5, relative: 0, ulps: 0 });
    expect(toleranceOf(spec, { k: 3 }, 'other')).toEqual({ absolute: 0, relative: 0.5, ulps: 0 });
    expect(toleranceOf(spec, { k: 3 }, 'constructor')).toEqual({ absolute: 5, relative: 0, ulps: 0 });
  });

  it('never passes NaN for a number, and passes equal infinities', () => {
    const tolerance = { absolute: 1, relative: 0, ulps: 0 };
    expect(agree(Number.NaN, 0, tolerance, 'float32')).toBe(false);
    expect(agree(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, tolerance, 'float32')).toBe(true);
  });
});

describe('a unit in the last place', () => {
  it('is the distance to the next number of the type', () => {
    expect(ulpOf(1, 'float32')).toBe(2 ** -23);
    expect(ulpOf(1.999, 'float32')).toBe(2 ** -23);
    expect(ulpOf(-2, 'float32')).toBe(2 ** -22);
    expect(ulpOf(0, 'float32')).toBe(2 ** -149);
    expect(ulpOf(1, 'float64')).toBe(Number.EPSILON);
    expect(ulpOf(1024, 'half')).toBe(1);
    expect(ulpOf(1, 'bfloat16')).toBe(2 ** -7);
    expect(ulpOf(1000, 'int32')).toBe(1);
  });
});
