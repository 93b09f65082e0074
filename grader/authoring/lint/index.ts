export { CALIBRATION_FOLDER } from './calibrations.ts';
export { lintCourse } from './course.ts';
export { HANDOUT_FILE } from './handout.ts';
export { type Folder, formatIssue, type Issue } from './issue.ts';
export { folderAt, lintAssignment } from './lint.ts';
export { type LintReport, lintSchema } from './schema.ts';
export { jsonSchema, SCHEMAS, type SchemaName } from './schemas.ts';
export { SIMULATOR_FILE } from './simulator.ts';
export { BASELINE_FILE, STARTER_FILE } from './strays.ts';
