export type * from './device.ts';
export { bareOutcome, type LaunchRefusal, refuseLaunch } from './launch-rules.ts';
