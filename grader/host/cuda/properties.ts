import type { DeviceProperties } from '../../device/index.ts';
import { MULTIPROCESSOR } from '../../device/index.ts';
import type { HostMemory } from '../module/memory.ts';
import { WORD } from '../module/words.ts';
import { Structure } from './structures.ts';

const NAME_BYTES = 256;
/** The largest `size_t` of a program, as far as a number is exact. */
export const LARGEST_SIZE = WORD === 8 ? Number.MAX_SAFE_INTEGER : 0xffff_ffff;

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

/** cudaDeviceProp, with the fields that CUDA 13 has dropped at its end. */
export const DEVICE_PROPERTIES = new Structure({
  name: { unused: 256 },
  uuid: { unused: 16 },
  luid: { unused: 8 },
  luidDeviceNodeMask: 'u32',
  totalGlobalMem: 'size',
  sharedMemPerBlock: 'size',
  regsPerBlock: 'i32',
  warpSize: 'i32',
  memPitch: 'size',
  maxThreadsPerBlock: 'i32',
  maxThreadsDim: { i32s: 3 },
  maxGridSize: { i32s: 3 },
  totalConstMem: 'size',
  major: 'i32',
  minor: 'i32',
  textureAlignment: 'size',
  texturePitchAlignment: 'size',
  multiProcessorCount: 'i32',
  integrated: 'i32',
  canMapHostMemory: 'i32',
  maxTexture1D: 'i32',
  maxTexture1DMipmap: 'i32',
  maxTexture2D: { i32s: 2 },
  maxTexture2DMipmap: { i32s: 2 },
  maxTexture2DLinear: { i32s: 3 },
  maxTexture2DGather: { i32s: 2 },
  maxTexture3D: { i32s: 3 },
  maxTexture3DAlt: { i32s: 3 },
  maxTextureCubemap: 'i32',
  maxTexture1DLayered: { i32s: 2 },
  maxTexture2DLayered: { i32s: 3 },
  maxTextureCubemapLayered: { i32s: 2 },
  maxSurface1D: 'i32',
  maxSurface2D: { i32s: 2 },
  maxSurface3D: { i32s: 3 },
  maxSurface1DLayered: { i32s: 2 },
  maxSurface2DLayered: { i32s: 3 },
  maxSurfaceCubemap: 'i32',
  maxSurfaceCubemapLayered: { i32s: 2 },
  surfaceAlignment: 'size',
  concurrentKernels: 'i32',
  ECCEnabled: 'i32',
  pciBusID: 'i32',
  pciDeviceID: 'i32',
  pciDomainID: 'i32',
  tccDriver: 'i32',
  asyncEngineCount: 'i32',
  unifiedAddressing: 'i32',
  memoryBusWidth: 'i32',
  l2CacheSize: 'i32',
  persistingL2CacheMaxSize: 'i32',
  maxThreadsPerMultiProcessor: 'i32',
  streamPrioritiesSupported: 'i32',
  globalL1CacheSupported: 'i32',
  localL1CacheSupported: 'i32',
  sharedMemPerMultiprocessor: 'size',
  regsPerMultiprocessor: 'i32',
  managedMemory: 'i32',
  isMultiGpuBoard: 'i32',
  multiGpuBoardGroupID: 'i32',
  hostNativeAtomicSupported: 'i32',
  pageableMemoryAccess: 'i32',
  concurrentManagedAccess: 'i32',
  computePreemptionSupported: 'i32',
  canUseHostPointerForRegisteredMem: 'i32',
  cooperativeLaunch: 'i32',
  sharedMemPerBlockOptin: 'size',
  pageableMemoryAccessUsesHostPageTables: 'i32',
  directManagedMemAccessFromHost: 'i32',
  maxBlocksPerMultiProcessor: 'i32',
  accessPolicyMaxWindowSize: 'i32',
  reservedSharedMemPerBlock: 'size',
  hostRegisterSupported: 'i32',
  sparseCudaArraySupported: 'i32',
  hostRegisterReadOnlySupported: 'i32',
  timelineSemaphoreInteropSupported: 'i32',
  memoryPoolsSupported: 'i32',
  gpuDirectRDMASupported: 'i32',
  gpuDirectRDMAFlushWritesOptions: 'u32',
  gpuDirectRDMAWritesOrdering: 'i32',
  memoryPoolSupportedHandleTypes: 'u32',
  deferredMappingCudaArraySupported: 'i32',
  ipcEventSupported: 'i32',
  clusterLaunch: 'i32',
  unifiedFunctionPointers: 'i32',
  deviceNumaConfig: 'i32',
  deviceNumaId: 'i32',
  mpsEnabled: 'i32',
  hostNumaId: 'i32',
  gpuPciDeviceID: 'u32',
  gpuPciSubsystemID: 'u32',
  hostNumaMultinodeIpcSupported: 'i32',
  clockRate: 'i32',
  deviceOverlap: 'i32',
  kernelExecTimeoutEnabled: 'i32',
  computeMode: 'i32',
  memoryClockRate: 'i32',
  singleToDoublePrecisionPerfRatio: 'i32',
  cooperativeMultiDeviceLaunch: 'i32',
  reserved: { i32s: 49 },
});

