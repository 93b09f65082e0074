/** Files that people name or get. */

export {
  isTemporaryName,
  removeTemporaries,
  removeTemporariesBelow,
  replaceFile,
  TEMPORARY_SUFFIX,
  writeFileAtomic,
} from './atomic.ts';
export { readOnlyFiles } from './file-system.ts';
export type { Files } from './files.ts';
export { nodeFiles } from './files.ts';
export { type IncludedFile, includedFiles, readBeside } from './includes.ts';
export { appendJobSummary, SUMMARY_BYTES } from './job-summary.ts';
export { openFile } from './open.ts';
export type { FileAccess, FileSystem, FolderEntry, OpenFile, Refusal } from './readable-files.ts';
export type { ReportFile } from './report-folder.ts';
export { assertWritableFolder, writeReports } from './report-folder.ts';
export type { DrawnFor } from './seed-source.ts';
export { readSecret, seedFrom, seedSource } from './seed-source.ts';
export {
  decodeHeader,
  decodeSubmission,
  MAX_SUBMISSION_BYTES,
  maxBytesOf,
  readHeaders,
  readSubmission,
  type SubmissionFile,
  type SubmissionHeader,
} from './submission-file.ts';
export { watchSaves } from './watch.ts';
export { folderObstacle, kindOf, makeFolders, whyFileUnwritable, whyFolderUnwritable } from './writable.ts';
