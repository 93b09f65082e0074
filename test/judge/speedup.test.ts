import { describe, expect, it } from 'vitest';
import { type CheckOutcome, judge } from '../../grader/judge/index.ts';
import { score } from '../../grader/judge/score/index.ts';
import type { Threshold } from '../../grader/spec/index.ts';
import type { TimingEvidence, TimingOutcome } from '../../grader/timing/index.ts';
import { gpu, tier } from '../timing/simulated.ts';
import { caseOf, evidence, FILE, launch, run } from './builders.ts';

const TIERS: readonly Threshold[] = [tier('fast', 4), tier('good', 2, { points: 7 }), tier('fair', 1.5, { points: 4 })];

/** 1.5 times as fast as the baseline, at 10 % of the bandwidth of the test's GPU. */
function timingOf(change: Partial<TimingEvidence> = {}): TimingEvidence {
  return {
    outcome: { status: 'measured' },
    gpu,
    dims: { h: 2048, w: 2048, k: 2048 },
    rounds: [{ studentMs: 2, baselineMs: 3, referenceMs: null }],
    dropped: 0,
    studentMs: 2,
    baselineMs: 3,
    referenceMs: null,
    cpuMs: null,
    ratio: 1.5,
    interval: [1.49, 1.51],
    bytes: 1.8e8,
    operations: null,
    floorMs: 0.18,
    tiers: TIERS,
    calibrated: true,
    tier: null,
    tooClose: null,
    clocksMHz: null,
    ...change,
  };
}

function speedup(timing: TimingEvidence | null, change: Parameters<typeof evidence>[0] = {}): CheckOutcome {
  const outcomes = judge(evidence({ timing, timingSkipped: null, ...change }));
  const found = outcomes.find(({ id }) => id === 'speedup');
  if (!found) throw new Error('no check of speed');
  return found;
}

const ended = (outcome: TimingOutcome, change: Partial<TimingEvidence> = {}) =>
  speedup(timingOf({ outcome, rounds: [], ...change }));

