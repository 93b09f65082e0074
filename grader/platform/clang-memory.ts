import { memoryLimits } from './memory-section.ts';

/** Bytes of a page of WebAssembly's memory. */
export const PAGE = 65_536;

/** Lowers the maximum of a module's own memory, in place. @throws Error for a module of another form than expected */
export function limitMemory(bytes: Uint8Array, pages: number): void {
  const limits = memoryLimits(bytes);
  if (!limits || pages < limits.minimum || pages > limits.maximum) {
    throw new Error('the compiler has no memory that can be limited: another version of @yowasp/clang?');
  }
  // The same number of bytes: continuation bits fill what a smaller number does not need.
  let rest = pages;
  for (let i = limits.maximumAt; i < limits.end; i++) {
    bytes[i] = (rest & 0x7f) | (i < limits.end - 1 ? 0x80 : 0);
    rest >>>= 7;
  }
}
