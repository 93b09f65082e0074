import { expect, it } from 'vitest';
import { LoopClock } from '../../../grader/host/module/loop-clock.ts';

/**
 * A loop on a machine of its own time.
 * @param pauseMs - how long others have the processor after each `sliceMs`
 * @returns when it was stopped
 */
function endsAt(turnMs: number, { sliceMs = Number.POSITIVE_INFINITY, pauseMs = 0 } = {}, limitMs = 1000): number {
  let [now, sinceSlice] = [0, 0];
  const clock = new LoopClock(limitMs, () => now);
  for (let turns: number | null = 1; turns !== null; turns = clock.turned()) {
    sinceSlice += turns * turnMs;
    now += turns * turnMs;
    if (sinceSlice >= sliceMs) {
      now += pauseMs;
      sinceSlice = 0;
    }
    if (now > 100 * limitMs) break;
  }
  return now;
}

it.each([1e-6, 1e-3, 0.3, 50])('ends a loop when its time is over, if a turn takes %d ms', (turnMs) => {
  const ended = endsAt(turnMs);
  expect(ended).toBeGreaterThanOrEqual(1000);
  expect(ended).toBeLessThan(1000 + 10 + 2 * turnMs);
});

it('gives a loop more time that got half a processor', () => {
  const ended = endsAt(1e-6, { sliceMs: 4, pauseMs: 4 });
  expect(ended).toBeGreaterThan(1350);
  expect(ended).toBeLessThan(1500);
});

it('is patient with a starved loop, but not for ever', () => {
  const ended = endsAt(1e-6, { sliceMs: 4, pauseMs: 96 });
  expect(ended).toBeGreaterThanOrEqual(4000);
  expect(ended).toBeLessThan(4200);
});

it('counts our calls by half, and waits at most twice as long for them', () => {
  let now = 0;
  const clock = new LoopClock(1000, () => now);
  for (; now < 5000; now += 100) {
    if (clock.entered()) break;
    now += 100;
    if (clock.left()) break;
  }
  expect(now).toBeGreaterThanOrEqual(1000);
  expect(now).toBeLessThan(2000);
});
