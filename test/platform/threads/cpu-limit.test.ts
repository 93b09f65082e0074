import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { afterWork } from '../../../grader/platform/threads/cpu-limit.ts';
import { noThreadTimes } from '../../posix.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of cleanUp.splice(0)) await each();
});

/** Milliseconds of processor time. */
const ownTime = (thread: string | null) =>
  Number(readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/** A thread of this process that never rests. */
function busyThread(): void {
  const worker = new Worker('for (;;) {}', { eval: true });
  cleanUp.push(() => worker.terminate());
}

/** The same, and resolves with its name when it runs. */
function namedThread(text: string): Promise<string | null> {
  const name =
    "require('node:worker_threads').parentPort.postMessage(require('node:fs').readlinkSync('/proc/thread-self'))";
  const worker = new Worker(`${name}; ${text}`, { eval: true });
  cleanUp.push(() => worker.terminate());
  return new Promise((resolve) => worker.on('message', resolve));
}

/** Resolves with the milliseconds after which the clock has called. */
function expiry(limitMs: number, threads?: number, own?: readonly (string | null)[]): Promise<number> {
  const began = performance.now();
  return new Promise((resolve) => {
    cleanUp.push(afterWork(limitMs, () => resolve(performance.now() - began), threads, own));
  });
}

describe('the limit of work', () => {
  it('is over after its time if the process works', async () => {
    busyThread();
    const took = await expiry(400);
    expect(took).toBeGreaterThanOrEqual(390);
    expect(took).toBeLessThan(1900);
  });

  it('is longer where nothing works, four times at most', async () => {
    const took = await expiry(300);
    expect(took).toBeGreaterThanOrEqual(1190);
  });

  it('is not over sooner because other works go on beside it', async () => {
    // One thread does the work of three: each has had a third of it.
    busyThread();
    const others = [0, 1].map(() => afterWork(60_000, () => {}));
    cleanUp.push(...others);
    expect(await expiry(400)).toBeGreaterThanOrEqual(700);
  });

  it('counts work of several threads for each of them', async () => {
    busyThread();
    expect(await expiry(400, 2)).toBeGreaterThanOrEqual(520);
  });

  it.skipIf(noThreadTimes !== null)('counts only the time of the threads that do the work', async () => {
    busyThread();
    busyThread();
    const idle = await namedThread('setInterval(() => {}, 1000)');
    expect(await expiry(300, 1, [idle])).toBeGreaterThanOrEqual(1190);
    const busy = await namedThread('for (;;) {}');
    const before = ownTime(busy);
    const took = await expiry(300, 1, [idle, busy]);
    // A machine with much other work can use up the patience first.
    if (took < 1190) expect(ownTime(busy) - before).toBeGreaterThanOrEqual(205);
  });

  it('counts the time of the process if a thread has no name', async () => {
    busyThread();
    expect(await expiry(400, 1, [null])).toBeLessThan(1900);
  });

  it('does not call after it was stopped', async () => {
    let called = false;
    const stop = afterWork(50, () => {
      called = true;
    });
    stop();
    stop();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(called).toBe(false);
  });
});
