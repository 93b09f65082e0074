/**
 * Softmax of rows in three steps: plain loops, the same shared by the threads of a block, and then, in your own .cu file,
 * CUDA. Read this from top to bottom, and run it with
 *
 *     grade simulate softmax
 *     grade simulate softmax --trace
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

type Inputs = { readonly x: Float32Array };
type Dims = { readonly rows: number; readonly columns: number };

/** GPUs compute with 32-bit floats. This rounds to one. */
const f32 = Math.fround;

// Step 1: the plain loops ---------------------------------------------------------------------------------------------

/** exp(x) / sum(exp(x)) is the same as exp(x - top) / sum(exp(x - top)). Only the second one cannot overflow. */
export function expected({ x }: Inputs, { rows, columns }: Dims): { out: Float64Array } {
  const out = new Float64Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const mine = x.subarray(row * columns, (row + 1) * columns);
    let top = Number.NEGATIVE_INFINITY;
    for (const value of mine) top = Math.max(top, value);
    let sum = 0;
    for (const value of mine) sum += Math.exp(value - top);
    for (const [column, value] of mine.entries()) out[row * columns + column] = Math.exp(value - top) / sum;
  }
  return { out };
}

// Step 2: a block per row -----------------------------------------------------------------------------------------------

/**
 * Two reductions with trees, as in the exercise `reduction`: the maximum, and with it the sum. All threads need both.
 * After a tree, each thread reads element 0. There must be a barrier before shared memory is used again.
 */
function* softmaxKernel(
  { blockIdx, blockDim, threadIdx, shared, syncthreads, guard, watch }: Thread,
  x: DeviceArray<Float32Array>,
  out: DeviceArray<Float32Array>,
  columns: number,
): Generator<Barrier, void, void> {
  const partial = shared.array('partial', Float32Array, blockDim.x);
  const me = threadIdx.x;
  const first = blockIdx.x * columns;

  let top = Number.NEGATIVE_INFINITY;
  for (let column = me; column < columns; column += blockDim.x) top = Math.max(top, x.load(first + column));
  partial.store(me, top);
  yield syncthreads('each thread has the maximum of its share');
  for (let step = blockDim.x / 2; step >= 1; step /= 2) {
    if (guard(me < step, `threadIdx.x < ${step}`)) {
      partial.store(me, Math.max(partial.load(me), partial.load(me + step)));
    }
    yield syncthreads(`${step} maxima are left`);
  }
  top = partial.load(0);
  yield syncthreads('each thread has the maximum of the row');

  let sum = 0;
  for (let column = me; column < columns; column += blockDim.x) {
    sum = f32(sum + f32(Math.exp(f32(x.load(first + column) - top))));
  }
  partial.store(me, sum);
  yield syncthreads('each thread has the sum of its share');
  for (let step = blockDim.x / 2; step >= 1; step /= 2) {
    if (guard(me < step, `threadIdx.x < ${step}`)) {
      partial.store(me, f32(partial.load(me) + partial.load(me + step)));
    }
    yield syncthreads(`${step} sums are left`);
  }
  sum = partial.load(0);
  watch({ top, sum });
  for (let column = me; column < columns; column += blockDim.x) {
    out.store(first + column, f32(Math.exp(f32(x.load(first + column) - top)) / sum));
  }
}

/** The host launches a block per row. The number of its threads is a power of two, so that it can be halved. */
export function simulate(
  { x }: Inputs,
  { rows, columns }: Dims,
  { block = 64, trace }: SimulateOptions = {},
): { out: Float32Array } {
  const out = deviceArray('out', Float32Array, rows * columns);
  launch(softmaxKernel, rows, block, [toDevice('x', x), out, columns], { trace });
  return { out: out.toHost() };
}

/** The case of --trace: two rows of 6 numbers, by blocks of 4 threads. */
export const example: Example = { dims: { rows: 2, columns: 6 }, block: 4 };

// Step 3 is yours: starter.cu -----------------------------------------------------------------------------------------
