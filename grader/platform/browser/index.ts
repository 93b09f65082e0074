/** Twins of what only Node has, for browsers. */
export { simulatorScripts } from './simulator-file.ts';
export { provideFiles, startWorkersAt } from './worker.ts';
export { WorkerHost } from './worker-host.ts';
