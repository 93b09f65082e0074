export { writeArchive } from './archive.ts';
export { autograderEntries } from './package.ts';
