import { LimitReached } from '../signals.ts';

const GiB = 2 ** 30;
/**
 * The size from which real machines refuse memory too: the memory of an H100, which is the smallest GPU of
 * compute capability 9.0, and more than most computers of students have. A negative number of bytes is larger.
 */
const MACHINE_BYTES = 80 * GiB;
/** The same where `size_t` has 32 bits: what a signed number of 32 bits cannot exceed. */
const MACHINE_BYTES_OF_32_BITS = 2 ** 31 - 1;

/**
 * Ends the program if it asks for memory that only the emulator does not have. Otherwise the program is told, as on a
 * real machine.
 * @throws LimitReached
 */
export function assertBeyondMachines(limit: 'memory' | 'deviceMemory', bytes: number): void {
  const isOf32Bits = bytes < 2 ** 32 && bytes >= MACHINE_BYTES_OF_32_BITS;
  if (bytes < MACHINE_BYTES && !isOf32Bits) throw new LimitReached(limit, bytes);
}
