import { describe, expect, it } from 'vitest';
import { didYouMean, editDistance, nearest } from '../../grader/platform/suggest.ts';

describe('edit distance', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['matmul', 'matmlu', 1],
    ['ab', 'ba', 1],
  ])('%j to %j is %d', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
    expect(editDistance(b, a)).toBe(distance);
  });
});

describe('suggestions', () => {
  const ids = ['grayscale', 'matmul-2d', 'matmul-tiled'];
  it('finds a near name, whatever the case', () => {
    expect(nearest('greyscale', ids)).toBe('grayscale');
    expect(nearest('Matmul-Tilde', ids)).toBe('matmul-tiled');
    expect(didYouMean('matmul2d', ids)).toBe('did you mean matmul-2d?');
  });
  it('finds nothing where nothing is near', () => {
    expect(nearest('vector-add', ids)).toBeNull();
    expect(nearest('x', ['grayscale'])).toBeNull();
    expect(didYouMean('x', [])).toBe('');
  });
});
