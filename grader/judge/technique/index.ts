export { judgeTechnique } from './technique.ts';
export { loadedSectors } from './traffic.ts';
