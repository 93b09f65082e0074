export { allocatedVariable } from './allocated-variable.ts';
export { toCaseResults } from './cases.ts';
export { isCorrect } from './correctness.ts';
export type {
  BaselineEvidence,
  CaseEvidence,
  CheckOutcome,
  Evidence,
  GpuEvidence,
  NvccEvidence,
  OutputEvidence,
} from './evidence.ts';
export type { ExchangedArguments } from './exchanged.ts';
export { tellableCases } from './hidden.ts';
export { judge, participationMatters } from './judge.ts';
export { launchEntry, siteLines } from './launches.ts';
export {
  casesWithWork,
  hasUnsetVariables,
  type Idleness,
  type Participation,
  readsUndefined,
  WORKS,
  writesHalf,
  writtenShare,
} from './participation.ts';
export { type ProgramEvidence, type ProgramFindings, programFindings } from './program.ts';
export type { ReturnedMismatch } from './returned.ts';
export type { TechniqueShortfall } from './technique/index.ts';
