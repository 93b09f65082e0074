/** The words that all parts share: checks, rules, the form of a result. */

export { ERROR_TEXTS, NOT_READY } from './cuda-errors.ts';
export { DETAIL_PARTS, type DetailOf, type FindingDetail, findingDetailSchema } from './detail-schema.ts';
export { type Idleness, type SummaryDetail, summaryDetailSchema } from './details/check-details.ts';
export { type Beyond, type BufferFacts, type Real, type Spot, type StreamsStop, toReal } from './details/facts.ts';
export { MISSING_BARRIERS, REFUSED_LAUNCHES } from './details/fault-details.ts';
export type { InCases, PatternFacts } from './details/output-details.ts';
export { LAUNCH_REFUSALS, relatedDetailSchema } from './details/run-details.ts';
export { BOUNDS, type EstimateEntry, type LaunchEstimateEntry, launchEstimateSchema } from './estimate-schema.ts';
export { CHECK_IDS, type CheckId, RULES, type Rule } from './rules.ts';
export type { ProgramFinding, ProgramLaunch, RunResultJson } from './run-schema.ts';
export {
  type CaseResult,
  type CheckResult,
  type Finding,
  type FindingFacts,
  type GradeResult,
  type RelatedFacts,
  type RelatedLocation,
  resultSchema,
} from './schema.ts';
