/** Assignments as their authors make them. */

export { makeReferences, writeReferences } from './references.ts';
export { submissionsSchema } from './submissions.ts';
