/**
 * A histogram in three steps: a plain loop, the same loop dealt out to blocks with a copy of the bins each, and then, in
 * your own .cu file, CUDA. Read this from top to bottom, and run it with
 *
 *     grade simulate histogram
 *     grade simulate histogram --trace
 */
import {
  type Barrier,
  ceilDiv,
  type DeviceArray,
  type Example,
  launch,
  type SimulateOptions,
  type Thread,
  toDevice,
} from '../../grader/simulator/index.ts';

type Inputs = { readonly x: Uint8Array };
type Dims = { readonly n: number };

const BINS = 256;
/** The values that a thread counts. More of them per block mean fewer copies to add up. */
const PER_THREAD = 4;

// Step 1: the plain loop ----------------------------------------------------------------------------------------------

export function expected({ x }: Inputs, { n }: Dims): { bins: Float64Array } {
  const bins = new Float64Array(BINS);
  for (let i = 0; i < n; i++) {
    const value = x[i] ?? 0;
    bins[value] = (bins[value] ?? 0) + 1;
  }
  return { bins };
}

// Step 2: a copy of the bins per block ---------------------------------------------------------------------------------

/**
 * The threads of a block first clear their copy, then count in it, and then add it to the bins of all. There is a barrier
 * between these parts, because each thread counts in bins that other threads have cleared.
 */
function* histogramKernel(
  { blockIdx, blockDim, threadIdx, shared, syncthreads, guard, watch }: Thread,
  x: DeviceArray<Uint8Array>,
  bins: DeviceArray<Int32Array>,
  n: number,
): Generator<Barrier, void, void> {
  const copy = shared.array('copy', Int32Array, BINS);
  for (let bin = threadIdx.x; bin < BINS; bin += blockDim.x) copy.store(bin, 0);
  yield syncthreads('the copy is clear');

  const first = blockIdx.x * blockDim.x * PER_THREAD;
  for (let round = 0; round < PER_THREAD; round++) {
    const i = first + round * blockDim.x + threadIdx.x;
    if (guard(i < n, 'i < n')) {
      const value = x.load(i);
      watch({ i, value });
      copy.atomicAdd(value, 1);
    }
  }
  yield syncthreads('each value of the block is counted');

  for (let bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
    const count = copy.load(bin);
    // Most bins of a small example are 0, and 0 changes nothing.
    if (count > 0) bins.atomicAdd(bin, count);
  }
}

/** The host clears the bins of all (`cudaMemset`), and launches enough blocks. */
export function simulate(
  { x }: Inputs,
  { n }: Dims,
  { block = 64, trace }: SimulateOptions = {},
): { bins: Int32Array } {
  const deviceX = toDevice('x', x);
  const bins = toDevice('bins', new Int32Array(BINS));
  const threads = typeof block === 'number' ? block : block[0];
  launch(histogramKernel, ceilDiv(n, threads * PER_THREAD), threads, [deviceX, bins, n], { trace });
  return { bins: bins.toHost() };
}

/** The case of --trace: 6 values, and a block of 2 threads. */
export const example: Example = { dims: { n: 6 }, block: 2 };

// Step 3 is yours: starter.cu -----------------------------------------------------------------------------------------
