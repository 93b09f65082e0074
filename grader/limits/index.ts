/** Every limit that a submission can meet, and who sets it. `docs/limits.md` is made of these. */
export { ASSIGNMENT_LIMITS, type AssignmentLimit, type AssignmentLimitName } from './assignment.ts';
export {
  BUILD_LIMITS,
  GPU_PROGRAM_LIMITS,
  HELPER_LIMITS,
  type HelperLimits,
  type Limits,
  PROGRAM_BUILD_LIMITS,
} from './containers.ts';
export {
  ARCHIVE_LIMITS,
  FIXED_LIMITS,
  INSTRUCTOR_LIMITS,
  PROGRAM_LIMITS,
  PROGRAM_MEMORY,
  STUDENT_LIMITS,
} from './fixed.ts';
