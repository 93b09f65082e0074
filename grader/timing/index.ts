/** How fast a submission is on a GPU, measured. */

export type { GpuModel, TimingEvidence, TimingOutcome, TimingParts, TimingRound } from './evidence.ts';
export { checkGpu, describeGpu, versionText } from './gpu-model.ts';
export type { Sample } from './inputs.ts';
export { blameless, type MeasureOptions, measure, type TimingSubject, unmeasured } from './measure.ts';
export { GpuReplay, hasRoom } from './replay.ts';
export {
  type Clocks,
  type OutputCopy,
  type Repetition,
  type Replay,
  ReplayFailure,
  type ReplayTask,
  type TimedPrograms,
} from './session.ts';
export { estimateMedian, median } from './statistics.ts';
export { estimateFor } from './tiers.ts';
export { keptBytes, type TimedOutput } from './verify.ts';
