import { describe, expect, it } from 'vitest';
import { type MeasuredSubmission, proposeTiers } from '../../../grader/authoring/calibrate/propose.ts';

const accepted = (file: string, tier: string, ratio: number): MeasuredSubmission => ({
  file,
  tier,
  ratio,
  kind: 'accepted',
});
const slow = (file: string, tier: string, ratio: number): MeasuredSubmission => ({ file, tier, ratio, kind: 'slow' });

describe('thresholds', () => {
  it('are between the slowest passing and the fastest failing submission', () => {
    const { tiers, problems } = proposeTiers(
      ['fast', 'fair'],
      [accepted('a', 'fast', 4), accepted('b', 'fast', 6), accepted('c', 'fair', 2), slow('d', 'fair', 1)],
    );
    expect(problems).toEqual([]);
    expect(tiers.map(({ name, minRatio }) => [name, minRatio])).toEqual([
      ['fast', 2.83],
      ['fair', 1.41],
    ]);
    expect(tiers[0]).toMatchObject({ above: 4 / 2.83 - 1, below: 2.83 - 1 });
  });

  it('keep their distance where nothing has to miss a tier', () => {
    const { tiers, problems } = proposeTiers(['fast'], [accepted('a', 'fast', 2.6)]);
    expect(problems).toEqual([]);
    expect(tiers).toEqual([{ name: 'fast', minRatio: 2.222, above: expect.closeTo(0.17, 2), below: null }]);
  });

  it('are reported where two submissions lie too close together', () => {
    const { problems } = proposeTiers(['fast'], [accepted('quick.cu', 'fast', 1.2), slow('slow.cu', 'fast', 1)]);
    expect(problems).toEqual([
      'fast: quick.cu (1.20) must reach it and slow.cu (1.00) must not; a threshold needs 15 % on either side.',
    ]);
  });

  it('allow the better tier to a lower submission if there is no gap', () => {
    const { tiers, problems } = proposeTiers(
      ['fast', 'fair'],
      [accepted('a', 'fast', 1.4), accepted('b', 'fair', 1.3), slow('c', 'fast', 1.05), slow('d', 'fair', 0.3)],
    );
    expect(problems).toEqual([]);
    expect(tiers.map(({ minRatio }) => minRatio)).toEqual([1.212, 0.624]);
  });

  it('are reported where a slow submission is faster than an accepted one', () => {
    const { problems } = proposeTiers(['fast'], [accepted('quick.cu', 'fast', 2), slow('slow.cu', 'fast', 3)]);
    expect(problems).toHaveLength(1);
  });

  it('cannot be placed for a tier that no submission declares', () => {
    const { tiers, problems } = proposeTiers(['fast', 'fair'], [accepted('a', 'fast', 2)]);
    expect(tiers.map(({ name }) => name)).toEqual(['fast']);
    expect(problems).toEqual(['No accepted submission declares the tier fair: its threshold cannot be placed.']);
  });
});
