import type { Kernel } from '../../../compile/index.ts';
import { WORD } from '../../module/words.ts';
import { readArguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { KIND } from '../copy.ts';
import { CUDA } from '../errors.ts';
import type { Launch, Launches } from '../launch.ts';
import { COPY_3D, HOST_NODE, KERNEL_NODE, MEMSET_NODE, type ValuesOf } from '../structures.ts';
import type { Memset, Work } from './graph.ts';

export interface KernelWork {
  readonly type: 'kernel';
  /** What host code calls the kernel by. */
  readonly function: number;
  readonly launch: Launch;
}

/** What a node is to do, or the CUDA error code of what it cannot. */
export type Parsed<T extends Work = Work> = T | number;

/** cudaKernelNodeParams. */
export function readKernel(context: Context, launches: Launches, at: number): Parsed<KernelWork> {
  const { memory } = context;
  const asked = KERNEL_NODE.read(memory, at);
  const { func: stub, gridDim, blockDim, sharedMemBytes: sharedBytes, kernelParams: args, extra } = asked;
  const kernel = launches.kernelOf(stub);
  if (!kernel) return CUDA.invalidDeviceFunction;
  if (extra !== 0 || (args === 0 && kernel.parameters.length > 0)) return CUDA.invalidValue;
  const launch: Launch = {
    kernel,
    grid: [gridDim.x, gridDim.y, gridDim.z],
    block: [blockDim.x, blockDim.y, blockDim.z],
    sharedBytes,
    stream: 0,
    position: context.here(),
    args: readArguments(context, kernel.parameters, args, kernel.argumentBytes),
    cooperative: false,
    isUsed: true,
    isWithoutStream: false,
    cluster: kernel.cluster ?? null,
  };
  if (launches.refuse(launch)) {
    // It is told of as any launch that is refused.
    launches.launch(launch);
    return CUDA.invalidValue;
  }
  return { type: 'kernel', function: stub, launch };
}

/** The same structure of a node; its arguments get memory of the program's. @returns a CUDA error code */
export function writeKernel(context: Context, { function: stub, launch }: KernelWork, at: number): number {
  const { memory } = context;
  const { kernel, grid, block, sharedBytes, args } = launch;
  const table = argumentsInMemory(context, kernel, args);
  if (table === null) return CUDA.memoryAllocation;
  const dim3 = ([x, y, z]: Launch['grid']) => ({ x, y, z });
  const dims = { gridDim: dim3(grid), blockDim: dim3(block) };
  KERNEL_NODE.write(memory, at, { func: stub, ...dims, sharedMemBytes: sharedBytes, kernelParams: table, extra: 0 });
  return CUDA.success;
}

function argumentsInMemory({ host, memory }: Context, { parameters }: Kernel, args: Uint8Array): number | null {
  if (parameters.length === 0) return 0;
  const table = host.alloc(16, WORD * parameters.length + 16 + args.length);
  if (table === 0) return null;
  const values = table + Math.ceil((WORD * parameters.length) / 16) * 16;
  memory.bytes(values, args.length).set(args);
  for (const [index, { offset }] of parameters.entries()) memory.setWord(table + WORD * index, values + offset);
  return table;
}

/** Keeps what a structure in the program's memory says now. @returns the address of the copy; null where memory is full */
export function keep({ host, memory }: Context, at: number, bytes: number): number | null {
  const copy = host.alloc(16, bytes);
  if (copy === 0) return null;
  memory.bytes(copy, bytes).set(memory.bytes(at, bytes));
  return copy;
}

/** cudaMemcpy3DParms. */
export function readCopy(context: Context, at: number): Parsed {
  const { memory } = context;
  const { extent, kind, ...sides } = COPY_3D.read(memory, at);
  const { width, height, depth } = extent;
  if (kind > KIND.default || width === 0 || height === 0 || depth === 0) return CUDA.invalidValue;
  if (sides.srcArray === 0 && sides.srcPtr.ptr === 0) return CUDA.invalidValue;
  if (sides.dstArray === 0 && sides.dstPtr.ptr === 0) return CUDA.invalidValue;
  const isArray = sides.srcArray !== 0 || sides.dstArray !== 0;
  // The pitch of a single row does not matter.
  if (!isArray && height === 1 && depth === 1)
    return plainCopy(startOf(sides.dstPos, sides.dstPtr), startOf(sides.srcPos, sides.srcPtr), width, kind);
  const copy = keep(context, at, COPY_3D.bytes);
  return copy === null ? CUDA.memoryAllocation : { type: 'memcpy', call: 'cudaMemcpy3DAsync', args: [copy, 0] };
}

/** Returns where a copy begins on one side. */
function startOf({ x, y, z }: CopyFields['srcPos'], { ptr, pitch, ysize }: CopyFields['srcPtr']): number {
  return ptr + (z * ysize + y) * pitch + x;
}

/** A copy of bytes in a row. */
export function plainCopy(to: number, from: number, bytes: number, kind: number): Parsed {
  if (to === 0 || from === 0 || bytes === 0 || kind < 0 || kind > KIND.default) return CUDA.invalidValue;
  return { type: 'memcpy', call: 'cudaMemcpyAsync', args: [to, from, bytes, kind, 0] };
}

type CopyFields = ValuesOf<typeof COPY_3D.fields>;
/** One side of a copy whose rows begin at multiples of a pitch. */
type Row = Partial<CopyFields['srcPtr']>;

/** @returns a CUDA error code: what copies from or to a symbol has no such structure */
export function writeCopy({ memory }: Context, work: Work, at: number): number {
  if (work.type !== 'memcpy') return CUDA.invalidValue;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0] = work.args;
  if (work.call === 'cudaMemcpy3DAsync') {
    memory.bytes(at, COPY_3D.bytes).set(memory.bytes(a, COPY_3D.bytes));
    return CUDA.success;
  }
  const write = (to: Row, from: Row, width: number, height: number, kind: number) => {
    memory.bytes(at, COPY_3D.bytes).fill(0);
    COPY_3D.write(memory, at, { dstPtr: to, srcPtr: from, extent: { width, height, depth: 1 }, kind });
    return CUDA.success;
  };
  if (work.call === 'cudaMemcpyAsync') return write({ ptr: a }, { ptr: b }, c, 1, d);
  if (work.call === 'cudaMemcpy2DAsync') return write({ ptr: a, pitch: b }, { ptr: c, pitch: d }, e, f, g);
  return CUDA.invalidValue;
}

