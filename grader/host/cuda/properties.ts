import type { DeviceProperties } from '../../device/index.ts';
import { MULTIPROCESSOR } from '../../device/index.ts';

const NAME_BYTES = 256;
const UUID_BYTES = 16 + 8;

/** Facts beyond DeviceProperties that cudaDeviceProp has: those of an H200. */
export const FACTS = {
  registersPerBlock: 65_536,
  constantBytes: 65_536,
  maxPitch: 0x7fff_ffff,
  clockKilohertz: 1_980_000,
  memoryClockKilohertz: 3_201_000,
  memoryBusBits: 6_144,
  l2Bytes: 60 * 2 ** 20,
  /** Ten of its sixteen ways. */
  persistingL2Bytes: (60 * 2 ** 20 * 10) / 16,
  accessPolicyWindowBytes: 128 * 2 ** 20,
  textureAlignment: 512,
  texturePitchAlignment: 32,
  /** Elements along each axis: of arrays with one or two, with three, and with layers. */
  texture2D: [131_072, 65_536, 0],
  texture3D: [16_384, 16_384, 16_384],
  layeredTexture: [32_768, 32_768, 2_048],
  leastPriority: 0,
  greatestPriority: -5,
} as const;

/** The bytes of a cudaDeviceProp, field by field in the order of native/emulator/include/emu/host_types.h. */
export function devicePropertiesBytes(properties: DeviceProperties): Uint8Array {
  const { name, maxThreadsDim, maxGridSize } = properties;
  const words = [
    0, // luidDeviceNodeMask
    Math.min(properties.totalGlobalMem, 0xffff_ffff),
    properties.sharedMemPerBlock,
    FACTS.registersPerBlock,
    properties.warpSize,
    FACTS.maxPitch,
    properties.maxThreadsPerBlock,
    ...maxThreadsDim,
    ...maxGridSize,
    FACTS.clockKilohertz,
    FACTS.constantBytes,
    properties.major,
    properties.minor,
    FACTS.textureAlignment,
    FACTS.texturePitchAlignment,
    1, // deviceOverlap
    properties.multiProcessorCount,
    0, // kernelExecTimeoutEnabled
    0, // integrated
    1, // canMapHostMemory
    0, // computeMode
    FACTS.texture2D[0], // maxTexture1D
    ...FACTS.texture2D.slice(0, 2), // maxTexture2D
    ...FACTS.texture3D, // maxTexture3D
    ...[32_768, 2_048], // maxTexture1DLayered
    ...FACTS.layeredTexture, // maxTexture2DLayered
    512, // surfaceAlignment
    1, // concurrentKernels
    1, // ECCEnabled
    1, // pciBusID
    0, // pciDeviceID
    0, // pciDomainID
    0, // tccDriver
    3, // asyncEngineCount
    1, // unifiedAddressing
    FACTS.memoryClockKilohertz,
    FACTS.memoryBusBits,
    FACTS.l2Bytes,
    FACTS.persistingL2Bytes,
    MULTIPROCESSOR.threads,
    1, // streamPrioritiesSupported
    1, // globalL1CacheSupported
    1, // localL1CacheSupported
    MULTIPROCESSOR.sharedBytes,
    FACTS.registersPerBlock,
    1, // managedMemory
    0, // isMultiGpuBoard
    0, // multiGpuBoardGroupID
    0, // hostNativeAtomicSupported
    2, // singleToDoublePrecisionPerfRatio
    0, // pageableMemoryAccess
    1, // concurrentManagedAccess
    1, // computePreemptionSupported
    1, // canUseHostPointerForRegisteredMem
    1, // cooperativeLaunch
    0, // cooperativeMultiDeviceLaunch
    properties.sharedMemPerBlockOptin,
    0, // pageableMemoryAccessUsesHostPageTables
    0, // directManagedMemAccessFromHost
    MULTIPROCESSOR.blocks,
    FACTS.accessPolicyWindowBytes,
    MULTIPROCESSOR.reservedShared,
    1, // hostRegisterSupported
    0, // hostRegisterReadOnlySupported
    1, // memoryPoolsSupported
    0, // gpuDirectRDMASupported
    0, // ipcEventSupported
    0, // clusterLaunch
    0, // unifiedFunctionPointers
    32_768, // maxTexture1DMipmap
    ...[32_768, 32_768], // maxTexture2DMipmap
    ...[131_072, 65_000, 2_097_120], // maxTexture2DLinear
    ...[32_768, 32_768], // maxTexture2DGather
    ...[8_192, 8_192, 32_768], // maxTexture3DAlt
    32_768, // maxTextureCubemap
    ...[32_768, 2_046], // maxTextureCubemapLayered
    32_768, // maxSurface1D
    ...FACTS.texture2D.slice(0, 2), // maxSurface2D
    ...FACTS.texture3D, // maxSurface3D
    ...[32_768, 2_048], // maxSurface1DLayered
    ...FACTS.layeredTexture, // maxSurface2DLayered
    32_768, // maxSurfaceCubemap
    ...[32_768, 2_046], // maxSurfaceCubemapLayered
    0, // sparseCudaArraySupported
    0, // timelineSemaphoreInteropSupported
    0, // deferredMappingCudaArraySupported
    0, // gpuDirectRDMAFlushWritesOptions
    0, // gpuDirectRDMAWritesOrdering
    0, // memoryPoolSupportedHandleTypes
    0, // deviceNumaConfig
    -1, // deviceNumaId
    0, // mpsEnabled
    -1, // hostNumaId
    ...[0, 0], // gpuPciDeviceID, gpuPciSubsystemID
    0, // hostNumaMultinodeIpcSupported
    ...Array.from({ length: 56 }, () => 0), // reserved
  ];
  const bytes = new Uint8Array(NAME_BYTES + UUID_BYTES + 4 * words.length);
  bytes.set(new TextEncoder().encode(name).subarray(0, NAME_BYTES - 1));
  const view = new DataView(bytes.buffer);
  for (const [index, word] of words.entries()) view.setUint32(NAME_BYTES + UUID_BYTES + 4 * index, word, true);
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
    11: FACTS.maxPitch,
    12: FACTS.registersPerBlock,
    13: FACTS.clockKilohertz,
    14: FACTS.textureAlignment,
    15: 1, // GpuOverlap
    16: properties.multiProcessorCount,
    17: 0, // KernelExecTimeout
    18: 0, // Integrated
    19: 1, // CanMapHostMemory
    20: 0, // ComputeMode
    30: 512, // SurfaceAlignment
    31: 1, // ConcurrentKernels
    32: 1, // EccEnabled
    33: 1, // PciBusId
    34: 0, // PciDeviceId
    35: 0, // TccDriver
    36: FACTS.memoryClockKilohertz,
    37: FACTS.memoryBusBits,
    38: FACTS.l2Bytes,
    39: MULTIPROCESSOR.threads,
    40: 3, // AsyncEngineCount
    41: 1, // UnifiedAddressing
    50: 0, // PciDomainId
    51: FACTS.texturePitchAlignment,
    75: properties.major,
    76: properties.minor,
    78: 1, // StreamPrioritiesSupported
    79: 1, // GlobalL1CacheSupported
    80: 1, // LocalL1CacheSupported
    81: MULTIPROCESSOR.sharedBytes,
    82: FACTS.registersPerBlock,
    83: 1, // ManagedMemory
    84: 0, // IsMultiGpuBoard
    85: 0, // MultiGpuBoardGroupID
    86: 0, // HostNativeAtomicSupported
    87: 2, // SingleToDoublePrecisionPerfRatio
    88: 0, // PageableMemoryAccess
    89: 1, // ConcurrentManagedAccess
    90: 1, // ComputePreemptionSupported
    91: 1, // CanUseHostPointerForRegisteredMem
    95: 1, // CooperativeLaunch
    97: properties.sharedMemPerBlockOptin,
    98: 0, // CanFlushRemoteWrites
    99: 1, // HostRegisterSupported
    100: 0, // PageableMemoryAccessUsesHostPageTables
    101: 0, // DirectManagedMemAccessFromHost
    106: MULTIPROCESSOR.blocks,
    108: FACTS.persistingL2Bytes,
    109: FACTS.accessPolicyWindowBytes,
    111: MULTIPROCESSOR.reservedShared,
    115: 1, // MemoryPoolsSupported
    120: 0, // ClusterLaunch
  };
  return attributes[attribute] ?? null;
}
