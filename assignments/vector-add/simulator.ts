/**
 * Vector addition, in three steps: a plain loop, the same loop cut into blocks and threads on the simulator, with two
 * memories that lie apart, and then, in your own .cu file, CUDA. Read this from top to bottom, and run it with
 *
 *     grade simulate vector-add
 *     grade simulate vector-add --trace
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

type Inputs = {
  readonly a: Float32Array;
  readonly b: Float32Array;
};

type Dims = {
  readonly n: number;
};

// Step 1: the plain loop -------------------------------------------------------------------------------------------

/** Each turn of this loop adds one pair of numbers, and no turn needs another's result: all of them may run at once. */
export function expected({ a, b }: Inputs, { n }: Dims): { out: Float64Array } {
  const out = new Float64Array(n);
  for (let i = 0; i < n; i++) out[i] = (a[i] ?? 0) + (b[i] ?? 0);
  return { out };
}

// Step 2: the loop's body becomes a kernel ---------------------------------------------------------------------------

/**
 * One thread adds one pair. It works out which from its block's number and its own number in the block. There are
 * whole blocks only, so there are nearly always a few threads too many: the guard sends them home.
 */
function addKernel(
  { blockIdx, blockDim, threadIdx, guard, watch }: Thread,
  a: DeviceArray<Float32Array>,
  b: DeviceArray<Float32Array>,
  out: DeviceArray<Float32Array>,
  n: number,
): void {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  watch({ i });
  // The store rounds to a 32-bit float, as the GPU's addition does.
  if (guard(i < n, 'i < n')) out.store(i, a.load(i) + b.load(i));
}

/**
 * What the host does, and here it is half of the exercise. The GPU has a memory of its own, and a kernel reaches no
 * other. So there are five steps, and each of them is a call or two in CUDA:
 *
 * 1. ask for memory on the GPU                       cudaMalloc
 * 2. copy the inputs over                            cudaMemcpy(…, cudaMemcpyHostToDevice)
 * 3. launch                                          <<<blocks, threads>>>
 * 4. copy the result back                            cudaMemcpy(…, cudaMemcpyDeviceToHost)
 * 5. give the memory back                            cudaFree
 *
 * `toDevice` does the first two at once, and `toHost` is the fourth. JavaScript does the fifth by itself; C does not.
 */
export function simulate(
  { a, b }: Inputs,
  { n }: Dims,
  { block = 256, trace }: SimulateOptions = {},
): { out: Float32Array } {
  const deviceA = toDevice('a', a);
  const deviceB = toDevice('b', b);
  const deviceOut = deviceArray('out', Float32Array, n);
  const threads = typeof block === 'number' ? block : block[0];
  launch(addKernel, ceilDiv(n, threads), threads, [deviceA, deviceB, deviceOut, n], { trace });
  return { out: deviceOut.toHost() };
}

/** What --trace walks through: 10 elements in blocks of 4 threads, so two threads are left over. */
export const example: Example = { dims: { n: 10 }, block: 4 };

// Step 3 is yours: starter.cu ---------------------------------------------------------------------------------------
