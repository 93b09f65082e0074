export { outputBefore } from './poison.ts';
export { RunPool } from './pool.ts';
export type { Symbolize } from './positions.ts';
export * from './run.ts';
export type { RunOptions } from './run-worker.ts';
