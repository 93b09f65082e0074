import type { DeviceProperties } from './device.ts';

/** A multiprocessor of compute capability 9.0 ("Compute Capabilities" in the CUDA C++ Programming Guide). */
export const MULTIPROCESSOR = {
  threads: 2_048,
  blocks: 32,
  sharedBytes: 233_472,
  /** Of a block's shared memory: kept by the system, and the step in which it is given out. */
  reservedShared: 1_024,
  sharedStep: 128,
} as const;

/** Shared memory that blocks take of a multiprocessor's, with what the system keeps for each. */
function sharedOf(bytes: number): number {
  return Math.ceil(bytes / MULTIPROCESSOR.sharedStep) * MULTIPROCESSOR.sharedStep + MULTIPROCESSOR.reservedShared;
}

/**
 * Blocks of this size that a multiprocessor holds at once. Registers are not known here: threads and shared memory
 * count.
 * @param sharedLimit - what a block of this kernel may have of shared memory
 */
export function residentBlocks(
  properties: DeviceProperties,
  blockSize: number,
  sharedBytes: number,
  sharedLimit: number,
): number {
  if (blockSize < 1 || blockSize > properties.maxThreadsPerBlock || sharedBytes > sharedLimit) return 0;
  const threads = Math.ceil(blockSize / properties.warpSize) * properties.warpSize;
  return Math.min(
    Math.floor(MULTIPROCESSOR.threads / threads),
    Math.floor(MULTIPROCESSOR.sharedBytes / sharedOf(sharedBytes)),
    MULTIPROCESSOR.blocks,
  );
}

/** Shared memory of each of several blocks on one multiprocessor. */
export function sharedOfEach(blocks: number, sharedLimit: number): number {
  const share = Math.floor(MULTIPROCESSOR.sharedBytes / blocks) - MULTIPROCESSOR.reservedShared;
  return Math.max(0, Math.min(sharedLimit, Math.floor(share / MULTIPROCESSOR.sharedStep) * MULTIPROCESSOR.sharedStep));
}
