export type { TechniqueShortfall } from './shortfall.ts';
export { judgeTechnique } from './technique.ts';
export { loadedSectors } from './traffic.ts';
