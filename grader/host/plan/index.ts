export { coverage, type LaunchCoverage } from './coverage.ts';
export {
  type LaunchPlan,
  launchPlanSchema,
  type PlanArrayPlace,
  type PlanPlace,
  type PlanStep,
  type PlanTarget,
} from './plan.ts';
export { buffersOf, type PlanSummary, summarizePlan } from './summary.ts';
