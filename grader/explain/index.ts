/** Every sentence that people read about a submission. */

export { wordAccessValues } from './access-values.ts';
export { causesOf, wordAlso } from './causes.ts';
export { type Compared, wordChanges } from './changes.ts';
export { type DecidingLine, type DecidingReason, decidesAbout, wordDeciding } from './deciding.ts';
export {
  type DecidedGrade,
  wordDecisions,
  wordExcused,
  wordOtherAttempt,
  wordWaiting,
} from './decisions.ts';
export { wordEstimate, wordLaunchEstimate, wordRemark } from './estimate.ts';
export {
  OPEN_CAUSES,
  type OpenCause,
  wordCheckAim,
  wordLate,
  wordLeftOut,
  wordNoSubmission,
  wordNothingHandedIn,
  wordOpenGrade,
  wordSeveralSubmissions,
} from './exports.ts';
export {
  wordCountedAttempt,
  wordFeedbackSubject,
  wordGreeting,
  wordPoints,
  wordReportAttached,
  wordStatus,
} from './feedback.ts';
export { factsOf, withRelated, worded, wordFinding } from './finding.ts';
export {
  type Difference,
  wordAgreement,
  wordDifference,
  wordQueue,
  wordUnfinishedTool,
} from './gpu-programs.ts';
export { wordOtherModel } from './gpus.ts';
export { wordHiddenFault } from './hidden.ts';
export {
  KERNEL_TRACE_WORDS,
  wordNoSuchBlock,
  wordTraceBuild,
  wordTraceCommand,
  wordTraceNotShown,
  wordTraceShown,
  wordTraceStart,
  wordTraceWindow,
} from './kernel-trace.ts';
export { GRID_WORDS, wordLauncher, wordLaunchNotes, wordWrongBlocks } from './launches.ts';
export { FIXED_LIMIT_WORDS, LIMIT_WORDS } from './limits.ts';
export {
  MACHINE_PARTS,
  MACHINE_WORDS,
  type MachineAbilities,
  type MachinePart,
  type MachineWords,
  wordAbilities,
} from './machine.ts';
export { WARP_WORDS, wordRequest, wordTraffic, wordTrafficKind, wordWarp, wordWarpAccess } from './memory.ts';
export { sayingKey } from './mistakes.ts';
export { inNamesOfNumba } from './numba.ts';
export { type ExchangedArguments, mayExplainOutputs, wordFollows } from './outputs.ts';
export { wordPattern } from './patterns.ts';
export {
  PLAYGROUND_CANCELLED,
  PLAYGROUND_NO_PROGRAM,
  PLAYGROUND_PREPARING,
  PLAYGROUND_READY,
  wordPlaygroundFailure,
  wordPlaygroundLoading,
  wordPlaygroundStage,
} from './playground.ts';
export { wordElsewhere, wordOccurrence, wordOutside, wordRefusedFile, wordWrittenFiles } from './programs.ts';
export { wordExplain, wordRule } from './rules.ts';
export { wordStreamsStop } from './stream-order.ts';
export { type CheckFacts, wordCheck, wordGroup, wordOpen, wordTotal, wordTried, wordVerdict } from './summaries.ts';
export type { TechniqueKind } from './technique.ts';
export { cutAround, extents as wordExtents, number as wordNumber, plural as wordPlural, type Words } from './text.ts';
export {
  wordCalibration,
  wordDigits,
  wordRatio,
  wordSpeed,
  wordThreshold,
} from './timing.ts';
export { TRACE_WORDS, wordTraceLeftOut } from './trace.ts';