describe('the check of speed', () => {
  it.each([
    ['no-gpu', 'machine', /only on a GPU/],
    ['no-timing', 'machine', /not timed here/],
    ['not-repeated', 'machine', /a GPU cannot repeat this program/],
    ['not-correct', 'student', /only correct submissions are timed/],
  ] as const)('is skipped for %s on account of the %s', (timingSkipped, skippedBy, summary) => {
    const outcome = speedup(null, { timingSkipped });
    expect(outcome).toMatchObject({ status: 'skipped', skippedBy, findings: [] });
    expect(outcome.summary).toMatch(summary);
  });

  describe('of thresholds that count only where they were measured', () => {
    const { spec } = evidence({});
    const own = spec.timing ?? {
      baseline: 'baseline.cu',
      dims: { h: 8, w: 8, k: 8 },
      tiers: [],
      thresholds: 'anywhere',
    };
    const strict = { spec: { ...spec, timing: { ...own, thresholds: 'calibrated' as const } } };
    const elsewhere = timingOf({ calibrated: false });

    it('gives and takes no points on another GPU', () => {
      const outcome = speedup(elsewhere, strict);
      expect(outcome).toMatchObject({ status: 'skipped', skippedBy: 'machine', findings: [] });
      expect(outcome.summary).toMatch(/only on GPU models on which grade calibrate has measured/);
      const judged = judge(evidence({ timing: elsewhere, timingSkipped: null, ...strict }));
      expect(score(judged)).toMatchObject({ score: 90, maxScore: 90 });
    });

    it('fails what is wrong there', () => {
      const outcome: TimingOutcome = { status: 'wrong', output: 'out', wrong: 1, of: 64 };
      expect(speedup(timingOf({ calibrated: false, outcome }), strict).status).toBe('failed');
    });

    it('judges where they were measured, and elsewhere only if allowed', () => {
      expect(speedup(timingOf(), strict).status).toBe('failed');
      expect(speedup(elsewhere).status).toBe('failed');
    });
  });

  it('tells why a GPU cannot repeat the program', () => {
    const gpu = { name: 'a GPU', cases: [], unjudged: 'it uses textures or surfaces' };
    const { summary } = speedup(null, { timingSkipped: 'not-repeated', gpu });
    expect(summary).toBe(
      'Its speed is not measured, because a GPU cannot repeat this program (it uses textures or surfaces). This does not affect points.',
    );
  });

  it('gives no speed points to a wrong submission', () => {
    expect(score(judge(evidence({ timingSkipped: 'not-correct' })))).toMatchObject({ score: 90, maxScore: 100 });
    expect(score(judge(evidence({ timingSkipped: 'no-gpu' })))).toMatchObject({ score: 90, maxScore: 90 });
  });

  it.each([
    ['fast', 10],
    ['good', 7],
    ['fair', 4],
  ])('is passed with the points of the tier %s', (name, points) => {
    const outcome = speedup(timingOf({ tier: name }));
    expect(outcome).toMatchObject({ status: 'passed', skippedBy: null, earned: points, findings: [] });
    expect(outcome.summary).toBe(`It reaches the tier "${name}".`);
    expect(score(judge(evidence({ timing: timingOf({ tier: name }) })))).toMatchObject({ score: 90 + points });
  });

  it('fails below every tier, at the first launch, with the measured speed', () => {
    const outcome = speedup(timingOf({ ratio: 1.2345, interval: [1.2, 1.26], baselineMs: 2.469 }));
    expect(outcome).toMatchObject({ status: 'failed', summary: 'It is slower than the exercise requires.' });
    expect(outcome.earned).toBeUndefined();
    expect(outcome.findings).toEqual([
      {
        rule: 'too-slow',
        severity: 'error',
        file: FILE,
        line: 20,
        column: 5,
        kernel: 'kernel',
        message:
          'It takes 2 ms and the baseline 2.47 ms on NVIDIA Test: 1.23 times as fast (1.2 to 1.26). The lowest tier requires 1.5 times as fast as the baseline.',
        hint: expect.stringContaining('10 % of the memory’s speed'),
        detail: expect.objectContaining({ kind: 'too-slow', ratio: 1.2345, bound: 'memory' }),
      },
    ]);
  });

  it('reports arithmetic if it takes most of the time', () => {
    // 4e9 operations in 2 ms are 2e12 a second, of 1e13.
    const [finding] = speedup(timingOf({ operations: 4e9 })).findings;
    expect(finding?.hint).toMatch(/arithmetic at 20 % of the GPU’s peak/);
    expect(finding?.hint).not.toMatch(/memory’s speed/);
  });

  it.each([
    ['reference', 0.9, { referenceMs: 1 }, /90 % of the reference solution’s speed, and it reaches 50 %\./],
    ['bandwidth', 0.6, {}, /60 % of the GPU’s memory bandwidth, and it reaches 10 %\./],
    ['peak', 0.3, { operations: 4e9 }, /30 % of the GPU’s peak arithmetic, and it reaches 20 %\./],
  ] as const)('says what is reached of what a tier asks: %s', (of, minRatio, change, expected) => {
    const timing = timingOf({ tiers: [tier('best', minRatio, { of })], ...change });
    expect(speedup(timing).findings[0]?.message).toMatch(expected);
  });

  it('points nowhere where no launch is known', () => {
    const cases = [caseOf({ run: run({ launches: [launch({ position: null })] }) })];
    const [finding] = speedup(timingOf(), { cases }).findings;
    expect(finding).toMatchObject({ rule: 'too-slow' });
    expect(finding).not.toHaveProperty('line');
  });

  it('gives and takes nothing where the assignment has no tiers', () => {
    expect(speedup(timingOf({ tiers: [] }))).toMatchObject({ status: 'skipped', skippedBy: 'machine', findings: [] });
  });
});

describe('a speed too close to call', () => {
  it('passes with the better tier and a note for the TA', () => {
    const timing = timingOf({ tier: 'good', tooClose: 'good', ratio: 1.996, interval: [1.98, 2.01] });
    const outcome = speedup(timing);
    expect(outcome).toMatchObject({ status: 'passed', earned: 7 });
    expect(outcome.findings).toHaveLength(1);
    expect(outcome.findings[0]).toMatchObject({ rule: 'too-slow', severity: 'note', line: 20 });
    expect(outcome.findings[0]?.message).toBe(
      'Too close to call: the tier "good" requires 2 times as fast as the baseline, and 2 (1.98 to 2.01) was measured in 1 round. The better tier was given, and a TA can check it.',
    );
  });

  it('uses the terms of its threshold', () => {
    const tiers = [tier('lean', 0.1, { of: 'bandwidth' })];
    const [finding] = speedup(timingOf({ tiers, tier: 'lean', tooClose: 'lean' })).findings;
    expect(finding?.message).toMatch(/requires 10 % of the GPU’s memory bandwidth, and 10 % was measured/);
  });
});

