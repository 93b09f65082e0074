import { describe, expect, it } from 'vitest';
import { pointsHistogram, ratioHistogram } from '../../../grader/batch/class-page/histogram.ts';

const counts = (rows: readonly { readonly count: number }[] | undefined) => rows?.map(({ count }) => count);

describe('the distribution of points', () => {
  it('counts each student once, at the edges too, and all points by themselves', () => {
    const histogram = pointsHistogram([0, 9.99, 10, 63, 89.9, 90, 90], 90);
    expect(counts(histogram?.rows)).toEqual([2, 1, 0, 0, 0, 0, 1, 0, 1, 2]);
    expect(histogram?.rows.at(-1)?.range).toBe('90, all points');
  });

  it.each([0.5, 1, 7, 85, 100, 1000])('has at most eleven bars for %d points, and loses nobody', (most) => {
    const points = Array.from({ length: 101 }, (_, at) => (most * at) / 100);
    const rows = pointsHistogram(points, most)?.rows ?? [];
    expect(rows.length).toBeLessThanOrEqual(11);
    expect(counts(rows)?.reduce((sum, count) => sum + count, 0)).toBe(101);
  });

  it('is none where nobody has points, or there are none to get', () => {
    expect(pointsHistogram([], 90)).toBeNull();
    expect(pointsHistogram([0, 0], 0)).toBeNull();
  });

  it('draws bars as high as their counts, inside the drawing', () => {
    const histogram = pointsHistogram([...Array<number>(999).fill(90), 5], 90);
    const [one, many] = histogram?.bars ?? [];
    expect(one?.height).toBeGreaterThan(1);
    expect(many?.height).toBeGreaterThan(50);
    for (const { x, y, width, height } of histogram?.bars ?? []) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(histogram?.width ?? 0);
      expect(y + height).toBeLessThanOrEqual(histogram?.height ?? 0);
    }
  });
});

describe('the distribution of ratios', () => {
  it.each([[[1, 1, 1]], [[0.01, 1, 50]], [[1.489]]])('loses nobody: %j', (ratios) => {
    expect(counts(ratioHistogram(ratios)?.rows)?.reduce((sum, count) => sum + count, 0)).toBe(ratios.length);
  });

  it('has none below the slowest and none above the fastest', () => {
    const rows = ratioHistogram([0.5, 1, 8])?.rows ?? [];
    expect(rows[0]?.count).toBe(1);
    expect(rows.at(-1)?.count).toBe(1);
  });
});
