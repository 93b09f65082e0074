export { countBaseline } from './baseline.ts';
export type { Engine } from './engine.ts';
export { toleranceOf } from './evidence.ts';
export { type FaultedSubmission, faultResult } from './fault.ts';
export { type Graded, type GradeProgress, type GradeRequest, gradeSubmission } from './grade.ts';
export { type MadeCase, makeCase } from './inputs.ts';
export { largestCase, type PlannedCase, planCases } from './plan-cases.ts';
export { hash32 } from './seed.ts';
export { buildOwn, type TimingRequest, timeSubmission } from './timing.ts';
