export { wordDiagnostic, wordExhausted, wordPolicyViolation } from './diagnostics.ts';
export { type FaultContext, type FaultWords, wordFault } from './faults.ts';
export { wordApiError, wordHostOutcome, wordOutput, wordTechnique } from './outcomes.ts';
export { wordPattern } from './patterns.ts';
export { wordCheck, wordVerdict } from './summaries.ts';
export { extents as wordExtents, number as wordNumber, plural as wordPlural, type Words } from './text.ts';
