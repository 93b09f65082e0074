/** Mistakes in an assignment's files, with their lines. */

export { CALIBRATION_FOLDER } from './calibrations.ts';
export { lintCourse } from './course.ts';
export { HANDOUT_FILE } from './handout.ts';
export { formatIssue, type Issue } from './issue.ts';
export { folderAt, lintAssignment } from './lint.ts';
export { lintSchema } from './schema.ts';
export { jsonSchema, SCHEMAS } from './schemas.ts';

export { BASELINE_FILE, STARTER_FILE } from './strays.ts';
