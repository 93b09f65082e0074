import { expect, it } from 'vitest';
import { repeated } from '../../../grader/authoring/validate/timing.ts';
import type { TimingOutcome } from '../../../grader/timing/index.ts';
import { measured } from '../../report/timing-fixtures.ts';

/** One outcome after the other, the last again and again. */
function timer(...outcomes: readonly TimingOutcome[]) {
  let calls = 0;
  const time = async () => {
    const outcome = outcomes[Math.min(calls, outcomes.length - 1)] as TimingOutcome;
    calls += 1;
    return { ...measured, outcome };
  };
  return { time, calls: () => calls };
}

const STEADY: TimingOutcome = { status: 'measured' };
const UNSTEADY: TimingOutcome = { status: 'unsteady', reason: 'the GPU was slowed down in 3 rounds' };

it('ten timings are ten, and those that the GPU spoils are made again', async () => {
  const { time, calls } = timer(STEADY, UNSTEADY, STEADY, UNSTEADY, STEADY);
  const { timings, trouble } = await repeated(time);
  expect(trouble).toBeNull();
  expect(timings.map(({ outcome }) => outcome.status)).toEqual(Array(10).fill('measured'));
  expect(calls()).toBe(12);
});

it('a GPU that stays unsteady is given up, and what was measured is kept', async () => {
  const { time, calls } = timer(STEADY, UNSTEADY);
  const { timings, trouble } = await repeated(time);
  expect(trouble).toBe('the GPU was slowed down in 3 rounds');
  expect(timings).toHaveLength(1);
  expect(calls()).toBe(5);
});

it.each<[TimingOutcome, string]>([
  [{ status: 'failed', message: 'the launch failed' }, 'the launch failed'],
  [{ status: 'not-replayable', reason: 'it copies results of its own' }, 'it copies results of its own'],
  [{ status: 'wrong', output: 'c', wrong: 3, of: 9 }, 'wrong'],
])('what no repetition mends is tried once: %j', async (outcome, trouble) => {
  const { time, calls } = timer(outcome);
  expect(await repeated(time)).toEqual({ timings: [], trouble });
  expect(calls()).toBe(1);
});
