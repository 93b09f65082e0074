export { type RunOptions, RunPool } from './pool.ts';
export type { Symbolize } from './positions.ts';
export * from './run.ts';
