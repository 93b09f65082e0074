import { worded } from '../explain/index.ts';
import type { Finding, FindingDetail } from '../result/index.ts';
import type { Threshold } from '../spec/index.ts';
import type { TimingEvidence } from '../timing/index.ts';
import type { CheckOutcome, Evidence } from './evidence.ts';
import { summarize } from './summary.ts';

/**
 * speedup: measured on a GPU alone, against the assignment's baseline in the same run. The emulator has no clock that
 * means anything: there it neither gives nor takes points.
 */
export function judgeSpeedup(evidence: Evidence): CheckOutcome {
  const { timing, timingSkipped, gpu } = evidence;
  if (!timing) {
    const why = timingSkipped === 'not-repeated' ? gpu?.unjudged : null;
    return summarize('speedup', 'skipped', [], evidence, { reason: timingSkipped ?? 'no-gpu', ...(why && { why }) });
  }
  const { status } = timing.outcome;
  if (isUncalibrated(evidence, timing) && !FAILED.has(status))
    return summarize('speedup', 'skipped', [], evidence, { reason: 'not-calibrated' });
  // A time that gives no points anyhow may be missing.
  if (timing.tiers.length === 0 && UNTIMED.has(status))
    return summarize('speedup', 'skipped', [], evidence, { reason: 'no-timing' });
  const told = () => [timingFinding(evidence, timing)];
  switch (status) {
    case 'unsteady':
      return summarize('speedup', 'error', told(), evidence);
    case 'below-floor':
      return summarize('speedup', 'error', told(), evidence, { reason: 'not-believed' });
    case 'wrong':
      return summarize('speedup', 'failed', told(), evidence, { reason: 'timed-wrong' });
    case 'failed':
      return summarize('speedup', 'failed', told(), evidence, { reason: 'not-timed' });
    // An honest program may need host code that a timing does without.
    case 'not-replayable':
      return summarize('speedup', 'error', told(), evidence, { reason: 'not-timed' });
    case 'measured':
      return judgeTier(evidence, timing);
  }
}

/** Thresholds of this exercise count only on GPU models that they were measured on, and this is none. */
function isUncalibrated({ spec }: Evidence, { tiers, calibrated }: TimingEvidence): boolean {
  return tiers.length > 0 && !calibrated && spec.timing?.thresholds === 'calibrated';
}

/** It is wrong, or it ends with an error, whatever the thresholds are. */
const FAILED: ReadonlySet<TimingEvidence['outcome']['status']> = new Set(['wrong', 'failed']);

const UNTIMED: ReadonlySet<TimingEvidence['outcome']['status']> = new Set([
  'not-replayable',
  'below-floor',
  'unsteady',
]);

function judgeTier(evidence: Evidence, timing: TimingEvidence): CheckOutcome {
  if (timing.tiers.length === 0) return summarize('speedup', 'skipped', [], evidence, { reason: 'no-timing' });
  const tier = timing.tiers.find(({ name }) => name === timing.tier);
  if (!tier) return summarize('speedup', 'failed', [timingFinding(evidence, timing)], evidence);
  const notes: Finding[] = timing.tooClose === null ? [] : [note(evidence, timing, timing.tooClose)];
  return { ...summarize('speedup', 'passed', notes, evidence, { tier: tier.name }), earned: tier.points };
}

const RULES = {
  measured: 'too-slow',
  wrong: 'wrong-output',
  failed: 'launch-error',
  'not-replayable': 'too-slow',
  'below-floor': 'too-slow',
  unsteady: 'too-slow',
} as const satisfies Record<TimingEvidence['outcome']['status'], Finding['rule']>;

function timingFinding(evidence: Evidence, timing: TimingEvidence): Finding {
  const { status } = timing.outcome;
  return worded({
    rule: RULES[status],
    severity: UNTIMED.has(status) ? 'warning' : 'error',
    ...firstLaunch(evidence),
    detail: timingDetail(timing),
  });
}

function timingDetail(timing: TimingEvidence): FindingDetail {
  const { outcome, studentMs } = timing;
  switch (outcome.status) {
    case 'measured':
      return tooSlow(timing);
    case 'wrong':
      return { kind: 'timed-wrong', output: outcome.output, wrong: outcome.wrong, of: outcome.of };
    case 'failed':
      return { kind: 'not-timed', because: 'failed', reason: outcome.message };
    case 'not-replayable':
    case 'unsteady':
      return { kind: 'not-timed', because: outcome.status, reason: outcome.reason };
    case 'below-floor':
      return { kind: 'below-floor', studentMs, floorMs: outcome.floorMs };
  }
}

function tooSlow(timing: TimingEvidence): FindingDetail {
  const { studentMs, baselineMs, ratio, interval, gpu, bytes, operations, tiers } = timing;
  const last = tiers.at(-1);
  const isArithmetic = (operations ?? 0) / gpu.peakFlops > bytes / gpu.peakBandwidth;
  return {
    kind: 'too-slow',
    gpu: gpu.name,
    studentMs,
    baselineMs,
    ratio,
    interval: [...interval],
    ...(last && { lowestTier: { ...thresholdOf(last), ...reached(last, timing) } }),
    bound: isArithmetic ? 'arithmetic' : 'memory',
    share: shareOf(isArithmetic ? 'peak' : 'bandwidth', timing),
  };
}

function thresholdOf({ of, minRatio }: Threshold) {
  return { of, minRatio };
}

/** What was measured of a threshold that the baseline has no part in. */
function reached({ of }: Threshold, timing: TimingEvidence): { reached?: number } {
  return of === 'baseline' ? {} : { reached: shareOf(of, timing) };
}

/** By the medians. */
function shareOf(
  of: Exclude<Threshold['of'], 'baseline'>,
  { studentMs, referenceMs, bytes, operations, gpu }: TimingEvidence,
): number {
  switch (of) {
    case 'reference':
      return (referenceMs ?? 0) / studentMs;
    case 'bandwidth':
      return bytes / (studentMs / 1e3) / gpu.measuredBandwidth;
    case 'peak':
      return (operations ?? 0) / (studentMs / 1e3) / gpu.peakFlops;
  }
}

/** For the TA: the better tier was given, and could as well have been missed. */
function note(evidence: Evidence, timing: TimingEvidence, tier: string): Finding {
  const { tiers, ratio, interval, rounds } = timing;
  const threshold = tiers.find(({ name }) => name === tier);
  return worded({
    rule: 'too-slow',
    severity: 'note',
    ...firstLaunch(evidence),
    detail: {
      kind: 'too-close',
      tier,
      ...(threshold && { threshold: thresholdOf(threshold) }),
      ratio,
      interval: [...interval],
      ...(threshold && threshold.of !== 'baseline' && { share: shareOf(threshold.of, timing) }),
      rounds: rounds.length,
    },
  });
}

function firstLaunch({ cases, fileName }: Evidence): Pick<Finding, 'file' | 'line' | 'column' | 'kernel'> {
  const launch = cases.flatMap(({ run }) => run.launches).find(({ position }) => position !== null);
  if (!launch?.position) return {};
  const { line, column } = launch.position;
  return { file: fileName, line, column, kernel: launch.kernel };
}
