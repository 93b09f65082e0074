import type { Kernel } from '../../compile/index.ts';
import { residentBlocks, sharedLimit, sharedOfEach } from '../../device/index.ts';
import type { Imports } from '../module/wasi.ts';
import { clusterAttributes, clusterOccupancy } from './clusters.ts';
import type { Context } from './context.ts';
import { CUDA } from './errors.ts';
import type { Launches } from './launch.ts';
import { FUNCTION_ATTRIBUTES } from './structures.ts';

const MAX_DYNAMIC_SHARED = 8;
const PREFERRED_CARVEOUT = 9;
const NON_PORTABLE_CLUSTER = 14;
const CLUSTER_POLICY = 15;
const REGISTERS = 32;

/** Facts and settings of kernels, and occupancy. */
export function functionCalls(context: Context, launches: Launches): Imports {
  const { properties } = context.device;
  const withKernel = (name: string, stub: number, body: (kernel: Kernel) => number) =>
    context.call(name, () => {
      const kernel = launches.kernelOf(stub >>> 0);
      return kernel ? body(kernel) : CUDA.invalidDeviceFunction;
    });
  /** Shared memory that a block may have, static and dynamic. */
  const limitOf = (kernel: Kernel) =>
    sharedLimit(properties, kernel.staticSharedBytes, launches.allowedSharedBytes(kernel));
  /** Threads that a block of this kernel can have. */
  const most = ({ maxThreads = properties.maxThreadsPerBlock }: Kernel) =>
    Math.min(maxThreads, properties.maxThreadsPerBlock);
  const resident = (kernel: Kernel, blockSize: number, sharedBytes: number) =>
    blockSize > most(kernel)
      ? 0
      : residentBlocks(properties, blockSize, kernel.staticSharedBytes + sharedBytes, limitOf(kernel));
  const activeBlocks =
    (name: string) =>
    (result = 0, stub = 0, blockSize = 0, sharedBytes = 0) =>
      withKernel(name, stub, (kernel) => {
        if (result === 0 || blockSize < 1) return CUDA.invalidValue;
        context.memory.setI32(result >>> 0, resident(kernel, blockSize, sharedBytes));
        return CUDA.success;
      });

  return {
    cudaFuncSetAttribute: (stub = 0, attribute = 0, value = 0) =>
      withKernel('cudaFuncSetAttribute', stub, (kernel) => {
        if (attribute === PREFERRED_CARVEOUT) {
          if (value < -1 || value > 100) return CUDA.invalidValue;
          launches.preferCarveout(kernel, value);
          return CUDA.success;
        }
        if (attribute === NON_PORTABLE_CLUSTER || attribute === CLUSTER_POLICY) {
          if (value < 0 || value > (attribute === CLUSTER_POLICY ? 2 : 1)) return CUDA.invalidValue;
          if (attribute === NON_PORTABLE_CLUSTER) launches.allowNonPortableCluster(kernel, value === 1);
          return CUDA.success;
        }
        if (attribute !== MAX_DYNAMIC_SHARED || value < 0) return CUDA.invalidValue;
        if (kernel.staticSharedBytes + value > properties.sharedMemPerBlockOptin) return CUDA.invalidValue;
        launches.allowSharedBytes(kernel, value);
        return CUDA.success;
      }),
    cudaFuncGetAttributes: (result = 0, stub = 0) =>
      withKernel('cudaFuncGetAttributes', stub, (kernel) => {
        const { staticSharedBytes } = kernel;
        const version = properties.major * 10 + properties.minor;
        const dynamic = limitOf(kernel) - staticSharedBytes;
        context.memory.bytes(result, FUNCTION_ATTRIBUTES.bytes).fill(0);
        FUNCTION_ATTRIBUTES.write(context.memory, result, {
          sharedSizeBytes: staticSharedBytes,
          maxThreadsPerBlock: most(kernel),
          numRegs: REGISTERS,
          ptxVersion: version,
          binaryVersion: version,
          maxDynamicSharedSizeBytes: dynamic,
          preferredShmemCarveout: -1,
          ...clusterAttributes(kernel, launches.allowsNonPortableCluster(kernel)),
        });
        return CUDA.success;
      }),
    cudaFuncSetCacheConfig: (stub = 0, config = 0) =>
      withKernel('cudaFuncSetCacheConfig', stub, (kernel) =>
        launches.preferCache(kernel, config) ? CUDA.success : CUDA.invalidValue,
      ),
    cudaDeviceSetCacheConfig: (config = 0) =>
      context.call('cudaDeviceSetCacheConfig', () =>
        launches.preferCacheOfAll(config) ? CUDA.success : CUDA.invalidValue,
      ),
    cudaDeviceGetCacheConfig: (result = 0) =>
      context.call('cudaDeviceGetCacheConfig', () => {
        if (result === 0) return CUDA.invalidValue;
        context.memory.setI32(result >>> 0, launches.cacheConfig);
        return CUDA.success;
      }),
    cudaFuncSetSharedMemConfig: (stub = 0) => withKernel('cudaFuncSetSharedMemConfig', stub, () => CUDA.success),
    ...Object.fromEntries(
      ['', 'WithFlags'].map((suffix) => {
        const name = `cudaOccupancyMaxActiveBlocksPerMultiprocessor${suffix}`;
        return [name, activeBlocks(name)];
      }),
    ),
    cudaOccupancyMaxPotentialBlockSize: (gridResult = 0, blockResult = 0, stub = 0, sharedBytes = 0, limit = 0) =>
      withKernel('cudaOccupancyMaxPotentialBlockSize', stub, (kernel) => {
        if (gridResult === 0 || blockResult === 0) return CUDA.invalidValue;
        const largest = limit > 0 ? Math.min(limit, most(kernel)) : most(kernel);
        const step = properties.warpSize;
        let best = { threads: 0, blockSize: 0, blocks: 0 };
        // The largest size first: of several that keep as many threads resident, it is the one to take.
        for (let size = Math.ceil(largest / step) * step; size > 0; size -= step) {
          const blockSize = Math.min(size, largest);
          const blocks = resident(kernel, blockSize, sharedBytes);
          if (blocks * blockSize > best.threads) best = { threads: blocks * blockSize, blockSize, blocks };
        }
        context.memory.setI32(gridResult >>> 0, best.blocks * properties.multiProcessorCount);
        context.memory.setI32(blockResult >>> 0, best.blockSize);
        return CUDA.success;
      }),
    ...clusterOccupancy(context, launches, (kernel, { blockDim, sharedBytes }) =>
      resident(kernel, blockDim.x * blockDim.y * blockDim.z, sharedBytes),
    ),
    cudaOccupancyAvailableDynamicSMemPerBlock: (result = 0, stub = 0, blocks = 0, blockSize = 0) =>
      withKernel('cudaOccupancyAvailableDynamicSMemPerBlock', stub, (kernel) => {
        if (blocks < 1 || blockSize < 1 || resident(kernel, blockSize, 0) < blocks) return CUDA.invalidValue;
        const each = sharedOfEach(blocks, limitOf(kernel));
        context.memory.setWord(result, Math.max(0, each - kernel.staticSharedBytes));
        return CUDA.success;
      }),
  };
}
