export type * from './device.ts';
export { CONDITION_LABEL } from './device.ts';
export { bareOutcome, isOfNothing, type LaunchRefusal, refuseLaunch } from './launch-rules.ts';
export { LiveRanges } from './live-ranges.ts';
export { TamperedRecord } from './tampered.ts';
