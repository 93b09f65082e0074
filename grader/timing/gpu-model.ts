import { randomBytes } from 'node:crypto';
import type { CudaAddon, GpuProperties, Handle } from '../device/gpu/index.ts';
import { InfrastructureError } from '../platform/index.ts';
import type { GpuModel } from './evidence.ts';
import { elementAt, type FillRange } from './inputs.ts';
import { GraderKernels } from './kernels.ts';

const COPY_BYTES = 512 << 20;
const COPIES = 5;
const WAIT_MS = 10_000;
const CHECKED_ELEMENTS = 1 << 20;

/** What a GPU can do, with its bandwidth measured. */
export function describeGpu(addon: CudaAddon, ordinal: number): GpuModel {
  const gpu = gpuAt(addon, ordinal);
  const { name, multiprocessors, clockKilohertz, memoryClockKilohertz, memoryBusBits } = gpu;
  const measuredBandwidth = inContext(addon, ordinal, (stream) => measureBandwidth(addon, stream));
  // Both edges of the memory's clock carry data.
  const nominal = 2 * memoryClockKilohertz * 1e3 * (memoryBusBits / 8);
  return {
    name,
    multiprocessors,
    clockMHz: clockKilohertz / 1e3,
    // Newer drivers may not tell the memory's clock.
    peakBandwidth: Math.max(nominal, measuredBandwidth),
    peakFlops: 2 * multiprocessors * lanesOf(gpu) * clockKilohertz * 1e3,
    measuredBandwidth,
    driver: versionText(addon.driverVersion()),
  };
}

/** Makes numbers on the GPU, copies them there and back, and compares. @returns what is wrong; null for nothing */
export async function checkGpu(addon: CudaAddon, ordinal: number): Promise<string | null> {
  gpuAt(addon, ordinal);
  return inContext(addon, ordinal, (stream) => {
    const bytes = CHECKED_ELEMENTS * 4;
    const [from, to] = [addon.allocate(bytes), addon.allocate(bytes)];
    const key = randomBytes(4).readUInt32LE();
    const range: FillRange = { kind: 'real', min: -1, max: 1 };
    const kernels = new GraderKernels(addon);
    const launched = kernels.fill(from, { type: 'float32', count: CHECKED_ELEMENTS, key, range }, stream);
    addon.copyAsync(to, from, bytes, stream);
    const ended = launched || addon.wait(stream, WAIT_MS);
    if (ended !== 0) return `a kernel of our own ends with ${addon.errorName(ended)}`;
    const got = new Float32Array(CHECKED_ELEMENTS);
    addon.read(to, new Uint8Array(got.buffer));
    const wrong = got.findIndex((value, at) => value !== elementAt(range, 'float32', key, at));
    return wrong < 0 ? null : `element ${wrong} of an array made on it is ${got[wrong]}`;
  });
}

/** As NVIDIA writes it: 13000 is 13.0. */
export function versionText(version: number): string {
  return `${Math.floor(version / 1000)}.${Math.floor((version % 1000) / 10)}`;
}

function gpuAt(addon: CudaAddon, ordinal: number): GpuProperties {
  const gpu = addon.devices()[ordinal];
  if (!gpu) throw new InfrastructureError(`There is no GPU ${ordinal}.`);
  return gpu;
}

/** What `use` allocates goes with the context. */
function inContext<T>(addon: CudaAddon, ordinal: number, use: (stream: Handle) => T): T {
  const context = addon.createContext(ordinal);
  try {
    return use(addon.createStream());
  } finally {
    addon.destroyContext(context);
  }
}

/** Read and written bytes together, of the fastest of a few copies. */
function measureBandwidth(addon: CudaAddon, stream: Handle): number {
  const bytes = Math.min(COPY_BYTES, Math.floor(addon.memoryInfo().freeBytes / 4));
  const [to, from] = [addon.allocate(bytes), addon.allocate(bytes)];
  let best = Number.POSITIVE_INFINITY;
  for (let copy = 0; copy < COPIES; copy++) {
    const [start, end] = [addon.createEvent(), addon.createEvent()];
    addon.recordEvent(start, stream);
    addon.copyAsync(to, from, bytes, stream);
    addon.recordEvent(end, stream);
    const ended = addon.wait(stream, WAIT_MS);
    if (ended !== 0) throw new InfrastructureError(`A copy on the GPU ends with ${addon.errorName(ended)}.`);
    best = Math.min(best, addon.elapsed(start, end));
  }
  return (2 * bytes) / (best / 1e3);
}

/** float32 lanes of a multiprocessor, by compute capability (CUDA C++ Programming Guide, arithmetic throughput). */
function lanesOf({ major, minor }: GpuProperties): number {
  return major === 7 || (major === 8 && minor === 0) || (major === 6 && minor === 0) ? 64 : 128;
}
