/** A student's way through a course: the order of its exercises, a folder per exercise, and the results in it. */

export { EXERCISES_FILE, inCourseOrder, readCourse } from './course.ts';
export {
  assertFreeFolder,
  type ExerciseFolder,
  handInOf,
  MARKER,
  openExercise,
  startExercise,
} from './folder.ts';
export { type Handout, handoutFiles } from './handout-files.ts';
export { type Step, stepsOf } from './progress.ts';
export { addResult, bestOf, type KeptResult, RESULTS_FILE, resultsNear } from './results.ts';
export { definedBy, definedIn, type Named } from './which.ts';
