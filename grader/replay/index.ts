export { runDirectly } from './direct.ts';
export type { Job, Recorded, Recording, Replayed } from './job.ts';
export { hasStructureOf, type Judged, type Judging, judge, type RunAgain } from './judge.ts';
export { perform } from './perform.ts';
