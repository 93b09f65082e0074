export { GpuHelper, type HelperEnd, HelperHung, type HelperProcess, type StartHelper } from './client.ts';
export { gradersOn, type ListedGpu, listGpus, ofOneModel } from './list.ts';
export { type LocalSettings, localHelpers } from './local.ts';
export { SanitizerMissing } from './sanitize.ts';
export {
  type GpuDescription,
  type GpuRun,
  type GpuRunOptions,
  GpuRuns,
  GpuTarget,
  type KeptModel,
  type PreparedReplay,
} from './target.ts';
export type { GpuProgram, RepeatableRun } from './task.ts';
