/** A course's exercises and the installed grader → a package for students, without solutions and hidden cases. */

export { type PackageEntry, studentFiles, studentSpec } from './exercise.ts';
export { type CoursePackage, coursePackage } from './package.ts';
export { writeCoursePackage } from './write.ts';
