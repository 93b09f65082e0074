/** What any code may ask of the machine that it runs on. */

export { adviceOn } from './advice.ts';
export { sameBytes } from './bytes.ts';
export { anyDiskFault, diskFault, isDiskFaultText } from './disk.ts';
export { AssignmentError, GradeError, InfrastructureError, messageOf, systemCode, UsageError } from './errors.ts';
export { EXIT } from './exit-status.ts';
export { sha256 } from './hash.ts';
export { BEGIN, END, NAME, WORD } from './identifiers.ts';
export type { InputStream } from './input.ts';
export { inputStream } from './input.ts';
export { checkHeap, gradingProcesses, memoryBytes } from './memory.ts';
export { emulatorAssets, packageRoot } from './root.ts';
export { shellWord } from './shell-word.ts';
export { didYouMean, nearest } from './suggest.ts';
export type { Output } from './terminal.ts';
export { printable, printableLine, textWidth, usesColor } from './terminal.ts';
export { programVersion } from './version.ts';
