/** Every sentence that people read about a submission. */

export type { FaultContext } from './accesses.ts';
export { causesOf, wordAlso } from './causes.ts';
export {
  wordDiagnostic,
  wordDisagreement,
  wordExhausted,
  wordOtherProgram,
  wordPolicyViolation,
} from './diagnostics.ts';
export { wordEstimate, wordLaunchEstimate, wordRemark } from './estimate.ts';
export {
  wordCheckAim,
  wordLate,
  wordLeftOut,
  wordMachineFault,
  wordNoSubmission,
  wordNothingHandedIn,
  wordOpenGrade,
  wordSeveralSubmissions,
} from './exports.ts';
export { wordFault, wordSanitizer } from './faults.ts';
export {
  type Difference,
  wordAgreement,
  wordDifference,
  wordKilledProgram,
  wordProgramSanitizer,
  wordQueue,
  wordUnfinishedTool,
} from './gpu-programs.ts';
export { wordOtherModel } from './gpus.ts';
export { wordHiddenFault, wordHiddenFinding, wordHiddenOnly } from './hidden.ts';
export { wordHanded, wordHostMade } from './host-made.ts';
export { wordModifiedInput } from './inputs.ts';
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
export { wordApiError, wordGpuFailure, wordHostOutcome, wordLaunchOfNothing, wordOnGpu } from './outcomes.ts';
export {
  type ExchangedArguments,
  mayExplainOutputs,
  type OutputWords,
  wordExchanged,
  wordFollows,
  wordOtherStore,
  wordOutput,
  wordWarned,
} from './outputs.ts';
export { wordPattern } from './patterns.ts';
export {
  PLAYGROUND_CANCELLED,
  PLAYGROUND_PREPARING,
  PLAYGROUND_READY,
  wordPlaygroundFailure,
  wordPlaygroundLoading,
  wordPlaygroundStage,
} from './playground.ts';
export {
  type ProgramLimits,
  wordOccurrence,
  wordProgramDiagnostic,
  wordProgramEnd,
  wordRefusedFile,
  wordWrittenFiles,
} from './programs.ts';
export { type ReorderedOutput, wordReordered } from './reordered.ts';
export { type ReturnedMismatch, wordReturned } from './returned.ts';
export { wordExplain, wordRule } from './rules.ts';
export type { OrderedCall } from './stream-order.ts';
export { type CheckFacts, type Idleness, wordCheck, wordTried, wordVerdict } from './summaries.ts';
export { type BusyLine, type TechniqueShortfall, wordTechnique } from './technique.ts';
export { cutAround, extents as wordExtents, number as wordNumber, plural as wordPlural, type Words } from './text.ts';
export {
  wordCalibration,
  wordDigits,
  wordRatio,
  wordSpeed,
  wordThreshold,
  wordTiming,
  wordTooClose,
} from './timing.ts';
export { TRACE_WORDS, wordTraceLeftOut } from './trace.ts';
export type { TransferProblem } from './transfers.ts';
