import type { DeviceProperties } from '../device.ts';
import type { GpuProperties } from './addon.ts';

export function deviceProperties(gpu: GpuProperties): DeviceProperties {
  return {
    name: gpu.name,
    major: gpu.major,
    minor: gpu.minor,
    warpSize: gpu.warpSize,
    multiProcessorCount: gpu.multiprocessors,
    maxThreadsPerBlock: gpu.maxThreadsPerBlock,
    maxThreadsDim: [gpu.maxBlockX, gpu.maxBlockY, gpu.maxBlockZ],
    maxGridSize: [gpu.maxGridX, gpu.maxGridY, gpu.maxGridZ],
    sharedMemPerBlock: gpu.sharedBytesPerBlock,
    sharedMemPerBlockOptin: gpu.sharedBytesPerBlockOptIn,
    totalGlobalMem: gpu.totalBytes,
  };
}
