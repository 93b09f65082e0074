/** Processes that hold the GPU, each for one submission. */

export type { HelperEnd, StartHelper } from './client.ts';
export { gradersOn, listGpus, ofOneModel } from './list.ts';
export { localHelpers } from './local.ts';
export { SanitizerMissing } from './sanitize.ts';
export { type GpuRunOptions, GpuRuns, GpuTarget, type KeptModel, type PreparedReplay } from './target.ts';
export type { GpuProgram, RepeatableRun } from './task.ts';
