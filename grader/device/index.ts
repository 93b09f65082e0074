export type * from './device.ts';
export { CONDITION_LABEL } from './device.ts';
export {
  bareOutcome,
  isOfNothing,
  type LaunchRefusal,
  refuseCooperative,
  refuseLaunch,
  sharedLimit,
} from './launch-rules.ts';
export { LiveRanges } from './live-ranges.ts';
export { MULTIPROCESSOR, residentBlocks, sharedOfEach } from './occupancy.ts';
export { TamperedRecord } from './tampered.ts';
export { stateAfter } from './written.ts';
