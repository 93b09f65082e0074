/** A submission of an assignment, graded from its source to its result. */

export { countBaseline } from './baseline.ts';
export type { Engine } from './engine.ts';
export { entryOptions } from './entry.ts';
export { gatherEvidence } from './evidence.ts';
export { faultResult } from './fault.ts';
export type { Graded, GradeProgress } from './grade.ts';
export { type MadeCase, makeCase } from './inputs.ts';
export { largestCase, type PlannedCase, planCases } from './plan-cases.ts';
export { filesToCompile, type ProgramFiles, programFiles } from './program.ts';
export { RepeatedTiming } from './repeated-timing.ts';
export { runRequest } from './request.ts';

export { countSolution } from './solution.ts';
export { gradeAsEnded, gradeSubmission } from './submission.ts';

export { buildOwn, timeSubmission } from './timing.ts';
