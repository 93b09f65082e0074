/**
 * A transpose in three steps: plain loops, the same loops dealt out to blocks with a tile each, and then, in your own .cu
 * file, CUDA. Read this from top to bottom, and run it with
 *
 *     grade simulate transpose
 *     grade simulate transpose --trace
 */
import {
  type Barrier,
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
type Dims = { readonly height: number; readonly width: number };

// Step 1: the plain loops ---------------------------------------------------------------------------------------------

export function expected({ x }: Inputs, { height, width }: Dims): { out: Float64Array } {
  const out = new Float64Array(width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      out[column * height + row] = x[row * width + column] ?? 0;
    }
  }
  return { out };
}

// Step 2: a tile per block ----------------------------------------------------------------------------------------------

/**
 * A block loads a tile of x, row by row. The tile in block row 2 and block column 5 of x is the one in block row 5 and
 * block column 2 of out. There, the block stores it row by row again, and each of these rows is a column of the tile.
 */
function* transposeKernel(
  { blockIdx, blockDim, threadIdx, shared, syncthreads, guard, watch }: Thread,
  x: DeviceArray<Float32Array>,
  out: DeviceArray<Float32Array>,
  height: number,
  width: number,
): Generator<Barrier, void, void> {
  const side = blockDim.x;
  const tile = shared.array('tile', Float32Array, side, side + 1);
  const column = blockIdx.x * side + threadIdx.x;
  const row = blockIdx.y * side + threadIdx.y;
  if (guard(row < height && column < width, 'row < height && column < width')) {
    tile.store(threadIdx.y, threadIdx.x, x.load(row * width + column));
  }
  yield syncthreads('the tile is complete');

  const outColumn = blockIdx.y * side + threadIdx.x;
  const outRow = blockIdx.x * side + threadIdx.y;
  watch({ row, column, outRow, outColumn });
  if (guard(outRow < width && outColumn < height, 'outRow < width && outColumn < height')) {
    out.store(outRow * height + outColumn, tile.load(threadIdx.x, threadIdx.y));
  }
}

/** The host launches a block per tile. Here a thread moves one element. */
export function simulate(
  { x }: Inputs,
  { height, width }: Dims,
  { block = [16, 16], trace }: SimulateOptions = {},
): { out: Float32Array } {
  const deviceX = toDevice('x', x);
  const out = deviceArray('out', Float32Array, width * height);
  const side = typeof block === 'number' ? block : block[0];
  const grid = [ceilDiv(width, side), ceilDiv(height, side)] as const;
  launch(transposeKernel, grid, [side, side], [deviceX, out, height, width], { trace });
  return { out: out.toHost() };
}

/** The case of --trace: 2 rows of 5 elements, and tiles of 3 by 3. */
export const example: Example = { dims: { height: 2, width: 5 }, block: [3, 3] };

// Step 3 is yours: starter.cu -----------------------------------------------------------------------------------------
