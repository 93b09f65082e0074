import { parentPort, workerData } from 'node:worker_threads';
import { packageRoot } from '../../../grader/platform/root.ts';

/** Answers each message with what it was given; imports TypeScript itself, as the real workers do. */
parentPort?.on('message', (message: unknown) => parentPort?.postMessage({ message, workerData, packageRoot }));
