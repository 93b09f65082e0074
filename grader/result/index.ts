/** The words that all parts share: checks, rules, the form of a result. */

export { BOUNDS, type EstimateEntry, type LaunchEstimateEntry, launchEstimateSchema } from './estimate-schema.ts';
export { CHECK_IDS, type CheckId, RULES, type Rule } from './rules.ts';
export type { ProgramFinding, ProgramLaunch, RunResultJson } from './run-schema.ts';
export {
  type CaseResult,
  type CheckResult,
  type Finding,
  type GradeResult,
  type RelatedLocation,
  resultSchema,
} from './schema.ts';
