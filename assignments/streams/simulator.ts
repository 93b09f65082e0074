/**
 * Work in chunks in three steps: a plain loop, the same loop as copies and launches of chunks, and then, in your own .cu
 * file, CUDA. Read this from top to bottom, and run it with
 *
 *     grade simulate streams
 *     grade simulate streams --trace
 */
import {
  ceilDiv,
  type DeviceArray,
  deviceArray,
  type Example,
  launch,
  type SimulateOptions,
  type Thread,
  toDevice,
} from '../../grader/simulator/index.ts';

type Inputs = { readonly x: Float32Array };
type Dims = { readonly n: number };

const CHUNKS = 4;

// Step 1: the plain loop ------------------------------------------------------------------------------------------------

export function expected({ x }: Inputs, { n }: Dims): { out: Float64Array } {
  const out = new Float64Array(n);
  for (let i = 0; i < n; i++) out[i] = (x[i] ?? 0) ** 2 + 1;
  return { out };
}

// Step 2: chunk by chunk --------------------------------------------------------------------------------------------------

/** A thread counts from the start of its chunk. */
function squaresKernel(
  { blockIdx, blockDim, threadIdx, guard, watch }: Thread,
  x: DeviceArray<Float32Array>,
  out: DeviceArray<Float32Array>,
  count: number,
): void {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  watch({ i });
  if (guard(i < count, 'i < count')) out.store(i, x.load(i) ** 2 + 1);
}

/**
 * The simulator has no streams: it does one thing after the other. On a GPU, the three steps of a chunk are in one stream,
 * so they have this order. Nothing orders them with the steps of other chunks.
 */
export function simulate(
  { x }: Inputs,
  { n }: Dims,
  { block = 256, trace }: SimulateOptions = {},
): { out: Float32Array } {
  const out = new Float32Array(n);
  const length = ceilDiv(n, CHUNKS);
  const threads = typeof block === 'number' ? block : block[0];
  for (let first = 0; first < n; first += length) {
    const count = Math.min(length, n - first);
    const chunk = toDevice('x', x.subarray(first, first + count));
    const result = deviceArray('out', Float32Array, count);
    launch(squaresKernel, ceilDiv(count, threads), threads, [chunk, result, count], { trace });
    out.set(result.toHost(), first);
  }
  return { out };
}

/** The case of --trace: 6 elements in chunks of 2, and blocks of 4 threads. */
export const example: Example = { dims: { n: 6 }, block: 4 };

// Step 3 is yours: starter.cu -----------------------------------------------------------------------------------------
