import { describe, expect, it } from 'vitest';
import { place } from '../../grader/explain/outputs.ts';
import { wordPattern } from '../../grader/explain/patterns.ts';

const FOUR = ['x', 'y', 'z', 'w'];

describe('an output of vectors', () => {
  it('names the component of an element', () => {
    expect(place([5, 3], 2, FOUR)).toBe('component w of element 5');
    expect(place([2, 5, 0], 3, FOUR)).toBe('component x of the vector in row 2, column 5');
  });

  it('names the component that is wrong in each vector', () => {
    expect(wordPattern({ kind: 'slice', axis: 1, index: 2, extent: 4 }, 2, FOUR)).toBe('component z of each vector');
    const last = { kind: 'tail', tails: [{ axis: 1, from: 3, extent: 4 }] } as const;
    expect(wordPattern({ kind: 'tail', tails: [...last.tails] }, 2, FOUR)).toBe('component w of each vector');
  });

  it('names the component that only some vectors have wrong', () => {
    const partly = { kind: 'slice', axis: 1, index: 1, extent: 4, partly: true } as const;
    expect(wordPattern(partly, 2, FOUR)).toBe('all of them within component y of each vector');
  });

  it('keeps rows and columns of other patterns', () => {
    expect(wordPattern({ kind: 'slice', axis: 0, index: 2, extent: 9 }, 2, FOUR)).toBe('row 2, counted from 0');
  });
});

describe('an output without vectors', () => {
  it('names plane, row and column, and four dimensions as an index', () => {
    expect(place([1, 2, 3], 3)).toBe('in plane 1, row 2, column 3');
    expect(place([1, 2, 3, 4], 4)).toBe('at [1, 2, 3, 4]');
  });
});
