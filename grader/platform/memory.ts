import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { InfrastructureError } from './errors.ts';

/** Memory that a grading process is reckoned with: Clang twice, and cases that run. Bytes. */
const GRADING_BYTES = 1.2 * 2 ** 30;

/**
 * V8's own limit of a process that grades, about twice of what grading takes there. Node ends a process that reaches
 * its limit, with no word of ours: too low a one is told before. Bytes.
 */
const LEAST_HEAP = 96 * 2 ** 20;

/** The same for a process that only loads the program and reports an error. Bytes. */
const LEAST_HEAP_TO_START = 80 * 2 ** 20;

/** @throws InfrastructureError where Node was given too small a heap (`--max-old-space-size`, mostly in NODE_OPTIONS) */
export function checkHeap(to: 'start' | 'grade', limit: number = getHeapStatistics().heap_size_limit): void {
  if (limit >= (to === 'grade' ? LEAST_HEAP : LEAST_HEAP_TO_START)) return;
  const mebibytes = (bytes: number) => Math.floor(bytes / 2 ** 20);
  throw new InfrastructureError(
    `Node may use ${mebibytes(limit)} MiB for its heap here, and grading takes ${mebibytes(LEAST_HEAP)}.`,
    { details: ['Take --max-old-space-size out of NODE_OPTIONS, or give it 256 or more.'] },
  );
}

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
