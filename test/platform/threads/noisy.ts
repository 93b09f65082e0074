import { fileURLToPath } from 'node:url';
import { startWorker } from '../../../grader/platform/threads/worker.ts';

/** A program whose worker prints, answers, and is then idle: run by a test to see its streams and that it ends. */
const worker = startWorker(new URL('./noisy-worker.ts', import.meta.url));
worker.on('message', () => {
  console.log('result');
  worker.unref();
});
worker.postMessage(fileURLToPath(import.meta.url));
