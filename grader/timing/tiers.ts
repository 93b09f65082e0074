import type { Threshold } from '../spec/index.ts';
import type { GpuModel, TimingRound } from './evidence.ts';
import { type Estimate, estimateMedian } from './statistics.ts';

/** What the thresholds are compared with. */
export interface Measured {
  readonly gpu: GpuModel;
  readonly rounds: readonly TimingRound[];
  readonly bytes: number;
  readonly operations: number | null;
}

/** The tier that was reached, and whether its threshold lies within what was measured. */
export interface Decision {
  readonly tier: string | null;
  readonly tooClose: string | null;
}

/**
 * @param thresholds - best first
 * @returns the first whose threshold the measurement may have reached; `tooClose` where that is not certain
 */
export function decide(thresholds: readonly Threshold[], measured: Measured): Decision {
  for (const threshold of thresholds) {
    const estimate = estimateFor(threshold, measured);
    if (!estimate || estimate.interval[1] < threshold.minRatio) continue;
    const certain = estimate.interval[0] >= threshold.minRatio;
    return { tier: threshold.name, tooClose: certain ? null : threshold.name };
  }
  return { tier: null, tooClose: null };
}

/** Does the interval of what was measured hold a threshold? Then more rounds may decide. */
export function undecided(thresholds: readonly Threshold[], measured: Measured): boolean {
  return decide(thresholds, measured).tooClose !== null;
}

/** What a threshold is about, as measured; null where it cannot be told. */
export function estimateFor({ of }: Threshold, { gpu, rounds, bytes, operations }: Measured): Estimate | null {
  const each = (value: (round: TimingRound) => number | null): Estimate | null => {
    const values = rounds.map(value).filter((one) => one !== null);
    return values.length === 0 ? null : estimateMedian(values);
  };
  switch (of) {
    case 'baseline':
      return each(({ studentMs, baselineMs }) => baselineMs / studentMs);
    case 'reference':
      return each(({ studentMs, referenceMs }) => referenceMs && referenceMs / studentMs);
    case 'bandwidth':
      return each(({ studentMs }) => bytes / (studentMs / 1e3) / gpu.measuredBandwidth);
    case 'peak':
      return operations === null ? null : each(({ studentMs }) => operations / (studentMs / 1e3) / gpu.peakFlops);
  }
}
