/**
 * The sum and the maximum of each row, in three steps: plain loops, the same shared by the threads of a block on the
 * simulator, and then, in your own .cu file, CUDA. Read this from top to bottom, and run it with
 *
 *     grade simulate reduction
 *     grade simulate reduction --trace
 *
 * The trace shows what shared memory holds at each barrier.
 */
import {
  type Barrier,
  type DeviceArray,
  deviceArray,
  type Example,
  launch,
  type SimulateOptions,
  type Thread,
  toDevice,
} from '../../grader/simulator/index.ts';

/** Row by row: element (row, column) is x[row * columns + column]. */
type Inputs = {
  readonly x: Float32Array;
};

type Dims = {
  readonly rows: number;
  readonly columns: number;
};

type Results<Values> = { sums: Values; maxima: Values };

// Step 1: the plain loops ---------------------------------------------------------------------------------------------

/**
 * In 64-bit floats. No row needs another; within a row, each turn needs the one before. It only seems so: add from the
 * right, or in pairs, and the sum is the same but for rounding, the maximum even to the bit.
 */
export function expected({ x }: Inputs, { rows, columns }: Dims): Results<Float64Array> {
  const sums = new Float64Array(rows);
  const maxima = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    let top = Number.NEGATIVE_INFINITY;
    for (let column = 0; column < columns; column++) {
      const value = x[row * columns + column] ?? 0;
      sum += value;
      top = Math.max(top, value);
    }
    sums[row] = sum;
    maxima[row] = top;
  }
  return { sums, maxima };
}

// Step 2: a block a row -----------------------------------------------------------------------------------------------

/** GPUs compute with 32-bit floats; this rounds to one, as the GPU rounds each of its results. */
const f32 = Math.fround;

/**
 * Each thread goes through its share of the row: of 64 threads, thread 5 takes the numbers 5, 69, 133 and so on, so that
 * at any time neighbours read neighbours. It begins with what changes nothing: 0 for a sum, minus infinity for a maximum.
 * A thread for which the row is too short keeps just that.
 *
 * What is left are as many sums and maxima as there are threads, in shared memory. Then the first half of the threads
 * takes those of the second half to its own, then the first quarter those of the second, until one is left: a tree.
 *
 *     step 4:  0+4 1+5 2+6 3+7
 *     step 2:  0+2 1+3
 *     step 1:  0+1
 *
 * Nobody may read a number before it is there: a barrier before the first step and after each. Every thread has to come
 * to every barrier, also one that has nothing to add any more.
 *
 * Why the far half first, and not neighbours? The handout tells. The simulator does not know of warps and banks, and finds
 * every tree as good as another, as long as it is right.
 *
 * The function* makes it a generator function, which can stop at a `yield` and go on later: that is how the simulator
 * lets a thread wait. CUDA has no such word; there it is just `__syncthreads();`.
 */
function* reduceRowsKernel(
  { blockIdx, blockDim, threadIdx, shared, syncthreads, guard, watch }: Thread,
  x: DeviceArray<Float32Array>,
  sums: DeviceArray<Float32Array>,
  maxima: DeviceArray<Float32Array>,
  columns: number,
): Generator<Barrier, void, void> {
  const sum = shared.array('sum', Float32Array, blockDim.x);
  const top = shared.array('top', Float32Array, blockDim.x);
  const row = blockIdx.x;
  const me = threadIdx.x;

  let mySum = 0;
  let myTop = Number.NEGATIVE_INFINITY;
  for (let column = me; column < columns; column += blockDim.x) {
    const value = x.load(row * columns + column);
    mySum = f32(mySum + value);
    myTop = Math.max(myTop, value);
  }
  watch({ row, mySum, myTop });
  sum.store(me, mySum);
  top.store(me, myTop);
  yield syncthreads('every thread has gone through its share');

  for (let step = blockDim.x / 2; step >= 1; step /= 2) {
    if (guard(me < step, `threadIdx.x < ${step}`)) {
      sum.store(me, f32(sum.load(me) + sum.load(me + step)));
      top.store(me, Math.max(top.load(me), top.load(me + step)));
    }
    yield syncthreads(`${step} of each are left`);
  }
  if (guard(me === 0, 'threadIdx.x == 0')) {
    sums.store(row, sum.load(0));
    maxima.store(row, top.load(0));
  }
}

/** What the host does: a block for each row. The number of its threads is a power of two, so that it can be halved. */
export function simulate(
  { x }: Inputs,
  { rows, columns }: Dims,
  { block = 64, trace }: SimulateOptions = {},
): Results<Float32Array> {
  const deviceX = toDevice('x', x);
  const deviceSums = deviceArray('sums', Float32Array, rows);
  const deviceMaxima = deviceArray('maxima', Float32Array, rows);
  launch(reduceRowsKernel, rows, block, [deviceX, deviceSums, deviceMaxima, columns], { trace });
  return { sums: deviceSums.toHost(), maxima: deviceMaxima.toHost() };
}

/** What --trace walks through: two rows of 6 numbers, by blocks of 4 threads. */
export const example: Example = { dims: { rows: 2, columns: 6 }, block: 4 };

// Step 3 is yours: starter.cu -----------------------------------------------------------------------------------------
