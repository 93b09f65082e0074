import { estimateMedian, median, type TimingEvidence, type TimingRound } from '../../grader/timing/index.ts';

/** What was measured of a matrix product with tiles on an H200, and what differs from it. */

const STUDENT = [2.1095, 2.1089, 2.1102, 2.1094, 2.1117, 2.1081, 2.1096, 2.1093, 2.1108, 2.1099, 2.1086, 2.1097];
const BASELINE = [3.1404, 3.1399, 3.1421, 3.1411, 3.1397, 3.1389, 3.1404, 3.1447, 3.1402, 3.1409, 3.1401, 3.1405];
const REFERENCE = [1.8621, 1.8633, 1.8619, 1.8604, 1.8627, 1.8618, 1.8622, 1.8615, 1.8643, 1.8624, 1.8611, 1.862];

export const rounds: readonly TimingRound[] = STUDENT.map((studentMs, at) => ({
  studentMs,
  baselineMs: BASELINE[at] ?? 0,
  referenceMs: REFERENCE[at] ?? 0,
}));

export const measured: TimingEvidence = {
  outcome: { status: 'measured' },
  gpu: {
    name: 'NVIDIA H200',
    multiprocessors: 132,
    clockMHz: 1980,
    peakBandwidth: 4_814_304_000_000,
    peakFlops: 66_908_160_000_000,
    measuredBandwidth: 4_189_590_841_218,
    driver: '13.0',
  },
  dims: { n: 2048 },
  rounds,
  dropped: 0,
  studentMs: 2.1095,
  baselineMs: 3.1404,
  referenceMs: 1.862,
  cpuMs: 11_482.6,
  ratio: 1.489,
  interval: [1.4852, 1.492],
  bytes: 50_331_648,
  operations: 17_179_869_184,
  floorMs: 0.2568,
  tiers: [
    { name: 'fast', points: 10, of: 'baseline', minRatio: 1.38 },
    { name: 'good', points: 7, of: 'baseline', minRatio: 1.04 },
    { name: 'fair', points: 4, of: 'baseline', minRatio: 0.8 },
  ],
  calibrated: true,
  tier: 'fast',
  tooClose: null,
  clocksMHz: [1965, 1980],
};

/** The same in which each round of the submission took `factor` times as long. */
export function slower(factor: number): TimingEvidence {
  const slow = rounds.map((round) => ({ ...round, studentMs: factor * round.studentMs }));
  const { value: ratio, interval } = estimateMedian(slow.map(({ studentMs, baselineMs }) => baselineMs / studentMs));
  return { ...measured, rounds: slow, studentMs: median(slow.map(({ studentMs }) => studentMs)), ratio, interval };
}

const none = {
  rounds: [],
  studentMs: 0,
  baselineMs: 0,
  referenceMs: null,
  cpuMs: null,
  ratio: 0,
  interval: [0, 0],
  tier: null,
  tooClose: null,
  clocksMHz: null,
} as const;

/** One of each kind of timing, by its name. */
export const timings = {
  measured,
  'too close': {
    ...measured,
    ratio: 1.376,
    interval: [1.331, 1.402],
    studentMs: 2.282,
    rounds: rounds.map((round, at) => ({ ...round, studentMs: 2.282 + 0.03 * (at % 3) - 0.03 })),
    tooClose: 'fast',
    dropped: 3,
    calibrated: false,
  },
  'too slow': { ...slower(2.2), tier: null },
  wrong: { ...measured, outcome: { status: 'wrong', output: 'c', wrong: 7, of: 4096 }, tier: null },
  failed: { ...measured, ...none, outcome: { status: 'failed', message: 'a launch ends with an error' } },
  'not replayable': { ...measured, ...none, outcome: { status: 'not-replayable', reason: 'it copies results' } },
  'below floor': { ...slower(0.1), outcome: { status: 'below-floor', floorMs: 0.2568 }, tier: null },
  unsteady: { ...measured, outcome: { status: 'unsteady', reason: 'others use it' }, tier: null, dropped: 40 },
  'no reference': {
    ...measured,
    rounds: rounds.map((round) => ({ ...round, referenceMs: null })),
    referenceMs: null,
    cpuMs: null,
  },
  'no operations': {
    ...measured,
    operations: null,
    bytes: 402_653_184,
    studentMs: 0.1095,
    baselineMs: 2.4,
    referenceMs: 0.101,
    rounds: rounds.map(({ studentMs, baselineMs }) => ({
      studentMs: studentMs - 2,
      baselineMs: baselineMs - 0.74,
      referenceMs: studentMs - 2.0085,
    })),
    ratio: 21.9,
    interval: [21.5, 22.3],
    tiers: [
      { name: 'fast', points: 10, of: 'bandwidth', minRatio: 0.8 },
      { name: 'good', points: 7, of: 'reference', minRatio: 0.5 },
      { name: 'fair', points: 4, of: 'baseline', minRatio: 1.3 },
    ],
  },
  'no tiers': { ...measured, tiers: [], tier: null, calibrated: false },
} as const satisfies Record<string, TimingEvidence>;
