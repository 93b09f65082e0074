/** Processes that grade the submissions of a batch on this machine. */

export type { GradingTask, Summary, WorkerSettings } from './messages.ts';
export { type Graders, GradingPool, type Outcome, type PoolOptions } from './pool.ts';