/** Writes a cudaDeviceProp. What is not here is 0. */
export function writeProperties(memory: HostMemory, at: number, properties: DeviceProperties): void {
  const bytes = memory.bytes(at, DEVICE_PROPERTIES.bytes).fill(0);
  bytes.set(new TextEncoder().encode(properties.name).subarray(0, NAME_BYTES - 1));
  DEVICE_PROPERTIES.write(memory, at, {
    totalGlobalMem: Math.min(properties.totalGlobalMem, LARGEST_SIZE),
    sharedMemPerBlock: properties.sharedMemPerBlock,
    regsPerBlock: FACTS.registersPerBlock,
    warpSize: properties.warpSize,
    memPitch: FACTS.maxPitch,
    maxThreadsPerBlock: properties.maxThreadsPerBlock,
    maxThreadsDim: properties.maxThreadsDim,
    maxGridSize: properties.maxGridSize,
    totalConstMem: FACTS.constantBytes,
    major: properties.major,
    minor: properties.minor,
    textureAlignment: FACTS.textureAlignment,
    texturePitchAlignment: FACTS.texturePitchAlignment,
    multiProcessorCount: properties.multiProcessorCount,
    canMapHostMemory: 1,
    maxTexture1D: FACTS.texture2D[0],
    maxTexture1DMipmap: 32_768,
    maxTexture2D: FACTS.texture2D.slice(0, 2),
    maxTexture2DMipmap: [32_768, 32_768],
    maxTexture2DLinear: [131_072, 65_000, 2_097_120],
    maxTexture2DGather: [32_768, 32_768],
    maxTexture3D: FACTS.texture3D,
    maxTexture3DAlt: [8_192, 8_192, 32_768],
    maxTextureCubemap: 32_768,
    maxTexture1DLayered: [32_768, 2_048],
    maxTexture2DLayered: FACTS.layeredTexture,
    maxTextureCubemapLayered: [32_768, 2_046],
    maxSurface1D: 32_768,
    maxSurface2D: FACTS.texture2D.slice(0, 2),
    maxSurface3D: FACTS.texture3D,
    maxSurface1DLayered: [32_768, 2_048],
    maxSurface2DLayered: FACTS.layeredTexture,
    maxSurfaceCubemap: 32_768,
    maxSurfaceCubemapLayered: [32_768, 2_046],
    surfaceAlignment: 512,
    concurrentKernels: 1,
    ECCEnabled: 1,
    pciBusID: 1,
    asyncEngineCount: 3,
    unifiedAddressing: 1,
    memoryBusWidth: FACTS.memoryBusBits,
    l2CacheSize: FACTS.l2Bytes,
    persistingL2CacheMaxSize: FACTS.persistingL2Bytes,
    maxThreadsPerMultiProcessor: MULTIPROCESSOR.threads,
    streamPrioritiesSupported: 1,
    globalL1CacheSupported: 1,
    localL1CacheSupported: 1,
    sharedMemPerMultiprocessor: MULTIPROCESSOR.sharedBytes,
    regsPerMultiprocessor: FACTS.registersPerBlock,
    managedMemory: 1,
    concurrentManagedAccess: 1,
    computePreemptionSupported: 1,
    canUseHostPointerForRegisteredMem: 1,
    cooperativeLaunch: 1,
    clusterLaunch: properties.major >= 9 ? 1 : 0,
    sharedMemPerBlockOptin: properties.sharedMemPerBlockOptin,
    maxBlocksPerMultiProcessor: MULTIPROCESSOR.blocks,
    accessPolicyMaxWindowSize: FACTS.accessPolicyWindowBytes,
    reservedSharedMemPerBlock: MULTIPROCESSOR.reservedShared,
    hostRegisterSupported: 1,
    memoryPoolsSupported: 1,
    deviceNumaId: -1,
    hostNumaId: -1,
    clockRate: FACTS.clockKilohertz,
    deviceOverlap: 1,
    memoryClockRate: FACTS.memoryClockKilohertz,
    singleToDoublePrecisionPerfRatio: 2,
  });
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
    120: properties.major >= 9 ? 1 : 0, // ClusterLaunch
  };
  return attributes[attribute] ?? null;
}
