import { describe, expect, it } from 'vitest';
import type { CheckOutcome } from '../../../grader/judge/index.ts';
import { DEFAULT_RUBRIC, score } from '../../../grader/judge/score/index.ts';
import { CHECK_IDS, type CheckId } from '../../../grader/result/index.ts';

const outcomes = (change: Partial<Record<CheckId, Partial<CheckOutcome>>>): CheckOutcome[] =>
  CHECK_IDS.map((id) => ({ id, status: 'passed', skippedBy: null, summary: '', findings: [], ...change[id] }));
const onlyEmulator = { speedup: { status: 'skipped', skippedBy: 'machine' } } as const;

describe('score', () => {
  it('gives 100 points in all by default', () => {
    expect(Object.values(DEFAULT_RUBRIC).reduce((sum, points) => sum + points, 0)).toBe(100);
  });

  it('leaves out of the maximum what this machine cannot judge', () => {
    expect(score(outcomes(onlyEmulator))).toMatchObject({ score: 90, maxScore: 90, verdict: 'passed' });
  });

  it('keeps in the maximum what the submission made impossible to judge', () => {
    const skipped = { status: 'skipped', skippedBy: 'student' } as const;
    const change = { ...onlyEmulator, compile: { status: 'failed' }, guards: skipped, correctness: skipped } as const;
    expect(score(outcomes(change))).toMatchObject({ score: 30, maxScore: 90, verdict: 'failed' });
  });

  it('gives a failed check nothing', () => {
    const total = score(outcomes({ ...onlyEmulator, guards: { status: 'failed' } }));
    expect(total).toMatchObject({ score: 70, maxScore: 90, verdict: 'failed' });
    expect(total.checks.find(({ id }) => id === 'guards')).toMatchObject({ score: 0, maxScore: 20 });
  });

  it('says error where a check could not be judged through nobody’s mistake', () => {
    expect(score(outcomes({ compile: { status: 'error' }, guards: { status: 'failed' } })).verdict).toBe('error');
  });

  it('gives the points of the reached tier to a check with tiers', () => {
    const total = score(outcomes({ speedup: { earned: 7 } }));
    expect(total).toMatchObject({ score: 97, maxScore: 100, verdict: 'passed' });
    expect(total.checks.find(({ id }) => id === 'speedup')).toMatchObject({ score: 7, maxScore: 10 });
  });

  it('gives at most the points of the check, and none if it failed', () => {
    expect(score(outcomes({ speedup: { earned: 70 } }))).toMatchObject({ score: 100, maxScore: 100 });
    expect(score(outcomes({ speedup: { earned: 7 } }), { speedup: 5 })).toMatchObject({ score: 95, maxScore: 95 });
    expect(score(outcomes({ speedup: { earned: 7, status: 'failed' } }))).toMatchObject({ score: 90, maxScore: 100 });
    const skipped = { ...onlyEmulator.speedup, earned: 7 };
    expect(score(outcomes({ speedup: skipped }))).toMatchObject({ score: 90, maxScore: 90 });
  });

  it('passes a tier that is worth nothing', () => {
    expect(score(outcomes({ speedup: { earned: 0 } }))).toMatchObject({ score: 90, maxScore: 100, verdict: 'passed' });
  });

  it('follows the rubric of the assignment', () => {
    expect(score(outcomes(onlyEmulator), { guards: 50 })).toMatchObject({ score: 120, maxScore: 120 });
  });
});
