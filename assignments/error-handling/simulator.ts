/**
 * Half of each element, in three steps: a plain loop, the same loop dealt out to threads, and then, in your own .cu file,
 * CUDA in which each call can fail. Read this from top to bottom, and run it with
 *
 *     grade simulate error-handling
 *     grade simulate error-handling --trace
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

// Step 1: the plain loop ------------------------------------------------------------------------------------------------

export function expected({ x }: Inputs, { n }: Dims): { out: Float64Array; status: Float64Array } {
  const out = new Float64Array(n);
  for (let i = 0; i < n; i++) out[i] = 0.5 * (x[i] ?? 0);
  return { out, status: new Float64Array(1) };
}

// Step 2: the loop is dealt out to the threads ------------------------------------------------------------------------

function halveKernel(
  { blockIdx, blockDim, threadIdx, guard, watch }: Thread,
  x: DeviceArray<Float32Array>,
  out: DeviceArray<Float32Array>,
  n: number,
): void {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  watch({ i });
  if (guard(i < n, 'i < n')) out.store(i, 0.5 * x.load(i));
}

/** The simulator throws an error, which ends the run. CUDA returns a number, which is easy to overlook. */
export function simulate(
  { x }: Inputs,
  { n }: Dims,
  { block = 256, trace }: SimulateOptions = {},
): { out: Float32Array; status: Int32Array } {
  const out = deviceArray('out', Float32Array, n);
  const threads = typeof block === 'number' ? block : block[0];
  launch(halveKernel, ceilDiv(n, threads), threads, [toDevice('x', x), out, n], { trace });
  return { out: out.toHost(), status: new Int32Array(1) };
}

/** The case of --trace: 6 elements, and 2 blocks of 4 threads. */
export const example: Example = { dims: { n: 6 }, block: 4 };

// Step 3 is yours: starter.cu -----------------------------------------------------------------------------------------
