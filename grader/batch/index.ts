/** A class's submissions: graded, kept, told as a class. */

export { applyChanges, finishApply } from './apply.ts';
export { onTimeUntil, readBook, wholeBook } from './book.ts';
export {
  keptCourse,
  type LoadedCourse,
  loadCourse,
  noAssignment,
  readOverrides,
  unknownAssignments,
} from './course.ts';
export { courseJsonSchema } from './course-schema.ts';
export { forgetStudents } from './decisions/forget.ts';
export { noticesOf, writeNotices } from './decisions/notices.ts';
export {
  holds,
  identityOf,
  isDate,
  OVERRIDE_COLUMNS,
  type Override,
  parseOverrides,
  REVIEW_COLUMNS,
} from './decisions/overrides.ts';
export { finishGiven, giveTo } from './decisions/owners.ts';
export { type Proof, proveRecord, writeHead } from './decisions/proof.ts';
export { addOverrides, recordFound, recordOverrides, recordRequests } from './decisions/record.ts';
export { addRequests, keptRequests, type RegradeRequest, readRequests } from './decisions/requests.ts';
export { type ReviewGroup, reviewGroups } from './decisions/review.ts';
export { decisionOf, shownTime, storyOf } from './decisions/story.ts';
export { again, type Change, changedChecks, changes, isNoticeable, isOfPointsOnly, stale } from './diff.ts';
export { drawnForAt } from './draws.ts';
export {
  type Graders,
  GradingPool,
  type GradingTask,
  type Outcome,
  type PoolOptions,
  type WorkerSettings,
} from './grading/index.ts';
export { type Intake, isUndecidedNote, takeIn } from './intake/index.ts';
export type { EngineIdentity } from './key.ts';
export { countMachines, describeEngine, describeMachine, differencesFrom, machineOf } from './machines.ts';
export { meantStudent } from './meant.ts';
export type { Grade, GradeBook, GradedAttempt, HeldHandIn } from './model.ts';
export { type Planned, planBatch } from './plan.ts';
export { addAll, type BatchProgress, gradeAll, isSettledNote, missing } from './run.ts';
export { readAttemptSource } from './sources.ts';
export { type JournalKey, journalKey, readLine } from './state/chain.ts';
export { attemptOf, FileRecord, isEditedByStaff, recordedFiles } from './state/files.ts';
export { type DecisionFacts, Journal, type JournalLine, journalLines, readJournal } from './state/journal.ts';
export {
  BATCH_FILE,
  CLASS_PAGE,
  EXPORT,
  folderName,
  HEAD_FILE,
  HISTORY,
  JOURNAL_FILE,
  JOURNAL_HEAD_FILE,
  LOCK_FILE,
  OVERRIDES_FILE,
  PROGRESS_FILE,
  RESULT_FILE,
  SLURM,
  STUDENTS,
} from './state/layout.ts';
export { BatchBusyError, lockHolder, takeLock } from './state/lock.ts';
export { readOwners } from './state/owners.ts';
export { type BatchFile, BatchStore, proposedFolder, type StoredAttempt } from './state/store.ts';
