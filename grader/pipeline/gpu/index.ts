/** Processes that hold the GPU, each for one submission. */

export type { HelperEnd, StartHelper } from './client.ts';
export { gradersOn, listGpus, ofOneModel } from './list.ts';
export { localHelpers } from './local.ts';
export { type GpuRunOptions, GpuRuns } from './runs.ts';
export { SanitizerMissing } from './sanitize.ts';
export { GpuTarget, type KeptModel, type PreparedReplay } from './target.ts';
export type { GpuProgram, RepeatableRun } from './task.ts';
