/**
 * Color to gray with two-dimensional blocks, in three steps: two plain loops, the same loops cut into blocks and
 * threads on the simulator, and then, in your own .cu file, CUDA. Read this from top to bottom, and run it with
 *
 *     grade simulate grayscale-2d
 *     grade simulate grayscale-2d --trace
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

/** A picture, one plane after the other: all reds, then all greens, then all blues. */
type Inputs = {
  readonly x: Uint8Array;
};

type Dims = {
  readonly height: number;
  readonly width: number;
};

/** How bright red, green and blue look to us: mostly green. */
const RED = 0.2989;
const GREEN = 0.587;
const BLUE = 0.114;

// Step 1: two plain loops --------------------------------------------------------------------------------------------

/**
 * In the last exercise one loop went over all pixels, from 0 to n. Here are two, down the rows and along each row, and
 * the pixel's place in memory is worked out from both: so many whole rows lie before it, and so many pixels of its own.
 */
export function expected({ x }: Inputs, { height, width }: Dims): { out: Float64Array } {
  const n = height * width;
  const out = new Float64Array(n);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const i = row * width + column;
      const [red = 0, green = 0, blue = 0] = [x[i], x[i + n], x[i + 2 * n]];
      out[i] = RED * red + GREEN * green + BLUE * blue;
    }
  }
  return { out };
}

// Step 2: both loops become a grid -----------------------------------------------------------------------------------

/** GPUs compute with 32-bit floats; this rounds to one, as the GPU rounds each of its results. */
const f32 = Math.fround;

/**
 * Blocks may have two dimensions, and so may the grid of them. Then a thread's names have an x and a y: x counts along
 * a row, y counts rows. (Threads whose x are neighbours run side by side, so they should touch neighbouring bytes.)
 *
 * The blocks cover the picture as tiles cover a floor: they stick out at the right and at the bottom, each on its
 * own account. A thread past the right edge has an index like any other, that of a pixel in the next row, so the
 * index alone does not tell. The guard has to look at both.
 */
function rgbToGrayscaleKernel(
  { blockIdx, blockDim, threadIdx, guard, watch }: Thread,
  x: DeviceArray<Uint8Array>,
  out: DeviceArray<Uint8Array>,
  height: number,
  width: number,
): void {
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  watch({ row, column });
  if (guard(row < height && column < width, 'row < height && column < width')) {
    const n = height * width;
    const i = row * width + column;
    const red = x.load(i);
    const green = x.load(i + n);
    const blue = x.load(i + 2 * n);
    // As in C, storing a float as a byte cuts off what is behind the point.
    out.store(i, f32(f32(f32(f32(RED) * red) + f32(GREEN) * green) + f32(BLUE) * blue));
  }
}

/** What the host does: as many blocks across as it takes to cover the columns, and as many down as cover the rows. */
export function simulate(
  { x }: Inputs,
  { height, width }: Dims,
  { block = [16, 16], trace }: SimulateOptions = {},
): { out: Uint8Array } {
  const [across, down = 1] = typeof block === 'number' ? [block] : block;
  const grid = [ceilDiv(width, across), ceilDiv(height, down)] as const;
  const deviceX = toDevice('x', x);
  const deviceOut = deviceArray('out', Uint8Array, height * width);
  launch(rgbToGrayscaleKernel, grid, [across, down], [deviceX, deviceOut, height, width], { trace });
  return { out: deviceOut.toHost() };
}

/** What --trace walks through: 3 rows of 5 pixels under four blocks of 2 rows of 4. */
export const example: Example = { dims: { height: 3, width: 5 }, block: [4, 2] };

// Step 3 is yours: starter.cu ---------------------------------------------------------------------------------------
