import { describe, expect, it } from 'vitest';
import { estimateMedian, median } from '../../grader/timing/index.ts';
import { heavyTail, randomFrom } from './simulated.ts';

const TRIALS = 2000;

/** How often the interval of `count` ratios of two noisy times holds the true ratio. */
function coverage(count: number, noise: (random: () => number) => number): number {
  const random = randomFrom(7);
  let held = 0;
  for (let trial = 0; trial < TRIALS; trial++) {
    const ratios = Array.from({ length: count }, () => (3 * noise(random)) / noise(random));
    const [low, high] = estimateMedian(ratios).interval;
    if (low <= 3 && 3 <= high) held += 1;
  }
  return held / TRIALS;
}

describe('the median', () => {
  it('is the middle value, or the mean of the two in the middle', () => {
    expect(median([5, 1, 3])).toBe(3);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([7])).toBe(7);
  });

  it('leaves its input as it is', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });

  it('does not exist of nothing', () => {
    expect(() => median([])).toThrow(RangeError);
  });
});

describe('the interval of a median', () => {
  // Conover, Practical Nonparametric Statistics: ranks of the sign test's interval, counted from 1.
  it.each([
    [6, 1, 6],
    [8, 1, 8],
    [9, 2, 8],
    [10, 2, 9],
    [12, 3, 10],
    [20, 6, 15],
    [25, 8, 18],
    [60, 22, 39],
  ])('of %i values reaches from the %i. to the %i.', (count, low, high) => {
    const ranks = Array.from({ length: count }, (_, index) => index + 1);
    expect(estimateMedian(ranks).interval).toEqual([low, high]);
  });

  it('is the whole range of a few values, in whatever order', () => {
    expect(estimateMedian([3, 1, 2])).toEqual({ value: 2, interval: [1, 3] });
    expect(estimateMedian([4])).toEqual({ value: 4, interval: [4, 4] });
  });

  it.each([10, 12, 20, 60])('of %i ratios holds the true one in 94 % of trials with heavy tails', (count) => {
    expect(coverage(count, heavyTail)).toBeGreaterThanOrEqual(0.94);
  });

  it('holds the true ratio where the noise is even, too', () => {
    expect(coverage(20, (random) => 1 + 0.1 * (random() - 0.5))).toBeGreaterThanOrEqual(0.94);
  });

  it('is not moved by a few rounds that took a thousand times as long', () => {
    const steady = Array.from({ length: 17 }, (_, index) => 2 + index / 1000);
    const { value, interval } = estimateMedian([...steady, 2000, 2000, 2000]);
    expect(value).toBeCloseTo(2.0095, 6);
    expect(interval[1]).toBeLessThan(2.02);
  });
});
