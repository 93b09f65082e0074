/** About how fast a submission would be on a GPU, from what the emulator counted. */

export { compareLaunches, repeated, timesToFill, totalSeconds } from './compare.ts';
export { COMPARED_ON, GPUS } from './gpu.ts';
export { countedLaunch, type LaunchSeen } from './launch.ts';
export { estimateLaunch, type LaunchEstimate } from './model.ts';
export { type Remark, remarksOf } from './remarks.ts';
