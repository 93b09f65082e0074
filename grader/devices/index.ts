export type * from './device.ts';
export { type LaunchRefusal, refuseLaunch } from './launch-rules.ts';
