import { describe, expect, it } from 'vitest';
import { clustersOf } from '../../../grader/batch/similarity/clusters.ts';

const pair = (text: string, score: number) => ({ left: text[0] ?? '', right: text[1] ?? '', score });

describe('groups', () => {
  it('are none for a chain of look-alikes', () => {
    const chain = ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh', 'hi'].map((one) => pair(one, 0.6));
    expect(clustersOf(chain)).toEqual([]);
  });

  it('have each two in a pair, with the scores of all', () => {
    const four = ['ab', 'ac', 'ad', 'bc', 'bd', 'cd'].map((one, at) => pair(one, 0.9 - at / 100));
    expect(clustersOf([...four, pair('de', 0.6), pair('ef', 0.6)])).toEqual([
      { students: ['a', 'b', 'c', 'd'], score: 0.9, least: 0.85 },
    ]);
  });

  it('grow from the highest score on, if a student could be in two', () => {
    const two = [pair('ab', 0.9), pair('ac', 0.8), pair('bc', 0.8), pair('cd', 0.7), pair('ce', 0.7), pair('de', 0.95)];
    expect(clustersOf(two).map(({ students }) => students.join(''))).toEqual(['abc']);
  });

  it('are the same in whatever order the pairs come', () => {
    const pairs = ['ab', 'ac', 'bc', 'bd', 'cd', 'de', 'df', 'ef'].map((one) => pair(one, 0.7));
    expect(clustersOf([...pairs].reverse())).toEqual(clustersOf(pairs));
  });
});