/** The argument that is the kind of a copy; the fifth in those that are not here. */
const KIND_AT: Readonly<Record<string, number>> = {
  cudaMemcpyAsync: 3,
  cudaMemcpy2DAsync: 6,
  cudaMemcpyToArrayAsync: 5,
  cudaMemcpyFromArrayAsync: 5,
  cudaMemcpy2DToArrayAsync: 7,
  cudaMemcpy2DFromArrayAsync: 7,
};

/** What the kind of a copy is: an executable graph's cannot be changed. */
export function kindOf({ memory }: Context, work: Work): number | null {
  if (work.type !== 'memcpy') return null;
  const [a = 0] = work.args;
  if (work.call === 'cudaMemcpy3DAsync') return COPY_3D.read(memory, a).kind;
  // Between two devices.
  if (work.call === 'cudaMemcpyPeerAsync') return KIND.deviceToDevice;
  return work.args[KIND_AT[work.call] ?? 4] ?? null;
}

/** cudaMemsetParams. */
export function readFill({ memory }: Context, at: number): Parsed<Memset> {
  const { dst: pointer, pitch, value, elementSize: elementBytes, width, height } = MEMSET_NODE.read(memory, at);
  const row = width * elementBytes;
  const isElement = elementBytes === 1 || elementBytes === 2 || elementBytes === 4;
  if (!isElement || pointer === 0 || row === 0 || height === 0) return CUDA.invalidValue;
  if (pointer % elementBytes !== 0 || (height > 1 && pitch < row)) return CUDA.invalidValue;
  return { type: 'memset', call: null, pointer, pitch, value, elementBytes, width, height };
}

export function writeFill({ memory }: Context, work: Work, at: number): number {
  if (work.type !== 'memset' || work.call !== null) return CUDA.invalidValue;
  const { pointer, pitch, value, elementBytes, width, height } = work;
  MEMSET_NODE.write(memory, at, { dst: pointer, pitch, value, elementSize: elementBytes, width, height });
  return CUDA.success;
}

/** cudaHostNodeParams. */
export function readHost({ memory }: Context, at: number): Parsed {
  const { fn, userData } = HOST_NODE.read(memory, at);
  return fn === 0 ? CUDA.invalidValue : { type: 'host', function: fn, data: userData };
}
