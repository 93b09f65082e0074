/** Runs of host code, in which all that it asks of the device is put on record. */

export type { CreateDevice } from './device.ts';
export type { Executed, Task } from './execute.ts';

export { outputBefore } from './poison.ts';
export { RunPool } from './pool.ts';
export type { Symbolize } from './positions.ts';
export { HostPositions } from './positions.ts';

export {
  type ApiError,
  type DeviceContent,
  type ElementType,
  type EntryArgument,
  emptyRun,
  type HostOutcome,
  type LaunchRecord,
  type ModifiedInput,
  type OutputState,
  type ReturnedTensor,
  type RunLimits,
  type RunRequest,
  type RunResult,
  type StreamsStopped,
} from './run.ts';
export type { RunOptions } from './run-worker.ts';

export type { Recorded } from './task.ts';