describe('a timing without a result', () => {
  it('fails for a wrong output, which is no matter of speed', () => {
    const outcome = ended({ status: 'wrong', output: 'out', wrong: 1200, of: 65_536 });
    expect(outcome).toMatchObject({ status: 'failed', summary: 'Some outputs of timed runs are wrong.' });
    expect(outcome.findings).toMatchObject([{ rule: 'wrong-output', severity: 'error', line: 20 }]);
    expect(outcome.findings[0]?.message).toBe(
      'In a timed run on fresh input, 1,200 of the 65,536 elements of out that were compared are wrong.',
    );
  });

  it('fails for a launch that failed', () => {
    const outcome = ended({ status: 'failed', message: 'launching k ends with CUDA_ERROR_ILLEGAL_ADDRESS' });
    expect(outcome).toMatchObject({ status: 'failed', summary: 'It could not be timed.' });
    expect(outcome.findings).toMatchObject([{ rule: 'launch-error', severity: 'error' }]);
    expect(outcome.findings[0]?.message).toMatch(/launching k ends with CUDA_ERROR_ILLEGAL_ADDRESS\./);
  });

  it('is an error if only host code can repeat the work, and says so', () => {
    const outcome = ended({ status: 'not-replayable', reason: 'it copies 64 bytes that host code made to the GPU' });
    expect(outcome).toMatchObject({ status: 'error', skippedBy: null });
    expect(outcome.summary).toMatch(/so a TA should look\. This is not a mistake in the submission\./);
    expect(outcome.findings).toMatchObject([{ rule: 'too-slow', severity: 'warning' }]);
    expect(outcome.findings[0]?.message).toMatch(/it copies 64 bytes that host code made to the GPU\./);
  });

  it('is an error for an impossible time, and asks a TA to look', () => {
    const outcome = ended({ status: 'below-floor', floorMs: 3 });
    expect(outcome).toMatchObject({ status: 'error', skippedBy: null });
    expect(outcome.summary).toMatch(/a TA should look/);
    expect(outcome.findings).toMatchObject([{ rule: 'too-slow', severity: 'warning' }]);
    expect(outcome.findings[0]?.message).toMatch(/2 ms are less than the 3 ms .* does not count/);
  });

  it('is an error for an unsteady GPU, not a mistake in the submission', () => {
    const outcome = ended({ status: 'unsteady', reason: 'the GPU was slowed down in 40 rounds' });
    expect(outcome).toMatchObject({ status: 'error', skippedBy: null });
    expect(outcome.summary).toMatch(/not a mistake in the submission/);
    expect(outcome.findings[0]).toMatchObject({ severity: 'warning' });
    expect(outcome.findings[0]?.message).toMatch(/slowed down in 40 rounds\. The measurement does not count\./);
  });

  it('earns nothing, even where a tier stands beside it', () => {
    const outcomes: TimingOutcome[] = [
      { status: 'wrong', output: 'out', wrong: 1, of: 2 },
      { status: 'failed', message: 'm' },
      { status: 'not-replayable', reason: 'r' },
      { status: 'below-floor', floorMs: 3 },
      { status: 'unsteady', reason: 'r' },
    ];
    for (const outcome of outcomes) {
      const timing = timingOf({ outcome, tier: 'fast' });
      const total = score(judge(evidence({ timing })));
      expect(total).toMatchObject({ score: 90, maxScore: 100 });
      expect(total.verdict).not.toBe('passed');
    }
  });

  it('speaks of one wrong element in the singular', () => {
    const [finding] = ended({ status: 'wrong', output: 'out', wrong: 1, of: 9 }).findings;
    expect(finding?.message).toMatch(/1 of the 9 elements of out that were compared is wrong\./);
  });
});
