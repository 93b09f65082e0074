/**
 * A sparse matrix times a vector in three steps: plain loops, the same loops dealt out to groups of threads, and then, in
 * your own .cu file, CUDA. Read this from top to bottom, and run it with
 *
 *     grade simulate spmv
 *     grade simulate spmv --trace
 */
import {
  type Barrier,
  type DeviceArray,
  type Draw,
  deviceArray,
  type Example,
  launch,
  type SimulateOptions,
  type Thread,
  toDevice,
} from '../../grader/simulator/index.ts';

type Inputs = {
  readonly row_start: Int32Array;
  readonly column: Int32Array;
  readonly value: Float32Array;
  readonly x: Float32Array;
};

type Dims = { readonly rows: number };

/** GPUs compute with 32-bit floats. This rounds to one. */
const f32 = Math.fround;

// The matrix ------------------------------------------------------------------------------------------------------------

/**
 * A matrix in CSR form (compressed sparse rows). `row_start` has the place of each row's first element, and at its end the
 * number of all elements. Every third row is long, so that threads with a row each have unequal work.
 */
export function generate({ random, structure, dims }: Draw) {
  const { rows = 1, columns = 1, nonzeros = 0 } = dims;
  const row_start = new Int32Array(rows + 1);
  for (let at = 0; at < nonzeros; at++) {
    const any = structure.integer(0, rows - 1);
    const row = structure.fraction() < 0.6 ? any - (any % 3) : any;
    row_start[row + 1] = (row_start[row + 1] ?? 0) + 1;
  }
  for (let row = 0; row < rows; row++) row_start[row + 1] = (row_start[row + 1] ?? 0) + (row_start[row] ?? 0);
  const column = Int32Array.from({ length: nonzeros }, () => structure.integer(0, columns - 1));
  const value = Float32Array.from({ length: nonzeros }, () => 0.5 + random.fraction());
  const x = Float32Array.from({ length: columns }, () => 2 * random.fraction() - 1);
  return { row_start, column, value, x };
}

// Step 1: the plain loops -------------------------------------------------------------------------------------------------

export function expected({ row_start, column, value, x }: Inputs, { rows }: Dims): { y: Float64Array } {
  const y = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    for (let at = row_start[row] ?? 0; at < (row_start[row + 1] ?? 0); at++) {
      sum += (value[at] ?? 0) * (x[column[at] ?? 0] ?? 0);
    }
    y[row] = sum;
  }
  return { y };
}

// Step 2: a group of threads per row ----------------------------------------------------------------------------------------

/**
 * Threads of a group take neighboring elements of one row. Here a block is a group, and its first thread adds up what
 * is in shared memory. On a GPU a warp is a group, and its lanes add up with `__shfl_down_sync`.
 */
function* spmvKernel(
  { blockIdx, blockDim, threadIdx, shared, syncthreads, guard, watch }: Thread,
  rowStart: DeviceArray<Int32Array>,
  column: DeviceArray<Int32Array>,
  value: DeviceArray<Float32Array>,
  x: DeviceArray<Float32Array>,
  y: DeviceArray<Float32Array>,
): Generator<Barrier, void, void> {
  const sums = shared.array('sums', Float32Array, blockDim.x);
  const row = blockIdx.x;
  const end = rowStart.load(row + 1);
  let sum = 0;
  for (let at = rowStart.load(row) + threadIdx.x; at < end; at += blockDim.x) {
    sum = f32(sum + f32(value.load(at) * x.load(column.load(at))));
  }
  watch({ row, sum });
  sums.store(threadIdx.x, sum);
  yield syncthreads('each thread has a sum');
  if (guard(threadIdx.x === 0, 'threadIdx.x == 0')) {
    let total = 0;
    for (let thread = 0; thread < blockDim.x; thread++) total = f32(total + sums.load(thread));
    y.store(row, total);
  }
}

/** The host launches a group per row. */
export function simulate(
  { row_start, column, value, x }: Inputs,
  { rows }: Dims,
  { block = 32, trace }: SimulateOptions = {},
): { y: Float32Array } {
  const y = deviceArray('y', Float32Array, rows);
  const matrix = [toDevice('row_start', row_start), toDevice('column', column), toDevice('value', value)] as const;
  const threads = typeof block === 'number' ? block : block[0];
  launch(spmvKernel, rows, threads, [...matrix, toDevice('x', x), y], { trace });
  return { y: y.toHost() };
}

/** The case of --trace: 3 rows with 7 elements, and groups of 4 threads. */
export const example: Example = { dims: { rows: 3, columns: 5, nonzeros: 7 }, block: 4 };

// Step 3 is yours: starter.cu -----------------------------------------------------------------------------------------
