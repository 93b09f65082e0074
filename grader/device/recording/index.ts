/** The rows of a recorded block → steps of its warps, in lockstep. */

export { type BlockStep, inLockstep } from './lockstep.ts';
export { bytesOf, textOf } from './numbers.ts';
export type { BlockRecording, RecordedMemory, RecordingRequest } from './recording.ts';
export { type ThreadAccess, type ThreadStep, type ThreadValue, threadSteps } from './threads.ts';
