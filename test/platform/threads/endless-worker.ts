import { parentPort, workerData } from 'node:worker_threads';

Object.assign(globalThis, { answer: (n: number) => parentPort?.postMessage(`${workerData} ${n}`) });
parentPort?.postMessage('endless');
for (;;);
