import { loadAddon } from '../../platform/packaged/index.ts';
import type { Dim3 } from '../device.ts';

/** A device address or a driver's handle, 64 bits. */
export type Handle = bigint;

/** What the driver says of a GPU. Bytes, kilohertz and counts. */
export interface GpuProperties {
  readonly ordinal: number;
  readonly name: string;
  /** As nvidia-smi writes it: `GPU-…`. */
  readonly uuid: string;
  readonly totalBytes: number;
  readonly major: number;
  readonly minor: number;
  readonly warpSize: number;
  readonly multiprocessors: number;
  readonly maxThreadsPerBlock: number;
  readonly maxBlockX: number;
  readonly maxBlockY: number;
  readonly maxBlockZ: number;
  readonly maxGridX: number;
  readonly maxGridY: number;
  readonly maxGridZ: number;
  readonly threadsPerMultiprocessor: number;
  readonly registersPerBlock: number;
  readonly sharedBytesPerBlock: number;
  readonly sharedBytesPerBlockOptIn: number;
  readonly sharedBytesPerMultiprocessor: number;
  readonly clockKilohertz: number;
  readonly memoryClockKilohertz: number;
  readonly memoryBusBits: number;
  readonly l2Bytes: number;
  /** 0 or 1, as the next two. */
  readonly eccEnabled: number;
  /** Kernels can reach ordinary host memory: an address of the host is no certain fault. */
  readonly pageableMemoryAccess: number;
  readonly virtualMemory: number;
}

/** Address space with memory in its middle: what lies before and behind faults. */
export interface Reservation {
  readonly start: Handle;
  readonly bytes: number;
  readonly mapped: Handle;
  readonly mappedBytes: number;
}

/** Megahertz, degrees Celsius, and NVML's clocks event reasons. */
export interface GpuClocks {
  readonly smMHz: number;
  readonly memoryMHz: number;
  readonly temperature: number;
  readonly reasons: number;
}

/** Where a kernel wants a parameter in its argument block. */
export interface ParameterPlace {
  readonly offset: number;
  readonly bytes: number;
}

/** What `native/cuda/` exports. All but `waitAsync` block; a failed call throws a `DriverError`. */
export interface CudaAddon {
  open(library: string): void;
  driverVersion(): number;
  errorName(code: number): string;
  errorText(code: number): string;
  devices(): GpuProperties[];
  createContext(ordinal: number): Handle;
  destroyContext(context: Handle): void;
  retainPrimaryContext(ordinal: number): Handle;
  releasePrimaryContext(ordinal: number): void;
  setCurrentContext(context: Handle): void;
  setLimit(limit: number, value: number): void;
  loadModule(image: Uint8Array): { readonly module: Handle; readonly log: string };
  unloadModule(module: Handle): void;
  /** null where the driver is older than CUDA 12.4. */
  functions(module: Handle): string[] | null;
  function(module: Handle, name: string): Handle;
  /** null where the driver is older than CUDA 12.4. */
  parameters(kernel: Handle): ParameterPlace[] | null;
  functionAttribute(kernel: Handle, attribute: number): number;
  setFunctionAttribute(kernel: Handle, attribute: number, value: number): void;
  variable(module: Handle, name: string): { readonly address: Handle; readonly bytes: number };
  granularity(ordinal: number): number;
  /** Sizes are multiples of the granularity. @param wanted - where to begin; 0n for anywhere */
  reserve(ordinal: number, before: number, bytes: number, after: number, wanted: Handle): Reservation;
  unmap(address: Handle, bytes: number): void;
  unreserve(start: Handle, bytes: number): void;
  /** Load and processes of a GPU now; the driver need not be opened. null without NVML, or if NVML has no answer. */
  activity(uuid: string): {
    /** Percent of the last second in which a kernel ran. */
    readonly utilization: number;
    /** Processes with a CUDA context. A name is empty if NVML hides it. */
    readonly processes: readonly { readonly pid: number; readonly name: string; readonly mebibytes: number }[];
  } | null;
  memoryInfo(): { readonly freeBytes: number; readonly totalBytes: number };
  write(address: Handle, bytes: Uint8Array): void;
  read(address: Handle, into: Uint8Array): void;
  copy(to: Handle, from: Handle, bytes: number): void;
  fill(address: Handle, value: number, bytes: number): void;
  fillAsync(address: Handle, value: number, bytes: number, stream: Handle): void;
  copyAsync(to: Handle, from: Handle, bytes: number, stream: Handle): void;
  writeAsync(address: Handle, bytes: Uint8Array, stream: Handle): void;
  /** `into` is filled when the call returns. */
  readAsync(address: Handle, into: Uint8Array, stream: Handle): void;
  /** As cudaMalloc does. */
  allocate(bytes: number): Handle;
  release(address: Handle): void;
  /** Waits for everything in the current context. @returns the CUresult of what ran; 702 once the time is over */
  synchronize(milliseconds: number): number;
  resetPersistingL2(): void;
  /** null where NVIDIA's management library is missing or does not tell. */
  clocks(uuid: string): GpuClocks | null;
  createStream(): Handle;
  destroyStream(stream: Handle): void;
  /** @returns the CUresult of the launch itself */
  launch(
    kernel: Handle,
    grid: Dim3,
    block: Dim3,
    sharedBytes: number,
    stream: Handle,
    args: Uint8Array,
    cluster?: Dim3,
  ): number;
  /** @returns the CUresult of what ran in the stream; 702 once the time is over */
  wait(stream: Handle, milliseconds: number): number;
  waitAsync(context: Handle, stream: Handle, milliseconds: number): Promise<number>;
  createEvent(): Handle;
  recordEvent(event: Handle, stream: Handle): void;
  eventReady(event: Handle): boolean;
  elapsed(start: Handle, end: Handle): number;
  destroyEvent(event: Handle): void;
}

/** The driver refused a call. `code` is a CUresult, which for errors of kernels equals the runtime's cudaError_t. */
export interface DriverError extends Error {
  readonly code: number;
  readonly call: string;
  /** Of a module that did not load. */
  readonly log?: string;
}

export function isDriverError(error: unknown): error is DriverError {
  return error instanceof Error && 'call' in error && 'code' in error && typeof error.code === 'number';
}

const LIBRARY = process.platform === 'win32' ? 'nvcuda.dll' : 'libcuda.so.1';

/** Asks NVML without the driver: see {@link CudaAddon.activity}. */
export function activityFromNvml(uuid: string): ReturnType<CudaAddon['activity']> {
  const addon = loadAddon('cuda') as CudaAddon | null;
  return addon?.activity(uuid) ?? null;
}

/**
 * The driver, opened.
 * @param library - another file than the system's own driver
 * @returns a sentence in its place where there is none
 */
export function openCuda(library = LIBRARY): CudaAddon | string {
  const addon = loadAddon('cuda') as CudaAddon | null;
  if (!addon) return 'the CUDA binding is not built here: node scripts/install-native.mjs --verbose says why';
  try {
    addon.open(library);
    return addon;
  } catch (error) {
    return `no CUDA driver: ${error instanceof Error ? error.message : String(error)}`;
  }
}
