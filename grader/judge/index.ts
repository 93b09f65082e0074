/** Evidence of a submission in, outcomes of its checks out. */

export { allocatedVariable } from './allocated-variable.ts';
export { toCaseResults } from './cases.ts';
export { caseHolds, isCorrect } from './correctness.ts';
export type {
  BaselineEvidence,
  CaseEvidence,
  CheckOutcome,
  Evidence,
  FailedCalls,
  GpuEvidence,
  NvccEvidence,
  OrderedCall,
  OutputEvidence,
  Participation,
  ReorderedOutput,
  ShownSource,
  UnnoticedFailure,
} from './evidence.ts';
export { hasUnchecked, streamsStop } from './faults.ts';
export { gpuProgramFindings } from './gpu-program.ts';
export { tellableCases, withoutHidden } from './hidden.ts';
export { judge, participationMatters } from './judge.ts';
export { programEstimate } from './launch-estimate.ts';
export { launchEntry, siteLines } from './launches.ts';
export { kernelsServedByBlocks, layoutOf } from './layout.ts';
export { casesWithWork, WORKS, writesHalf, writtenShare } from './participation.ts';
export { programFindings } from './program.ts';
export { loadedSectors } from './technique/index.ts';
