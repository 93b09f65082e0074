export { type Comparison, compareLaunches, repeated, timesToFill, totalSeconds } from './compare.ts';
export { COMPARED_ON, GPUS, type Gpu } from './gpu.ts';
export { countedLaunch, type LaunchSeen } from './launch.ts';
export { estimateLaunch, type LaunchEstimate, type Resource } from './model.ts';
export { type Remark, remarksOf } from './remarks.ts';
