/** The launch plan: what host code asked of the device, as data. */

export { coverage, type LaunchCoverage } from './coverage.ts';
export {
  type LaunchPlan,
  launchPlanSchema,
  type PlanArrayPlace,
  type PlanPlace,
  type PlanStep,
  type PlanTarget,
} from './plan.ts';
export { buffersOf, summarizePlan } from './summary.ts';
