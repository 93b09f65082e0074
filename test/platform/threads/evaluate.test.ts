import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { evaluateIn } from '../../../grader/platform/threads/evaluate.ts';
import { startWorker } from '../../../grader/platform/threads/worker.ts';

const workers: ReturnType<typeof startWorker>[] = [];
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.terminate())));

async function endless(name: string): Promise<(typeof workers)[number]> {
  const worker = startWorker(new URL('./endless-worker.ts', import.meta.url), { workerData: name });
  workers.push(worker);
  expect(await once(worker, 'message')).toEqual(['endless']);
  return worker;
}

it('runs an expression in a thread with an infinite loop, and in no other', async () => {
  const [one, two] = [await endless('one'), await endless('two')];
  const answers = Promise.all([once(one, 'message'), once(two, 'message')]);
  const end = await Promise.all([evaluateIn(one, 'answer(1)'), evaluateIn(two, 'answer(2)')]);
  expect(await answers).toEqual([['one 1'], ['two 2']]);
  for (const endSession of end) endSession();
});
