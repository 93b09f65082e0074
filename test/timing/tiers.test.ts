import { describe, expect, it } from 'vitest';
import type { Threshold } from '../../grader/spec/index.ts';
import { estimateFor, type TimingRound } from '../../grader/timing/index.ts';
import { decide, type Measured } from '../../grader/timing/tiers.ts';
import { gpu, tier } from './simulated.ts';

const round = (studentMs: number, baselineMs: number, referenceMs: number | null = null): TimingRound => ({
  studentMs,
  baselineMs,
  referenceMs,
});

function measured(rounds: readonly TimingRound[], change: Partial<Measured> = {}): Measured {
  return { gpu, rounds, bytes: 1e6, operations: 2e6, ...change };
}

/** Ratios 2.90 to 3.09; the interval of 20 is the 6th to the 15th. */
const around3 = measured(Array.from({ length: 20 }, (_, index) => round(1, 2.9 + index / 100, 0.95 + index / 1000)));

describe('the tier', () => {
  it('is reached where the whole interval is above its threshold', () => {
    expect(decide([tier('fast', 2.9)], around3)).toEqual({ tier: 'fast', tooClose: null });
  });

  it('is reached where the interval ends exactly at its threshold', () => {
    const same = measured(Array.from({ length: 12 }, () => round(1, 3)));
    expect(decide([tier('fast', 3)], same)).toEqual({ tier: 'fast', tooClose: null });
  });

  it('is given, and noted, where the interval holds its threshold', () => {
    expect(decide([tier('fast', 3), tier('good', 2)], around3)).toEqual({ tier: 'fast', tooClose: 'fast' });
  });

  it('is the best of those that are reached', () => {
    expect(decide([tier('fast', 4), tier('good', 2), tier('fair', 1)], around3)).toEqual({
      tier: 'good',
      tooClose: null,
    });
  });

  it('is not noted if a better one is certain, even near a lower threshold', () => {
    const thresholds = [tier('lean', 0.9, { of: 'reference' }), tier('good', 3)];
    expect(decide(thresholds, around3)).toEqual({ tier: 'lean', tooClose: null });
  });

  it('is empty if the interval is below every threshold, or without any', () => {
    expect(decide([tier('fast', 4), tier('good', 3.5)], around3)).toEqual({ tier: null, tooClose: null });
    expect(decide([], around3)).toEqual({ tier: null, tooClose: null });
  });

  it('is not reached if its requirement is unknown', () => {
    const blind = measured([round(1, 3), round(1, 3)], { operations: null });
    expect(decide([tier('a', 0.1, { of: 'peak' }), tier('b', 0.1, { of: 'reference' })], blind)).toEqual({
      tier: null,
      tooClose: null,
    });
  });
});

describe('what a threshold is compared with', () => {
  const rounds = [round(2, 8, 1), round(2, 8, 1), round(2, 8, 1)];
  const each: [Threshold['of'], number][] = [
    ['baseline', 4],
    ['reference', 0.5],
    // 1.8e6 bytes in 2 ms are 9e8 a second of 9e11; 2e7 operations are 1e10 a second of 1e13.
    ['bandwidth', 1e-3],
    ['peak', 1e-3],
  ];
  it.each(each)('is, for %s, the median of the rounds with its interval', (of, value) => {
    const estimate = estimateFor(tier('a', 1, { of }), measured(rounds, { bytes: 1.8e6, operations: 2e7 }));
    expect(estimate?.value).toBeCloseTo(value, 12);
    expect(estimate?.interval[0]).toBeCloseTo(value, 12);
    expect(estimate?.interval[1]).toBeCloseTo(value, 12);
  });

  it('is paired: what slows a whole round down does not show', () => {
    const drift = Array.from({ length: 20 }, (_, index) => round(1 + index, 3 * (1 + index)));
    expect(estimateFor(tier('a', 1), measured(drift))).toEqual({ value: 3, interval: [3, 3] });
  });
});
