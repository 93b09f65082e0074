import { expect, it } from 'vitest';
import { repeatTimings, type Timed } from '../../../grader/authoring/validate/repetitions.ts';
import { flawsOfRepeated } from '../../../grader/authoring/validate/timing.ts';
import type { TimingEvidence, TimingOutcome } from '../../../grader/timing/index.ts';
import { measured } from '../../report/timing-fixtures.ts';

const STEADY: TimingOutcome = { status: 'measured' };
const UNSTEADY: TimingOutcome = { status: 'unsteady', reason: 'the GPU was slowed down in 3 rounds' };

/** Outcomes of each program, one after the other, the last again and again; and the passes that were asked for. */
function timer(outcomes: Readonly<Record<string, readonly TimingOutcome[]>>) {
  const passes: string[][] = [];
  const calls = new Map<string, number>();
  const pass = async (files: readonly string[], onTimed: (file: string, timing: TimingEvidence) => void) => {
    passes.push([...files]);
    for (const file of files) {
      const call = calls.get(file) ?? 0;
      calls.set(file, call + 1);
      const own = outcomes[file] ?? [];
      onTimed(file, { ...measured, outcome: own[Math.min(call, own.length - 1)] as TimingOutcome });
    }
  };
  return { pass, passes, calls };
}

it('makes ten timings and repeats those that the GPU disturbs', async () => {
  const { pass, calls } = timer({ a: [STEADY, UNSTEADY, STEADY, UNSTEADY, STEADY], b: [STEADY] });
  const [a, b] = await repeatTimings(['a', 'b'], 10, pass);
  for (const one of [a, b]) {
    expect(one?.trouble).toBeNull();
    expect(one?.timings.map(({ outcome }) => outcome.status)).toEqual(Array(10).fill('measured'));
  }
  expect(calls.get('a')).toBe(12);
  expect(calls.get('b')).toBe(10);
});

it('every program is timed once before any is timed again', async () => {
  const { pass, passes } = timer({ a: [STEADY], b: [STEADY], c: [STEADY] });
  await repeatTimings(['a', 'b', 'c'], 3, pass);
  expect(passes).toEqual(Array(3).fill(['a', 'b', 'c']));
});

it('a GPU that stays unsteady is given up, and what was measured is kept', async () => {
  const { pass, calls } = timer({ a: [STEADY, UNSTEADY], b: [STEADY] });
  const [a, b] = await repeatTimings(['a', 'b'], 10, pass);
  expect(a?.trouble).toBe('the GPU was slowed down in 3 rounds');
  expect(a?.timings).toHaveLength(1);
  expect(calls.get('a')).toBe(5);
  expect(b?.timings).toHaveLength(10);
});

it.each<[TimingOutcome, string]>([
  [{ status: 'failed', message: 'the launch failed' }, 'the launch failed'],
  [{ status: 'not-replayable', reason: 'it copies results of its own' }, 'it copies results of its own'],
  [{ status: 'wrong', output: 'c', wrong: 3, of: 9 }, 'wrong'],
])('tries an error that repetition cannot fix only once: %j', async (outcome, trouble) => {
  const { pass, calls } = timer({ a: [outcome] });
  expect(await repeatTimings(['a'], 10, pass)).toEqual([{ file: 'a', timings: [], trouble }]);
  expect(calls.get('a')).toBe(1);
});

it('reports each timing at its end, so an interrupted pass keeps the others', async () => {
  const { pass } = timer({ a: [STEADY], b: [UNSTEADY, STEADY] });
  const told: Timed[] = [];
  let left = 5;
  const breaking: typeof pass = (files, onTimed) =>
    pass(files, (file, timing) => {
      if (left-- === 0) throw new Error('ended');
      onTimed(file, timing);
    });
  await expect(repeatTimings(['a', 'b'], 10, breaking, (one) => told.push(one))).rejects.toThrow('ended');
  expect(told.map(({ file, count, timing }) => `${file} ${count} ${timing.outcome.status}`)).toEqual([
    'a 1 measured',
    'b 0 unsteady',
    'a 2 measured',
    'b 1 measured',
    'a 3 measured',
  ]);
});

it('timings that do not agree on the tier stand against the submission', () => {
  const timings = [measured, { ...measured, tier: 'good' }, { ...measured, tier: null }];
  const [flaw, ...more] = flawsOfRepeated({ file: 'accepted/a.cu', timings, trouble: null }, 3);
  expect(flaw).toMatchObject({
    where: 'submissions/accepted/a.cu',
    message: '3 timings do not agree on its tier: fast, good, none',
  });
  expect(more).toEqual([]);
  expect(flawsOfRepeated({ file: 'accepted/a.cu', timings: [measured, measured], trouble: null }, 2)).toEqual([]);
});
