/**
 * Color to gray, in three steps: a plain loop, the same loop cut into blocks and threads on the simulator, and then,
 * in your own .cu file, CUDA. Read this from top to bottom, and run it with
 *
 *     grade simulate grayscale
 *     grade simulate grayscale --trace
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

// Step 1: the plain loop -------------------------------------------------------------------------------------------

/**
 * Each gray pixel is made from three numbers of the picture, one in each plane. The picture is flat: pixel i of the red
 * plane is x[i], and the same pixel's green is one whole plane of n pixels further on.
 *
 * Every turn of this loop does the same work on its own pixel, and no turn needs another's result. So all of them may
 * run at the same time: that is what a GPU is for.
 */
export function expected({ x }: Inputs, { height, width }: Dims): { out: Float64Array } {
  const n = height * width;
  const out = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const [red = 0, green = 0, blue = 0] = [x[i], x[i + n], x[i + 2 * n]];
    out[i] = RED * red + GREEN * green + BLUE * blue;
  }
  return { out };
}

// Step 2: the loop's body becomes a kernel ---------------------------------------------------------------------------

/** GPUs compute with 32-bit floats; this rounds to one, as the GPU rounds each of its results. */
const f32 = Math.fround;

/**
 * One thread makes one pixel. The loop is gone: in its place each thread works out from its block's number and its own
 * number in the block which i is its own.
 *
 * A grid consists of whole blocks, so it usually has extra threads. The guard skips them.
 */
function rgbToGrayscaleKernel(
  { blockIdx, blockDim, threadIdx, guard, watch }: Thread,
  x: DeviceArray<Uint8Array>,
  out: DeviceArray<Uint8Array>,
  n: number,
): void {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  watch({ i });
  if (guard(i < n, 'i < n')) {
    const red = x.load(i);
    const green = x.load(i + n);
    const blue = x.load(i + 2 * n);
    // As in C, storing a float as a byte cuts off what is behind the point.
    out.store(i, f32(f32(f32(f32(RED) * red) + f32(GREEN) * green) + f32(BLUE) * blue));
  }
}

/**
 * What the host does: it puts the picture into the GPU's memory, starts as many blocks as it takes to have a thread for
 * every pixel, and copies the result back. In the exercise the picture is on the GPU already.
 */
export function simulate(
  { x }: Inputs,
  { height, width }: Dims,
  { block = 256, trace }: SimulateOptions = {},
): { out: Uint8Array } {
  const n = height * width;
  const deviceX = toDevice('x', x);
  const deviceOut = deviceArray('out', Uint8Array, n);
  const threads = typeof block === 'number' ? block : block[0];
  launch(rgbToGrayscaleKernel, ceilDiv(n, threads), threads, [deviceX, deviceOut, n], { trace });
  return { out: deviceOut.toHost() };
}

/** What --trace walks through: 15 pixels in blocks of 4 threads, so one thread is left over. */
export const example: Example = { dims: { height: 3, width: 5 }, block: 4 };

// Step 3 is yours: starter.cu ---------------------------------------------------------------------------------------
