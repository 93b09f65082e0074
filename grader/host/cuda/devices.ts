import type { Imports } from '../module/wasi.ts';
import type { Context } from './context.ts';
import { CUDA, errorName, errorText } from './errors.ts';
import { deviceAttribute, FACTS, writeProperties } from './properties.ts';
import { assertBeyondMachines } from './refused-memory.ts';

const VERSION = 13_000;
/** cudaDeviceMapHost, which every device of today has set. */
const MAP_HOST = 8;
/** cudaSharedMemBankSizeFourByte. */
const FOUR_BYTE_BANKS = 1;
/** cudaLimitMallocHeapSize. */
const MALLOC_HEAP_SIZE = 2;
/** cudaLimitDevRuntimePendingLaunchCount. */
const PENDING_LAUNCHES = 4;
/** cudaLimitPersistingL2CacheSize. */
const PERSISTING_L2_SIZE = 6;

/**
 * cudaDeviceGetLimit's defaults by cudaLimit: stack, printf buffer, heap of device code, pending nested launches,
 * fetches from L2, and of it what may persist. The depth of nested launches that wait is no limit any more.
 */
const LIMITS: ReadonlyMap<number, number> = new Map([
  [0, 1024],
  [1, 1 << 20],
  [2, 8 << 20],
  [4, 2048],
  [5, 64],
  [6, 11_796_480],
]);
const PCI_BUS_ID = '0000:01:00.0';
/** The alignment of `malloc`. */
const ALIGNMENT = 16;

