import type { Kernel } from '../compile/index.ts';
import { FIXED_LIMITS } from '../limits/index.ts';
import type { LAUNCH_REFUSALS } from '../result/index.ts';
import type { DeviceProperties, Dim3, LaunchOutcome, LaunchRequest } from './device.ts';

/** Why a launch is refused before it starts, in CUDA's terms. */
export interface LaunchRefusal {
  /** CUDA error code. */
  readonly error: number;
  readonly reason: (typeof LAUNCH_REFUSALS)[number];
}

const INVALID_CONFIGURATION = 9;
const INVALID_VALUE = 1;
const INVALID_CLUSTER_SIZE = 912;

/** Blocks of a cluster that every GPU with clusters can run, and those of an H200 if the program allows it. */
export const CLUSTER_LIMITS = { portable: 8, allowed: 16 } as const;

/** What the compiler knows of a kernel that limits its launches. */
type KernelLimits = Pick<Kernel, 'maxThreads' | 'localBytes'>;

/**
 * The hardware's limits on a launch, as the CUDA runtime checks them ("Execution Configuration" and the table of
 * compute capabilities in the CUDA C++ Programming Guide).
 * @param sharedBytes - static and dynamic shared memory of a block
 * @param sharedLimit - what a block of this kernel may have of it
 * @param kernel - the kernel's own limits; an H100 reports both as cudaErrorInvalidValue (driver of CUDA 13)
 */
export function refuseLaunch(
  properties: DeviceProperties,
  grid: Dim3,
  block: Dim3,
  sharedBytes: number,
  sharedLimit = properties.sharedMemPerBlock,
  { maxThreads, localBytes = 0 }: KernelLimits = {},
): LaunchRefusal | null {
  const axes = [0, 1, 2] as const;
  if (axes.some((axis) => grid[axis] === 0 || block[axis] === 0))
    return { error: INVALID_CONFIGURATION, reason: 'zero-size' };
  if (block[0] * block[1] * block[2] > properties.maxThreadsPerBlock)
    return { error: INVALID_CONFIGURATION, reason: 'threads-per-block' };
  if (axes.some((axis) => block[axis] > properties.maxThreadsDim[axis]))
    return { error: INVALID_CONFIGURATION, reason: 'block-dim' };
  if (axes.some((axis) => grid[axis] > properties.maxGridSize[axis]))
    return { error: INVALID_CONFIGURATION, reason: 'grid-size' };
  if (maxThreads !== undefined && block[0] * block[1] * block[2] > maxThreads)
    return { error: INVALID_VALUE, reason: 'launch-bounds' };
  if (localBytes > FIXED_LIMITS.localBytes) return { error: INVALID_VALUE, reason: 'local-memory' };
  if (sharedBytes > sharedLimit) return { error: INVALID_VALUE, reason: 'shared-memory' };
  return null;
}

/**
 * The rules of launches with clusters, as an H200 has them (driver of CUDA 13).
 * @param cluster - blocks along each axis
 * @param required - what `__cluster_dims__` sets
 * @param nonPortable - cudaFuncSetAttribute has allowed clusters of more than 8 blocks
 */
export function refuseCluster(
  grid: Dim3,
  cluster: Dim3,
  required: Dim3 | undefined,
  nonPortable: boolean,
): LaunchRefusal | null {
  const axes = [0, 1, 2] as const;
  const blocks = cluster[0] * cluster[1] * cluster[2];
  if (axes.some((axis) => cluster[axis] === 0)) return { error: INVALID_CLUSTER_SIZE, reason: 'cluster-zero' };
  if (required && axes.some((axis) => cluster[axis] !== required[axis]))
    return { error: INVALID_CLUSTER_SIZE, reason: 'cluster-required' };
  if (axes.some((axis) => grid[axis] % cluster[axis] !== 0))
    return { error: INVALID_CLUSTER_SIZE, reason: 'cluster-grid' };
  if (blocks > (nonPortable ? CLUSTER_LIMITS.allowed : CLUSTER_LIMITS.portable))
    return { error: INVALID_CLUSTER_SIZE, reason: 'cluster-size' };
  return null;
}

/** True for a launch without threads: CUDA refuses it, but nothing is missing if there was nothing to do. */
export function isOfNothing({ grid, block }: Pick<LaunchRequest, 'grid' | 'block'>): boolean {
  return grid.includes(0) || block.includes(0);
}

const COOPERATIVE_LAUNCH_TOO_LARGE = 720;

/**
 * The blocks of a cooperative launch must all run at the same time.
 * @param resident - how many do
 */
export function refuseCooperative(grid: Dim3, resident: number): LaunchRefusal | null {
  if (grid[0] * grid[1] * grid[2] <= resident) return null;
  return { error: COOPERATIVE_LAUNCH_TOO_LARGE, reason: 'cooperative-grid' };
}

/** Shared memory that a block may have: more than 48 KiB only where the program has asked for it. */
export function sharedLimit(
  properties: DeviceProperties,
  staticBytes: number,
  { maxDynamicSharedBytes }: Pick<LaunchRequest, 'maxDynamicSharedBytes'>,
): number {
  return maxDynamicSharedBytes === undefined ? properties.sharedMemPerBlock : staticBytes + maxDynamicSharedBytes;
}

/** A launch of which no more is known than how it ended: it did not run, or ran where nobody looks. */
export function bareOutcome(error: number, sharedBytes: number): LaunchOutcome {
  return {
    error,
    sharedBytes,
    outputThreads: 0,
    outputBlocks: 0,
    outputStores: [],
    sharedLoads: false,
    counters: {},
    siteCounters: [],
  };
}
