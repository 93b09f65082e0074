import type { SharedCores } from '../platform/threads/index.ts';
import type { Executed, Task } from './execute.ts';
import type { Stream } from './module/output.ts';

/** What the run worker is started with. */
export interface RunWorkerData {
  readonly cores: SharedCores;
}

/** To the run worker. */
export interface WorkerRequest {
  readonly id: number;
  readonly task: Task;
  /** What the program prints is wanted at once, as `output`. */
  readonly streams: boolean;
  /** Where `input` is answered; null where standard input is empty. */
  readonly input: SharedArrayBuffer | null;
}

/** Name of the worker's global function that posts `done` with what the case `id` has left behind so far. */
export const STOP = 'stopRun';

/** From it. `started` begins the wall clock: by then the worker is loaded. */
export type WorkerResponse =
  | { readonly kind: 'started'; readonly id: number }
  | { readonly kind: 'output'; readonly id: number; readonly stream: Stream; readonly bytes: Uint8Array }
  /** The program waits for at most so many bytes of standard input. */
  | { readonly kind: 'input'; readonly id: number; readonly bytes: number }
  | { readonly kind: 'done'; readonly id: number; readonly executed: Executed }
  /** `isExplained`: it failed for a reason that it says, which is not the submission's. */
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly isExplained: boolean };