/** Devices (there is one), their properties and settings, and the last error. */
export function deviceCalls(context: Context): Imports {
  const { properties } = context.device;
  const texts = new Map<string, number>();
  const limits = new Map(LIMITS);
  /** Text in the program's own memory, each once. */
  const inMemory = (text: string): number => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    const bytes = new TextEncoder().encode(`${text}\0`);
    const address = context.host.alloc(ALIGNMENT, bytes.length);
    if (address !== 0) context.memory.bytes(address, bytes.length).set(bytes);
    texts.set(text, address);
    return address;
  };
  const give = (name: string, value: () => number) => (result: number) =>
    context.call(name, () => {
      if (result === 0) return CUDA.invalidValue;
      context.memory.setI32(result >>> 0, value());
      return CUDA.success;
    });
  const accept = (name: string) => () => context.call(name, () => CUDA.success);

  return {
    cudaGetLastError: () => context.lastError(true),
    cudaPeekAtLastError: () => context.lastError(false),
    cudaGetErrorName: (code = 0) => inMemory(errorName(code)),
    cudaGetErrorString: (code = 0) => inMemory(errorText(code)),
    cudaGetDeviceCount: (result = 0) => give('cudaGetDeviceCount', () => 1)(result),
    cudaGetDevice: (result = 0) => give('cudaGetDevice', () => 0)(result),
    cudaSetDevice: (device = 0) =>
      context.call('cudaSetDevice', () => (device === 0 ? CUDA.success : CUDA.invalidDevice)),
    cudaDeviceReset: () => {
      context.mapped.synchronize();
      for (const buffer of context.buffers.live) {
        if (buffer.role !== 'student') continue;
        context.buffers.free(buffer);
        context.device.free(buffer.pointer);
        context.recorder.step({ step: 'free', buffer: buffer.number, position: context.here() });
      }
      context.reset();
      return CUDA.success;
    },
    cudaGetDeviceProperties: (result = 0, device = 0) =>
      context.call('cudaGetDeviceProperties', () => {
        if (device !== 0) return CUDA.invalidDevice;
        writeProperties(context.memory, result, properties);
        return CUDA.success;
      }),
    cudaDeviceGetAttribute: (result = 0, attribute = 0, device = 0) =>
      context.call('cudaDeviceGetAttribute', () => {
        if (device !== 0) return CUDA.invalidDevice;
        const value = deviceAttribute(properties, attribute);
        if (value === null) return CUDA.invalidValue;
        context.memory.setI32(result >>> 0, value);
        return CUDA.success;
      }),
    cudaDeviceGetLimit: (result = 0, limit = 0) =>
      context.call('cudaDeviceGetLimit', () => {
        const value = limits.get(limit);
        if (value === undefined) return CUDA.unsupportedLimit;
        context.memory.setWord(result, value);
        return CUDA.success;
      }),
    cudaDeviceSetLimit: (limit = 0, value = 0) =>
      context.call('cudaDeviceSetLimit', () => {
        if (!limits.has(limit)) return CUDA.unsupportedLimit;
        const most = limit === PERSISTING_L2_SIZE ? FACTS.persistingL2Bytes : Number.POSITIVE_INFINITY;
        limits.set(limit, Math.min(value, most));
        context.recorder.limit(limit, value);
        if (limit === MALLOC_HEAP_SIZE) {
          // A smaller heap would give kernels null pointers that no GPU gives.
          const left = properties.totalGlobalMem - context.buffers.live.reduce((sum, { bytes }) => sum + bytes, 0);
          if (context.program.allocates && value > left) assertBeyondMachines('deviceMemory', value);
          context.device.setMallocHeap?.(value);
        }
        if (limit === PENDING_LAUNCHES) context.device.setPendingLaunches?.(value);
        return CUDA.success;
      }),
    cudaRuntimeGetVersion: (result = 0) => give('cudaRuntimeGetVersion', () => VERSION)(result),
    cudaDriverGetVersion: (result = 0) => give('cudaDriverGetVersion', () => VERSION)(result),
    cudaGetDeviceFlags: (result = 0) => give('cudaGetDeviceFlags', () => MAP_HOST)(result),
    cudaChooseDevice: (result = 0) => give('cudaChooseDevice', () => 0)(result),
    cudaDeviceGetSharedMemConfig: (result = 0) => give('cudaDeviceGetSharedMemConfig', () => FOUR_BYTE_BANKS)(result),
    cudaDeviceGetStreamPriorityRange: (least = 0, greatest = 0) =>
      context.call('cudaDeviceGetStreamPriorityRange', () => {
        if (least) context.memory.setI32(least >>> 0, FACTS.leastPriority);
        if (greatest) context.memory.setI32(greatest >>> 0, FACTS.greatestPriority);
        return CUDA.success;
      }),
    cudaInitDevice: (device = 0) =>
      context.call('cudaInitDevice', () => (device === 0 ? CUDA.success : CUDA.invalidDevice)),
    cudaDeviceGetPCIBusId: (result = 0, length = 0, device = 0) =>
      context.call('cudaDeviceGetPCIBusId', () => {
        if (device !== 0) return CUDA.invalidDevice;
        const bytes = new TextEncoder().encode(`${PCI_BUS_ID}\0`);
        if (result === 0 || length < bytes.length) return CUDA.invalidValue;
        context.memory.bytes(result >>> 0, bytes.length).set(bytes);
        return CUDA.success;
      }),
    cudaDeviceGetByPCIBusId: (result = 0, id = 0) =>
      context.call('cudaDeviceGetByPCIBusId', () => {
        if (context.memory.text(id >>> 0) !== PCI_BUS_ID) return CUDA.invalidDevice;
        context.memory.setI32(result >>> 0, 0);
        return CUDA.success;
      }),
    // One device has no peers: not even itself.
    cudaDeviceCanAccessPeer: (result = 0, device = 0, peer = 0) =>
      context.call('cudaDeviceCanAccessPeer', () => {
        if (device !== 0 || peer !== 0) return CUDA.invalidDevice;
        context.memory.setI32(result >>> 0, 0);
        return CUDA.success;
      }),
    // As an H200 answers where the peer is the device itself.
    cudaDeviceEnablePeerAccess: (peer = 0) =>
      context.call('cudaDeviceEnablePeerAccess', () => (peer === 0 ? CUDA.peerAccessUnsupported : CUDA.invalidDevice)),
    cudaDeviceDisablePeerAccess: (peer = 0) =>
      context.call('cudaDeviceDisablePeerAccess', () => (peer === 0 ? CUDA.peerAccessNotEnabled : CUDA.invalidDevice)),
    // Settings that change speed alone, or nothing here.
    ...Object.fromEntries(
      [
        'cudaSetDeviceFlags',
        'cudaDeviceSetSharedMemConfig',
        'cudaThreadExit',
        'cudaCtxResetPersistingL2Cache',
        'cudaProfilerStart',
        'cudaProfilerStop',
      ].map((name) => [name, accept(name)]),
    ),
  };
}
