export * from './estimate-schema.ts';
export * from './rules.ts';
export type { ProgramFinding, ProgramLaunch, RunResultJson } from './run-schema.ts';
export * from './schema.ts';
