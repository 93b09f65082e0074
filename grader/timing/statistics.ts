/** A value with its 95 % confidence interval. */
export interface Estimate {
  readonly value: number;
  readonly interval: readonly [number, number];
}

const CONFIDENCE = 0.95;

/** @throws RangeError for nothing */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[middle - (sorted.length % 2 === 0 ? 1 : 0)], sorted[middle]];
  if (low === undefined || high === undefined) throw new RangeError('nothing has no median');
  return (low + high) / 2;
}

/**
 * The median, and the interval between two order statistics that holds the true one in at least 95 of 100 cases whatever
 * the distribution is (the sign test's interval). Of fewer than six values it is their whole range.
 */
export function estimateMedian(values: readonly number[]): Estimate {
  const sorted = values.toSorted((a, b) => a - b);
  const out = leftOut(sorted.length);
  const [low = Number.NaN, high = Number.NaN] = [sorted[out], sorted[sorted.length - 1 - out]];
  return { value: median(values), interval: [low, high] };
}

/** How many of `count` sorted values may be left out at either end: the binomial tail stays within what is allowed. */
function leftOut(count: number): number {
  let tail = 0;
  // P(X = 0) of a fair coin thrown `count` times, then each next one from the one before.
  let chance = 0.5 ** count;
  for (let out = 0; out < count / 2; out++) {
    tail += chance;
    if (2 * tail > 1 - CONFIDENCE) return Math.max(0, out - 1);
    chance *= (count - out) / (out + 1);
  }
  return 0;
}

/** Half of an interval's width, as a fraction of the value. */
export function relativeWidth({ value, interval: [low, high] }: Estimate): number {
  return (high - low) / 2 / value;
}
