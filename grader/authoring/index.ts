/** Assignments as their authors make them: written, checked, proven, calibrated. */

export { makeReferences, writeReferences } from './references.ts';
export { submissionsSchema } from './submissions.ts';
