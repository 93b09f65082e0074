export { toCaseResults } from './cases.ts';
export type { BaselineEvidence, CaseEvidence, CheckOutcome, Evidence, OutputEvidence } from './evidence.ts';
export { tellableCases } from './hidden.ts';
export { judge } from './judge.ts';
export type { TechniqueShortfall } from './technique.ts';
