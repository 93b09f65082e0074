import { memoryLimits, PAGE, setMaximum } from '../threads/index.ts';

/**
 * Limits the memory of one run of Clang, in place.
 * @param memoryBytes - rounded up to pages
 * @throws Error for a module of another form than expected
 */
export function limitClang(bytes: Uint8Array, memoryBytes: number): void {
  const pages = Math.ceil(memoryBytes / PAGE);
  const limits = memoryLimits(bytes);
  if (!limits || pages < limits.minimum || pages > limits.maximum) {
    throw new Error('the compiler has no memory that can be limited: another version of @yowasp/clang?');
  }
  setMaximum(bytes, limits, pages);
}
