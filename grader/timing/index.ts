export type * from './evidence.ts';
export { checkGpu, describeGpu, versionText } from './gpu-model.ts';
export type { Sample } from './inputs.ts';
export { floorOf, type MeasureOptions, measure, type TimingSubject, unmeasured } from './measure.ts';
export { GpuReplay, hasRoom, type ReplayOptions } from './replay.ts';
export {
  type Clocks,
  type Repetition,
  type Replay,
  type ReplayArray,
  ReplayFailure,
  type ReplayTask,
  type TimedPrograms,
} from './session.ts';
export { type Estimate, estimateMedian, median } from './statistics.ts';
export { estimateFor } from './tiers.ts';
export { keptBytes } from './verify.ts';
