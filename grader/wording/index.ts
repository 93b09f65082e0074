export { wordDiagnostic, wordDisagreement, wordExhausted, wordPolicyViolation } from './diagnostics.ts';
export {
  wordCheckAim,
  wordHiddenCases,
  wordLate,
  wordLeftOut,
  wordNoSubmission,
  wordNothingHandedIn,
  wordOpenGrade,
  wordSeveralSubmissions,
} from './exports.ts';
export { type FaultContext, type FaultWords, wordFault, wordSanitizer } from './faults.ts';
export { wordLaunchNotes } from './launches.ts';
export { wordApiError, wordGpuFailure, wordHostOutcome, wordOnGpu, wordOutput, wordTechnique } from './outcomes.ts';
export { wordPattern } from './patterns.ts';
export {
  type ProgramLimits,
  wordOccurrence,
  wordProgramDiagnostic,
  wordProgramEnd,
  wordRefusedFile,
} from './programs.ts';
export { type RuleWords, wordRule } from './rules.ts';
export { type CheckFacts, wordCheck, wordVerdict } from './summaries.ts';
export { extents as wordExtents, number as wordNumber, plural as wordPlural, type Words } from './text.ts';
export {
  wordCalibration,
  wordDigits,
  wordRatio,
  wordSpeed,
  wordThreshold,
  wordTiming,
  wordTooClose,
} from './timing.ts';
