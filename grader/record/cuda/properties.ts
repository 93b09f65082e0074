import type { DeviceProperties } from '../../devices/device.ts';

const NAME_BYTES = 256;

/** Facts beyond DeviceProperties that cudaDeviceProp has: those of a GPU of the 9.0 generation. */
export const FACTS = {
  registersPerBlock: 65_536,
  constantBytes: 65_536,
  maxPitch: 0x7fff_ffff,
  threadsPerMultiprocessor: 2_048,
  blocksPerMultiprocessor: 32,
  sharedPerMultiprocessor: 233_472,
  clockKilohertz: 1_755_000,
  memoryClockKilohertz: 2_619_000,
} as const;

/** The bytes of a cudaDeviceProp, field by field in the order of native/emulator/include/emu/host_types.h. */
export function devicePropertiesBytes(properties: DeviceProperties): Uint8Array {
  const { name, maxThreadsDim, maxGridSize } = properties;
  const words = [
    Math.min(properties.totalGlobalMem, 0xffff_ffff),
    properties.sharedMemPerBlock,
    FACTS.registersPerBlock,
    properties.warpSize,
    FACTS.maxPitch,
    properties.maxThreadsPerBlock,
    ...maxThreadsDim,
    ...maxGridSize,
    FACTS.constantBytes,
    properties.major,
    properties.minor,
    512, // textureAlignment
    properties.multiProcessorCount,
    0, // integrated
    1, // canMapHostMemory
    1, // concurrentKernels
    0, // ECCEnabled
    1, // pciBusID
    0, // pciDeviceID
    0, // pciDomainID
    1, // asyncEngineCount
    0, // unifiedAddressing
    5_120, // memoryBusWidth
    50 * 2 ** 20, // l2CacheSize
    FACTS.threadsPerMultiprocessor,
    FACTS.sharedPerMultiprocessor,
    FACTS.registersPerBlock,
    0, // managedMemory
    FACTS.blocksPerMultiprocessor,
    properties.sharedMemPerBlock, // sharedMemPerBlockOptin
    0, // reservedSharedMemPerBlock
    0, // concurrentManagedAccess
    0, // cooperativeLaunch
    FACTS.clockKilohertz,
    FACTS.memoryClockKilohertz,
  ];
  const bytes = new Uint8Array(NAME_BYTES + 4 * words.length);
  bytes.set(new TextEncoder().encode(name).subarray(0, NAME_BYTES - 1));
  const view = new DataView(bytes.buffer);
  for (const [index, word] of words.entries()) view.setUint32(NAME_BYTES + 4 * index, word, true);
  return bytes;
}

/** cudaDeviceAttr. @returns null for one that is not known */
export function deviceAttribute(properties: DeviceProperties, attribute: number): number | null {
  const [blockX, blockY, blockZ] = properties.maxThreadsDim;
  const [gridX, gridY, gridZ] = properties.maxGridSize;
  const attributes: Readonly<Record<number, number>> = {
    1: properties.maxThreadsPerBlock,
    2: blockX,
    3: blockY,
    4: blockZ,
    5: gridX,
    6: gridY,
    7: gridZ,
    8: properties.sharedMemPerBlock,
    9: FACTS.constantBytes,
    10: properties.warpSize,
    12: FACTS.registersPerBlock,
    13: FACTS.clockKilohertz,
    16: properties.multiProcessorCount,
    39: FACTS.threadsPerMultiprocessor,
    75: properties.major,
    76: properties.minor,
    83: 0,
    97: properties.sharedMemPerBlock,
  };
  return attributes[attribute] ?? null;
}
