/** The package for Gradescope, which grades there with an installed grader. */

export { writeArchive } from './archive.ts';
export { autograderEntries } from './package.ts';
