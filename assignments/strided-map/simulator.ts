/**
 * A map over strides, in three steps: a plain loop, the same loop dealt out to threads on the simulator, and then, in your
 * own file, CUDA C++ or Numba. Read this from top to bottom, and run it with
 *
 *     grade simulate strided-map
 *     grade simulate strided-map --trace
 */
import {
  ceilDiv,
  type DeviceArray,
  type Example,
  launch,
  type SimulateOptions,
  type Thread,
  toDevice,
} from '../../grader/simulator/index.ts';

type Inputs = {
  readonly x: Float32Array;
  /** The content of the memory of the result before the call: gaps must keep it. */
  readonly out: Float32Array;
};

type Dims = {
  readonly x_height: number;
  readonly x_width: number;
  readonly x_row_stride: number;
  readonly x_column_stride: number;
  readonly height: number;
  readonly width: number;
  readonly row_stride: number;
  readonly column_stride: number;
};

// Step 1: the plain loop -------------------------------------------------------------------------------------------

/** A view of memory: where a row and a column are, and how many there are of each. */
export function expected({ x, out }: Inputs, dims: Dims): { out: Float64Array } {
  const result = Float64Array.from(out);
  for (let row = 0; row < dims.height; row++) {
    for (let column = 0; column < dims.width; column++) {
      // Broadcasting: an extent of 1 serves every row, or every column.
      const xRow = dims.x_height === 1 ? 0 : row;
      const xColumn = dims.x_width === 1 ? 0 : column;
      const value = x[xRow * dims.x_row_stride + xColumn * dims.x_column_stride] ?? 0;
      result[row * dims.row_stride + column * dims.column_stride] = 0.5 * value + 1;
    }
  }
  return { out: result };
}

// Step 2: the loop is dealt out to the threads -----------------------------------------------------------------------

/** GPUs compute with 32-bit floats; this rounds to one, as the GPU rounds each of its results. */
const f32 = Math.fround;

/** A thread has one element of the result. Two indexes follow from its row and column: one to read, one to write. */
function stridedMapKernel(
  { blockIdx, blockDim, threadIdx, guard, watch }: Thread,
  x: DeviceArray<Float32Array>,
  out: DeviceArray<Float32Array>,
  dims: Dims,
): void {
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  if (guard(row < dims.height && column < dims.width, 'row < height and column < width')) {
    const xRow = dims.x_height === 1 ? 0 : row;
    const xColumn = dims.x_width === 1 ? 0 : column;
    const from = xRow * dims.x_row_stride + xColumn * dims.x_column_stride;
    const to = row * dims.row_stride + column * dims.column_stride;
    watch({ row, column, from, to });
    out.store(to, f32(f32(0.5 * x.load(from)) + 1));
  }
}

/** The host launches a grid of blocks that covers the result. */
export function simulate(
  { x, out }: Inputs,
  dims: Dims,
  { block = [16, 16], trace }: SimulateOptions = {},
): { out: Float32Array } {
  const deviceX = toDevice('x', x);
  const deviceOut = toDevice('out', Float32Array.from(out));
  const [threadsX, threadsY = 1] = typeof block === 'number' ? [block] : block;
  const grid = [ceilDiv(dims.width, threadsX), ceilDiv(dims.height, threadsY)] as const;
  launch(stridedMapKernel, grid, [threadsX, threadsY], [deviceX, deviceOut, dims], { trace });
  return { out: deviceOut.toHost() };
}

/** The case of --trace: one row of 5 numbers for 3 rows, into a result with a gap after each row. */
export const example: Example = {
  dims: {
    ...{ x_height: 1, x_width: 5, x_row_stride: 5, x_column_stride: 1, x_size: 5 },
    ...{ height: 3, width: 5, row_stride: 6, column_stride: 1, out_size: 17 },
  },
  block: [4, 2],
};

// Step 3 is yours: starter.cu, or a file in Python --------------------------------------------------------------------
