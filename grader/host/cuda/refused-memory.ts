import { LimitReached } from '../signals.ts';

const GiB = 2 ** 30;
/**
 * The size from which real machines refuse memory too: the memory of an H100, which is the smallest GPU of
 * compute capability 9.0, and more than most computers of students have. A negative number of bytes is larger.
 */
const MACHINE_BYTES = 80 * GiB;

/**
 * Ends the program if it asks for memory that only the emulator does not have. Otherwise the program gets the error, as on
 * a real machine.
 * @throws LimitReached
 */
export function assertBeyondMachines(limit: 'memory' | 'deviceMemory', bytes: number): void {
  if (bytes < MACHINE_BYTES) throw new LimitReached(limit, bytes);
}
