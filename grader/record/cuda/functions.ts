import type { Imports } from '../host/wasi.ts';
import type { Context } from './context.ts';
import { CUDA } from './errors.ts';
import type { Launches } from './launch.ts';
import { FACTS } from './properties.ts';

const MAX_DYNAMIC_SHARED = 8;
const PREFERRED_CARVEOUT = 9;
const REGISTERS = 32;

/** Facts and settings of kernels, and occupancy. Registers are not known here: occupancy counts threads and shared memory. */
export function functionCalls(context: Context, launches: Launches): Imports {
  const { properties } = context.device;
  const withKernel = (name: string, stub: number, body: (staticShared: number) => number) =>
    context.call(name, () => {
      const kernel = launches.kernelOf(stub >>> 0);
      return kernel ? body(kernel.staticSharedBytes) : CUDA.invalidDeviceFunction;
    });
  /** Blocks of this size that a multiprocessor holds at once. */
  const resident = (blockSize: number, sharedBytes: number) => {
    if (blockSize < 1 || blockSize > properties.maxThreadsPerBlock || sharedBytes > properties.sharedMemPerBlock)
      return 0;
    const warps = Math.ceil(blockSize / properties.warpSize) * properties.warpSize;
    const byThreads = Math.floor(FACTS.threadsPerMultiprocessor / warps);
    const byShared =
      sharedBytes > 0 ? Math.floor(FACTS.sharedPerMultiprocessor / sharedBytes) : FACTS.blocksPerMultiprocessor;
    return Math.min(byThreads, byShared, FACTS.blocksPerMultiprocessor);
  };

  return {
    cudaFuncSetAttribute: (stub = 0, attribute = 0, value = 0) =>
      withKernel('cudaFuncSetAttribute', stub, (staticShared) => {
        if (attribute === PREFERRED_CARVEOUT) return value >= -1 && value <= 100 ? CUDA.success : CUDA.invalidValue;
        if (attribute !== MAX_DYNAMIC_SHARED || value < 0) return CUDA.invalidValue;
        return staticShared + value <= properties.sharedMemPerBlock ? CUDA.success : CUDA.invalidValue;
      }),
    cudaFuncGetAttributes: (result = 0, stub = 0) =>
      withKernel('cudaFuncGetAttributes', stub, (staticShared) => {
        const version = properties.major * 10 + properties.minor;
        const dynamic = properties.sharedMemPerBlock - staticShared;
        const fields = [staticShared, 0, 0, properties.maxThreadsPerBlock, REGISTERS, version, version, 0, dynamic, -1];
        for (const [index, field] of fields.entries()) context.memory.setI32((result >>> 0) + 4 * index, field);
        return CUDA.success;
      }),
    cudaFuncSetCacheConfig: (stub = 0) => withKernel('cudaFuncSetCacheConfig', stub, () => CUDA.success),
    cudaFuncSetSharedMemConfig: (stub = 0) => withKernel('cudaFuncSetSharedMemConfig', stub, () => CUDA.success),
    cudaOccupancyMaxActiveBlocksPerMultiprocessor: (result = 0, stub = 0, blockSize = 0, sharedBytes = 0) =>
      withKernel('cudaOccupancyMaxActiveBlocksPerMultiprocessor', stub, (staticShared) => {
        context.memory.setI32(result >>> 0, resident(blockSize, staticShared + (sharedBytes >>> 0)));
        return CUDA.success;
      }),
    cudaOccupancyMaxPotentialBlockSize: (gridResult = 0, blockResult = 0, stub = 0, sharedBytes = 0, limit = 0) =>
      withKernel('cudaOccupancyMaxPotentialBlockSize', stub, (staticShared) => {
        const largest = limit > 0 ? Math.min(limit, properties.maxThreadsPerBlock) : properties.maxThreadsPerBlock;
        let best = { threads: 0, blockSize: 0, blocks: 0 };
        for (let blockSize = properties.warpSize; blockSize <= largest; blockSize += properties.warpSize) {
          const blocks = resident(blockSize, staticShared + (sharedBytes >>> 0));
          if (blocks * blockSize >= best.threads) best = { threads: blocks * blockSize, blockSize, blocks };
        }
        context.memory.setI32(gridResult >>> 0, best.blocks * properties.multiProcessorCount);
        context.memory.setI32(blockResult >>> 0, best.blockSize);
        return CUDA.success;
      }),
  };
}
