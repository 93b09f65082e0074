/** Threads, with the processors and the memory that they take. */

export type { SharedCores } from './cores.ts';
export { cores, idleCores, keepBusy, sharedCores } from './cores.ts';
export { afterWork, ownThread } from './cpu-limit.ts';
export { canEvaluate, evaluateIn } from './evaluate.ts';
export { memoryLimits, PAGE, setMaximum } from './memory-section.ts';
export type { MessagePort } from './threads.ts';
export { MessageChannel, parentPort, receiveMessageOnPort, workerData } from './threads.ts';
export { afterRun, collectNow, uncount } from './uncounted-memory.ts';
export { startWorker } from './worker.ts';
