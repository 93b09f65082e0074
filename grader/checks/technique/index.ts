export type { TechniqueShortfall } from './shortfall.ts';
export { judgeTechnique } from './technique.ts';
