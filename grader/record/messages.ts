import type { Executed, Task } from './execute.ts';

/** To the run worker. */
export interface WorkerRequest {
  readonly id: number;
  readonly task: Task;
}

/** Name of the worker's global function that posts `done` with what the case `id` has left behind so far. */
export const STOP = 'stopRun';

/** From it. `started` begins the wall clock: by then the worker is loaded. */
export type WorkerResponse =
  | { readonly kind: 'started'; readonly id: number }
  | { readonly kind: 'done'; readonly id: number; readonly executed: Executed }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
