import type { ArrayShape } from '../../device/index.ts';
import { FIXED_LIMITS } from '../../limits/index.ts';
import type { Imports } from '../module/wasi.ts';
import { allocateBuffer, freeBuffer } from './allocations.ts';
import type { Context } from './context.ts';
import type { Box, Extent } from './copy.ts';
import { CUDA } from './errors.ts';
import { FACTS } from './properties.ts';
import { CHANNEL_FORMAT, EXTENT } from './structures.ts';

/** cudaChannelFormatDesc: bits of each channel, and cudaChannelFormatKind. */
export interface Channels {
  readonly count: number;
  readonly bits: number;
  readonly format: number;
}

/** A CUDA array: elements behind each other, row after row, slice after slice, in a buffer of its own. */
export interface CudaArray {
  readonly shape: ArrayShape;
  readonly pointer: number;
  readonly channels: Channels;
  /** As it was asked for: 0 where it has no such dimension. */
  readonly extent: Extent;
  readonly flags: number;
  live: boolean;
}

/** Of cudaMalloc3DArray. */
export const ARRAY = { layered: 1, surface: 2, cubemap: 4, gather: 8, others: 0xe0 } as const;
const FACES = 6;
const FLOAT = 2;
/** Handles are no addresses: host code that uses one as such traps. */
const FIRST_ARRAY = 0x1800_0000;
const HANDLE_STEP = 0x10;

export const elementBytes = ({ count, bits }: Channels) => (count * bits) / 8;
export const rowBytes = ({ channels, extent }: CudaArray) => extent.width * elementBytes(channels);
export const rowsOf = ({ extent }: CudaArray) => Math.max(1, extent.height);
export const slicesOf = ({ extent }: CudaArray) => Math.max(1, extent.depth);

/** @param at - a cudaChannelFormatDesc. @returns null for what no array has */
export function readChannels({ memory }: Context, at: number): Channels | null {
  const { x, y, z, w, f: format } = CHANNEL_FORMAT.read(memory, at);
  const bits = [x, y, z, w];
  const count = [...bits, 0].indexOf(0);
  const isEven = bits.every((each, index) => each === (index < count ? x : 0));
  const sizes = format === FLOAT ? [16, 32] : [8, 16, 32];
  return [1, 2, 4].includes(count) && isEven && sizes.includes(x) && format <= FLOAT
    ? { count, bits: x, format }
    : null;
}

export function writeChannels({ memory }: Context, at: number, { count, bits, format }: Channels): void {
  const bitsOf = (channel: number) => (channel < count ? bits : 0);
  CHANNEL_FORMAT.write(memory, at, { x: bitsOf(0), y: bitsOf(1), z: bitsOf(2), w: bitsOf(3), f: format });
}

/** The arrays of a program, by their handles. */
export class CudaArrays {
  readonly #context: Context;
  /** Freed ones too, so that what frees them once more is told. */
  readonly #arrays = new Map<number, CudaArray>();
  #live = 0;
  #next = FIRST_ARRAY;

  constructor(context: Context) {
    this.#context = context;
  }

  /** A live array; null for any other number. */
  find(handle: number): CudaArray | null {
    const array = this.#arrays.get(handle);
    return array?.live ? array : null;
  }

  /** @returns a CUDA error code */
  allocate(result: number, desc: number, extent: Extent, flags: number): number {
    const { memory } = this.#context;
    if ((flags & ARRAY.others) !== 0) return CUDA.notSupported;
    if (result === 0 || desc === 0) return CUDA.invalidValue;
    const channels = readChannels(this.#context, desc);
    if (!channels) return CUDA.invalidChannelDescriptor;
    const shape = shapeOf(extent, flags);
    if (!shape) return CUDA.invalidValue;
    if (this.#live >= FIXED_LIMITS.handles) return CUDA.memoryAllocation;
    const elements = extent.width * Math.max(1, extent.height) * Math.max(1, extent.depth);
    const buffer = allocateBuffer(this.#context, elements * elementBytes(channels), 'array');
    if (!buffer) return CUDA.memoryAllocation;
    this.#arrays.set(this.#next, { shape, pointer: buffer.pointer, channels, extent, flags, live: true });
    memory.setWord(result, this.#next);
    this.#next += HANDLE_STEP;
    this.#live += 1;
    return CUDA.success;
  }

  free(handle: number): number {
    if (handle === 0) return CUDA.success;
    const array = this.#arrays.get(handle);
    if (!array) return CUDA.invalidValue;
    if (array.live) this.#live -= 1;
    array.live = false;
    return freeBuffer(this.#context, array.pointer);
  }
}

function shapeOf({ width, height, depth }: Extent, flags: number): ArrayShape | null {
  const layered = (flags & ARRAY.layered) !== 0;
  if ((flags & ~(ARRAY.layered | ARRAY.surface | ARRAY.cubemap | ARRAY.gather)) !== 0 || width === 0) return null;
  if ((flags & ARRAY.gather) !== 0 && (height === 0 || depth > 0)) return null;
  if ((flags & ARRAY.cubemap) !== 0) {
    const fits = width === height && (layered ? depth > 0 && depth % FACES === 0 : depth === FACES);
    return fits ? (layered ? 'cubemap-layered' : 'cubemap') : null;
  }
  const [longest, highest, deepest] = layered ? FACTS.layeredTexture : depth > 0 ? FACTS.texture3D : FACTS.texture2D;
  if (width > longest || height > highest || depth > deepest) return null;
  if (layered) return depth === 0 ? null : height === 0 ? '1d-layered' : '2d-layered';
  if (depth > 0) return height === 0 ? null : '3d';
  return height === 0 ? '1d' : '2d';
}

/** An array as one side of cudaMemcpy3D. @param at - in elements */
export function boxOf(array: CudaArray, at: Box['at']): Box {
  const { pointer, channels } = array;
  const x = at.x * elementBytes(channels);
  return { address: pointer, pitch: rowBytes(array), rows: rowsOf(array), at: { ...at, x } };
}

/** cudaMallocArray and what else begins, ends and describes arrays. */
export function arrayCalls(context: Context, arrays: CudaArrays): Imports {
  const describe = (array: CudaArray | null, desc: number, extent: number, flags: number) => {
    if (!array) return CUDA.invalidResourceHandle;
    if (desc !== 0) writeChannels(context, desc, array.channels);
    if (extent !== 0) EXTENT.write(context.memory, extent, array.extent);
    if (flags !== 0) context.memory.setU32(flags, array.flags);
    return CUDA.success;
  };
  return {
    cudaMallocArray: (result = 0, desc = 0, width = 0, height = 0, flags = 0) =>
      context.call('cudaMallocArray', () => arrays.allocate(result, desc, { width, height, depth: 0 }, flags >>> 0)),
    cudaMalloc3DArray: (result = 0, desc = 0, extent = 0, flags = 0) =>
      context.call('cudaMalloc3DArray', () => {
        return arrays.allocate(result, desc, EXTENT.read(context.memory, extent), flags >>> 0);
      }),
    cudaFreeArray: (array = 0) => context.call('cudaFreeArray', () => arrays.free(array >>> 0)),
    cudaArrayGetInfo: (desc = 0, extent = 0, flags = 0, array = 0) =>
      context.call('cudaArrayGetInfo', () => describe(arrays.find(array >>> 0), desc >>> 0, extent >>> 0, flags >>> 0)),
    cudaGetChannelDesc: (desc = 0, array = 0) =>
      context.call('cudaGetChannelDesc', () =>
        desc === 0 ? CUDA.invalidValue : describe(arrays.find(array >>> 0), desc >>> 0, 0, 0),
      ),
  };
}
