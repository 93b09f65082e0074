export { runDirectly } from './direct.ts';
export type { Job, Recorded, Recording, Replayed } from './job.ts';
export { hasStructureOf, type Judged, type Judging, judge } from './judge.ts';
export { perform } from './perform.ts';
