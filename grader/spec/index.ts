export * from './entry.ts';
export { assignmentJsonSchema } from './json-schema.ts';
export * from './load.ts';
export { type ParseResult, parseAssignment } from './parse.ts';
export { formatProblem, type Problem } from './problem.ts';
export * from './schema.ts';
