import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { packageRoot } from '../../../grader/platform/root.ts';
import { startWorker } from '../../../grader/platform/threads/worker.ts';

it('runs a module of our own sources in a thread', async () => {
  const worker = startWorker(new URL('./echo-worker.ts', import.meta.url), { workerData: { seed: 7 } });
  try {
    worker.postMessage('hello');
    const [answer] = await once(worker, 'message');
    expect(answer).toEqual({ message: 'hello', workerData: { seed: 7 }, packageRoot });
  } finally {
    await worker.terminate();
  }
});

it('reports a module that cannot be loaded', async () => {
  const worker = startWorker(new URL('./no-such-worker.ts', import.meta.url), { stderr: true });
  const [error] = await once(worker, 'error');
  expect(String(error)).toMatch(/no-such-worker/);
});

it('keeps output of a worker out of results; an idle worker ends with Node', () => {
  const program = fileURLToPath(new URL('./noisy.ts', import.meta.url));
  const options = { cwd: packageRoot, encoding: 'utf8', timeout: 30_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', program], options);
  expect(stdout).toBe('result\n');
  expect(stderr).toContain('noise of a library');
  expect(status).toBe(0);
});
