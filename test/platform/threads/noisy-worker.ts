import { parentPort } from 'node:worker_threads';

parentPort?.on('message', () => {
  console.log('noise of a library');
  parentPort?.postMessage('done');
});
