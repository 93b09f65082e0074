/** Twins of what only Node has, for browsers. */
export { simulatorScripts } from './simulator-file.ts';
export { provideFiles } from './worker.ts';
