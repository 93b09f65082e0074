import type { DeviceProperties } from '../device.ts';

/** What programs are told that they run on: the limits of compute capability 9.0, with the emulator's own memory. */
export function emulatorProperties(heapBytes: number): DeviceProperties {
  return {
    name: 'CUDA emulator',
    major: 9,
    minor: 0,
    warpSize: 32,
    multiProcessorCount: 132,
    maxThreadsPerBlock: 1024,
    maxThreadsDim: [1024, 1024, 64],
    maxGridSize: [2 ** 31 - 1, 65_535, 65_535],
    sharedMemPerBlock: 49_152,
    sharedMemPerBlockOptin: 232_448,
    totalGlobalMem: heapBytes,
  };
}
