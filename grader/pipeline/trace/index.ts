/** A block of a student's own kernel, recorded. */

export { type AccessValues, accessValues } from './access-values.ts';
export { type TracedProgram, traceProgram } from './program.ts';
export { type TracedSubmission, type TraceRequest, traceSubmission } from './submission.ts';
export type { Recorded, Wanted } from './wanted.ts';
