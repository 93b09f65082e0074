import type * as GpuCases from '../pipeline/grade/gpu-cases.ts';
import type * as Timing from '../pipeline/grade/timing.ts';

/** Stands for what grading does with a GPU, which the engine of a browser never has. */
function noGpu(): never {
  throw new Error('a browser has no GPU');
}

export const gpuCases: typeof GpuCases.gpuCases = noGpu;
export const timeSubmission: typeof Timing.timeSubmission = noGpu;
