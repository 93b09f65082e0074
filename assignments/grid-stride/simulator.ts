/**
 * A kernel for any launch, in three steps: a plain loop, the same loop dealt out to however many threads there are, on
 * the simulator, and then, in your own .cu file, CUDA. Read this from top to bottom, and run it with
 *
 *     grade simulate grid-stride
 *     grade simulate grid-stride --trace
 */
import {
  type DeviceArray,
  deviceArray,
  type Example,
  launch,
  type SimulateOptions,
  type Thread,
  toDevice,
} from '../../grader/simulator/index.ts';

type Inputs = {
  readonly x: Float32Array;
  readonly y: Float32Array;
};

type Dims = {
  readonly n: number;
};

/** The factor of every case. */
const A = 2.5;

// Step 1: the plain loop -------------------------------------------------------------------------------------------

/** Each element is made from two numbers, and from nothing that another turn of the loop has made. */
export function expected({ x, y }: Inputs, { n }: Dims): { out: Float64Array } {
  const out = new Float64Array(n);
  for (let i = 0; i < n; i++) out[i] = A * (x[i] ?? 0) + (y[i] ?? 0);
  return { out };
}

// Step 2: the loop is dealt out to the threads -----------------------------------------------------------------------

/** GPUs compute with 32-bit floats; this rounds to one, as the GPU rounds each of its results. */
const f32 = Math.fround;

/**
 * A thread begins at its own number in the whole grid. If there are more elements than threads, it goes on by as many as
 * the grid has threads: no other thread comes there, and none is left out. One condition is the guard and the loop's end.
 */
function saxpyKernel(
  { blockIdx, blockDim, gridDim, threadIdx, guard, watch }: Thread,
  a: number,
  x: DeviceArray<Float32Array>,
  y: DeviceArray<Float32Array>,
  out: DeviceArray<Float32Array>,
  n: number,
): void {
  const stride = gridDim.x * blockDim.x;
  for (let i = blockIdx.x * blockDim.x + threadIdx.x; guard(i < n, 'i < n'); i += stride) {
    watch({ i, stride });
    out.store(i, f32(f32(a * x.load(i)) + y.load(i)));
  }
}

/**
 * What the grader does in your place: it launches the kernel. Here are two blocks, however long the vectors are; in the
 * exercise it takes several shapes, one after the other.
 */
export function simulate(
  { x, y }: Inputs,
  { n }: Dims,
  { block = 128, trace }: SimulateOptions = {},
): { out: Float32Array } {
  const [deviceX, deviceY] = [toDevice('x', x), toDevice('y', y)];
  const deviceOut = deviceArray('out', Float32Array, n);
  const threads = typeof block === 'number' ? block : block[0];
  launch(saxpyKernel, 2, threads, [A, deviceX, deviceY, deviceOut, n], { trace });
  return { out: deviceOut.toHost() };
}

/** What --trace walks through: 11 elements, and 2 blocks of 4 threads. */
export const example: Example = { dims: { n: 11 }, block: 4 };

// Step 3 is yours: starter.cu ---------------------------------------------------------------------------------------
