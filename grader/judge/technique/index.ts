/** Whether the kernels solve the exercise in the way that it teaches. */

export { judgeTechnique } from './technique.ts';
export { loadedSectors } from './traffic.ts';
