/** A class's submissions: graded, kept, told as a class. */

export { applyChanges, finishApply } from './apply.ts';
export { readBook, wholeBook } from './book.ts';
export { keptCourse, type LoadedCourse, loadCourse } from './course.ts';
export { courseJsonSchema } from './course-schema.ts';
export { type Change, changedChecks, changes, isNoticeable, stale } from './diff.ts';
export { drawnForAt } from './draws.ts';
export { type Graders, GradingPool, type GradingTask, type Outcome, type WorkerSettings } from './grading/index.ts';
export { takeIn } from './intake/index.ts';
export type { EngineIdentity } from './key.ts';
export { countMachines, describeMachine, differencesFrom, machineOf } from './machines.ts';
export type { Grade, GradeBook, GradedAttempt } from './model.ts';
export { type Planned, planBatch } from './plan.ts';
export { addAll, type BatchProgress, gradeAll, missing } from './run.ts';
export { readAttemptSource } from './sources.ts';
export { Journal, readJournal } from './state/journal.ts';
export { HISTORY, JOURNAL_FILE, LOCK_FILE, RESULT_FILE } from './state/layout.ts';
export { takeLock } from './state/lock.ts';
export { BatchStore, type StoredAttempt } from './state/store.ts';
