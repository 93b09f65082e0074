import type { Kernel } from '../../compile/index.ts';
import { CLUSTER_LIMITS, type Dim3, refuseCluster } from '../../device/index.ts';
import type { Imports } from '../module/wasi.ts';
import type { Context } from './context.ts';
import { CUDA } from './errors.ts';
import type { Launches } from './launch.ts';
import { DIM3, Structure, type ValuesOf } from './structures.ts';

/** cudaLaunchConfig_t, and its attributes. */
const CONFIGURATION = new Structure({
  ...({ gridDim: DIM3, blockDim: DIM3, sharedBytes: 'size', stream: 'pointer' } as const),
  ...({ attributes: 'pointer', count: 'u32' } as const),
});
const ATTRIBUTE = { bytes: 72, value: 8, clusterDimension: 4 } as const;
/** Blocks of clusters that run at a time on a multiprocessor of an H200, at most. */
const CLUSTERED_BLOCKS = 8;

export type LaunchConfiguration = Pick<ValuesOf<typeof CONFIGURATION.fields>, 'gridDim' | 'blockDim' | 'sharedBytes'>;

/** Returns what cudaFuncGetAttributes answers of the clusters of a kernel. */
export function clusterAttributes({ cluster }: Kernel, nonPortable: boolean) {
  return {
    clusterDimMustBeSet: cluster ? 1 : 0,
    requiredClusterWidth: cluster?.[0] ?? 0,
    requiredClusterHeight: cluster?.[1] ?? 0,
    requiredClusterDepth: cluster?.[2] ?? 0,
    nonPortableClusterSizeAllowed: nonPortable ? 1 : 0,
  };
}

/**
 * Occupancy by clusters. A GPU runs all blocks of a cluster in one group of its multiprocessors. Which multiprocessors
 * are in a group is not known here, so an H200 answers less for sizes that do not divide a group.
 * @param resident - blocks of such a launch that a multiprocessor holds at once
 */
export function clusterOccupancy(
  context: Context,
  launches: Launches,
  resident: (kernel: Kernel, configuration: LaunchConfiguration) => number,
): Imports {
  const answer =
    (name: string, count: (kernel: Kernel, cluster: Dim3 | null, blocks: number) => number) =>
    (result = 0, stub = 0, at = 0) =>
      context.call(name, () => {
        const { memory } = context;
        const kernel = launches.kernelOf(stub >>> 0);
        if (!kernel) return CUDA.invalidDeviceFunction;
        if (result === 0 || at === 0) return CUDA.invalidValue;
        const configuration = CONFIGURATION.read(memory, at >>> 0);
        const indices = Array.from({ length: configuration.count }, (_, index) => index);
        const attributes = indices.map((index) => configuration.attributes + ATTRIBUTE.bytes * index);
        const asked = attributes.find((attribute) => memory.u32(attribute) === ATTRIBUTE.clusterDimension);
        const cluster = launches.clusterAt(kernel, asked === undefined ? 0 : asked + ATTRIBUTE.value);
        const { x, y, z } = configuration.gridDim;
        const refusal =
          cluster && refuseCluster([x, y, z], cluster, kernel.cluster, launches.allowsNonPortableCluster(kernel));
        if (refusal) return refusal.error;
        memory.setI32(result >>> 0, count(kernel, cluster, resident(kernel, configuration)));
        return CUDA.success;
      });
  return {
    cudaOccupancyMaxActiveClusters: answer('cudaOccupancyMaxActiveClusters', (_, cluster, blocks) => {
      if (!cluster) return 0;
      const all = Math.min(blocks, CLUSTERED_BLOCKS) * context.device.properties.multiProcessorCount;
      return Math.floor(all / (cluster[0] * cluster[1] * cluster[2]));
    }),
    cudaOccupancyMaxPotentialClusterSize: answer('cudaOccupancyMaxPotentialClusterSize', (kernel, _, blocks) => {
      if (blocks === 0) return 0;
      return launches.allowsNonPortableCluster(kernel) ? CLUSTER_LIMITS.allowed : CLUSTER_LIMITS.portable;
    }),
  };
}
