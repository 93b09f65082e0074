export { GpuHelper, type HelperEnd, HelperHung, type HelperProcess, type StartHelper } from './client.ts';
export { type LocalSettings, localHelpers } from './local.ts';
export { type GpuDescription, type GpuRun, GpuRuns, GpuTarget } from './target.ts';
export type { GpuProgram, RepeatableRun } from './task.ts';
