/**
 * A whole program in three steps: plain loops, the same as copies and launches on the simulator, and then, in your own .cu
 * file, CUDA. Read this from top to bottom, and run it with
 *
 *     grade simulate program
 *     grade simulate program --trace
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
} from '../../../grader/simulator/index.ts';

type Inputs = { readonly x: Float32Array };
type Dims = { readonly n: number };

// Step 1: the plain loops ---------------------------------------------------------------------------------------------

/** Each element becomes the mean of itself and its neighbors. At the ends, the element is its own neighbor. */
function smoothed(from: Float64Array): Float64Array {
  return from.map((here, i) => ((from[i - 1] ?? here) + here + (from[i + 1] ?? here)) / 3);
}

export function expected({ x }: Inputs, _: Dims): { out: Float64Array } {
  return { out: smoothed(smoothed(Float64Array.from(x))) };
}

// Step 2: copies and launches -------------------------------------------------------------------------------------------

function smoothKernel(
  { blockIdx, blockDim, threadIdx, guard, watch }: Thread,
  from: DeviceArray<Float32Array>,
  to: DeviceArray<Float32Array>,
  n: number,
): void {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  watch({ i });
  if (!guard(i < n, 'i < n')) return;
  const here = from.load(i);
  const left = i > 0 ? from.load(i - 1) : here;
  const right = i < n - 1 ? from.load(i + 1) : here;
  to.store(i, (left + here + right) / 3);
}

/** `toDevice` and `toHost` are copies. What the first launch makes stays on the device, where the second one needs it. */
export function simulate(
  { x }: Inputs,
  { n }: Dims,
  { block = 256, trace }: SimulateOptions = {},
): { out: Float32Array } {
  const [first, second] = [toDevice('first', x), deviceArray('second', Float32Array, n)];
  const threads = typeof block === 'number' ? block : block[0];
  launch(smoothKernel, ceilDiv(n, threads), threads, [first, second, n], { trace });
  launch(smoothKernel, ceilDiv(n, threads), threads, [second, first, n], { trace });
  return { out: first.toHost() };
}

/** The case of --trace: 6 elements, and 2 blocks of 4 threads. */
export const example: Example = { dims: { n: 6 }, block: 4 };

// Step 3 is yours: starter.cu -----------------------------------------------------------------------------------------
