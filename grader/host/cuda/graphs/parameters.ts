import type { Kernel } from '../../../compile/index.ts';
import { readArguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { KIND } from '../copy.ts';
import { CUDA } from '../errors.ts';
import type { Launch, Launches } from '../launch.ts';
import type { Memset, Work } from './graph.ts';

// The structures of native/emulator/include/emu/graph_types.h and cudaMemcpy3DParms, in 32 bits.
const COPY_BYTES = 80;
const WORD = 4;

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
  const words = Array.from({ length: 10 }, (_, index) => memory.u32(at + WORD * index));
  const [stub = 0, gridX = 0, gridY = 0, gridZ = 0, blockX = 0, blockY = 0, blockZ = 0, sharedBytes = 0] = words;
  const [args = 0, extra = 0] = words.slice(8);
  const kernel = launches.kernelOf(stub);
  if (!kernel) return CUDA.invalidDeviceFunction;
  if (extra !== 0 || (args === 0 && kernel.parameters.length > 0)) return CUDA.invalidValue;
  const launch: Launch = {
    kernel,
    grid: [gridX, gridY, gridZ],
    block: [blockX, blockY, blockZ],
    sharedBytes,
    stream: 0,
    position: context.here(),
    args: readArguments(context, kernel.parameters, args, kernel.argumentBytes),
    cooperative: false,
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
  for (const [index, word] of [stub, ...grid, ...block, sharedBytes, table, 0].entries())
    memory.setU32(at + WORD * index, word);
  return CUDA.success;
}

function argumentsInMemory({ host, memory }: Context, { parameters }: Kernel, args: Uint8Array): number | null {
  if (parameters.length === 0) return 0;
  const table = host.alloc(16, WORD * parameters.length + 16 + args.length);
  if (table === 0) return null;
  const values = table + Math.ceil((WORD * parameters.length) / 16) * 16;
  memory.bytes(values, args.length).set(args);
  for (const [index, { offset }] of parameters.entries()) memory.setU32(table + WORD * index, values + offset);
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
  const extent = [64, 68, 72].map((offset) => memory.u32(at + offset));
  const kind = memory.u32(at + 76);
  if (kind > KIND.default || extent.some((side) => side === 0)) return CUDA.invalidValue;
  if (memory.u32(at) === 0 && memory.u32(at + 16) === 0) return CUDA.invalidValue;
  if (memory.u32(at + 32) === 0 && memory.u32(at + 48) === 0) return CUDA.invalidValue;
  const isArray = memory.u32(at) !== 0 || memory.u32(at + 32) !== 0;
  // The pitch of a single row is nobody's business.
  if (!isArray && extent[1] === 1 && extent[2] === 1)
    return plainCopy(startOf(context, at + 36), startOf(context, at + 4), extent[0] ?? 0, kind);
  const copy = keep(context, at, COPY_BYTES);
  return copy === null ? CUDA.memoryAllocation : { type: 'memcpy', call: 'cudaMemcpy3DAsync', args: [copy, 0] };
}

/** Where a copy begins on one side: cudaPos, then cudaPitchedPtr. */
function startOf({ memory }: Context, at: number): number {
  const [x = 0, y = 0, z = 0, address = 0, pitch = 0, , rows = 0] = Array.from({ length: 7 }, (_, index) =>
    memory.u32(at + WORD * index),
  );
  return address + (z * rows + y) * pitch + x;
}

/** A copy of bytes in a row. */
export function plainCopy(to: number, from: number, bytes: number, kind: number): Parsed {
  if (to === 0 || from === 0 || bytes === 0 || kind < 0 || kind > KIND.default) return CUDA.invalidValue;
  return { type: 'memcpy', call: 'cudaMemcpyAsync', args: [to, from, bytes, kind, 0] };
}

/** @returns a CUDA error code: what copies from or to a symbol has no such structure */
export function writeCopy({ memory }: Context, work: Work, at: number): number {
  if (work.type !== 'memcpy') return CUDA.invalidValue;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0] = work.args;
  if (work.call === 'cudaMemcpy3DAsync') {
    memory.bytes(at, COPY_BYTES).set(memory.bytes(a, COPY_BYTES));
    return CUDA.success;
  }
  const box = (address: number, pitch: number) => [0, 0, 0, 0, address, pitch, 0, 0];
  const write = (words: readonly number[]) => {
    for (const [index, word] of words.entries()) memory.setU32(at + WORD * index, word);
    return CUDA.success;
  };
  if (work.call === 'cudaMemcpyAsync') return write([...box(b, 0), ...box(a, 0), c, 1, 1, d]);
  if (work.call === 'cudaMemcpy2DAsync') return write([...box(c, d), ...box(a, b), e, f, 1, g]);
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
  if (work.call === 'cudaMemcpy3DAsync') return memory.u32(a + 76);
  // Between two devices.
  if (work.call === 'cudaMemcpyPeerAsync') return KIND.deviceToDevice;
  return work.args[KIND_AT[work.call] ?? 4] ?? null;
}

/** cudaMemsetParams. */
export function readFill({ memory }: Context, at: number): Parsed<Memset> {
  const words = Array.from({ length: 6 }, (_, index) => memory.u32(at + WORD * index));
  const [pointer = 0, pitch = 0, value = 0, elementBytes = 0, width = 0, height = 0] = words;
  const row = width * elementBytes;
  const isElement = elementBytes === 1 || elementBytes === 2 || elementBytes === 4;
  if (!isElement || pointer === 0 || row === 0 || height === 0) return CUDA.invalidValue;
  if (pointer % elementBytes !== 0 || (height > 1 && pitch < row)) return CUDA.invalidValue;
  return { type: 'memset', call: null, pointer, pitch, value, elementBytes, width, height };
}

export function writeFill({ memory }: Context, work: Work, at: number): number {
  if (work.type !== 'memset' || work.call !== null) return CUDA.invalidValue;
  const { pointer, pitch, value, elementBytes, width, height } = work;
  for (const [index, word] of [pointer, pitch, value, elementBytes, width, height].entries())
    memory.setU32(at + WORD * index, word);
  return CUDA.success;
}

/** cudaHostNodeParams. */
export function readHost({ memory }: Context, at: number): Parsed {
  const callee = memory.u32(at);
  return callee === 0 ? CUDA.invalidValue : { type: 'host', function: callee, data: memory.u32(at + WORD) };
}
