/**
 * Who am I? In three steps: two plain loops, the same loops run by the simulator, and then, in your own .cu file, CUDA.
 * Read this from top to bottom, and run it with
 *
 *     grade simulate thread-names
 *     grade simulate thread-names --trace
 */
import {
  ceilDiv,
  type DeviceArray,
  deviceArray,
  type Example,
  launch,
  type SimulateOptions,
  type Thread,
} from '../../grader/simulator/index.ts';

/** Nobody reads anything: the threads have only themselves to tell of. */
type Inputs = Readonly<Record<string, never>>;

type Dims = {
  readonly n: number;
  readonly threads_per_block: number;
};

// Step 1: two plain loops ------------------------------------------------------------------------------------------

/**
 * A GPU starts threads in blocks, all of the same size. So counting threads is like counting seats in rows: go from row
 * to row, and in each from seat to seat. The outer loop counts blocks and the inner one the threads of a block; `i` is
 * how many came before. The last block may have more threads than are wanted.
 */
export function expected(
  _inputs: Inputs,
  { n, threads_per_block }: Dims,
): { block_number: Float64Array; thread_number: Float64Array; index: Float64Array } {
  const block_number = new Float64Array(n);
  const thread_number = new Float64Array(n);
  const index = new Float64Array(n);
  for (let block = 0; block * threads_per_block < n; block++) {
    for (let thread = 0; thread < threads_per_block; thread++) {
      const i = block * threads_per_block + thread;
      if (i >= n) break;
      block_number[i] = block;
      thread_number[i] = thread;
      index[i] = i;
    }
  }
  return { block_number, thread_number, index };
}

// Step 2: the loops are the grid ------------------------------------------------------------------------------------

/**
 * The loops are gone; they are what a launch does. Every thread runs this same function, and is told its names:
 * `blockIdx.x` is the outer loop's counter, `threadIdx.x` the inner one's, `blockDim.x` the size of a block. What it is
 * not told, and has to work out, is the third name: which thread of them all it is.
 *
 * There are whole blocks only, so there may be threads without a place in the arrays. The guard sends them home.
 */
function namesKernel(
  { blockIdx, blockDim, threadIdx, guard, watch }: Thread,
  block_number: DeviceArray<Int32Array>,
  thread_number: DeviceArray<Int32Array>,
  index: DeviceArray<Int32Array>,
  n: number,
): void {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  watch({ i });
  if (guard(i < n, 'i < n')) {
    block_number.store(i, blockIdx.x);
    thread_number.store(i, threadIdx.x);
    index.store(i, i);
  }
}

/** What the host does: room for the results, enough blocks, and a copy of what the threads wrote. */
export function simulate(
  _inputs: Inputs,
  { n, threads_per_block }: Dims,
  { trace }: SimulateOptions = {},
): { block_number: Int32Array; thread_number: Int32Array; index: Int32Array } {
  const blockNumber = deviceArray('block_number', Int32Array, n);
  const threadNumber = deviceArray('thread_number', Int32Array, n);
  const index = deviceArray('index', Int32Array, n);
  const blocks = ceilDiv(n, threads_per_block);
  launch(namesKernel, blocks, threads_per_block, [blockNumber, threadNumber, index, n], { trace });
  return { block_number: blockNumber.toHost(), thread_number: threadNumber.toHost(), index: index.toHost() };
}

/** What --trace walks through: 10 places, and blocks of 4 threads, so two threads find none. */
export const example: Example = { dims: { n: 10, threads_per_block: 4 }, block: 4 };

// Step 3 is yours: starter.cu ---------------------------------------------------------------------------------------
