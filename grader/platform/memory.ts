import { totalmem } from 'node:os';

/** Memory that a grading process is reckoned with: Clang twice, and cases that run. Bytes. */
const GRADING_BYTES = 1.2 * 2 ** 30;

/** Memory that this process may have: the machine's, or less where a container or a job was given less. Bytes. */
export function memoryBytes(): number {
  // Where there is no limit this is 0, or a number larger than any machine's memory.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(totalmem(), limit) : totalmem();
}

/** How many grading processes there can be at once, at least 1. */
export function gradingProcesses(cores: number, memory: number = memoryBytes()): number {
  return Math.max(1, Math.min(cores, Math.floor(memory / GRADING_BYTES)));
}
