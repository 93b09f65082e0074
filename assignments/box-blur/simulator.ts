/**
 * Box blur, in three steps: plain loops, two of them cut into blocks and threads on the simulator, and then, in your
 * own .cu file, CUDA. Read this from top to bottom, and run it with
 *
 *     grade simulate box-blur
 *     grade simulate box-blur --trace
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

/** A gray picture, row by row: pixel (row, column) is x[row * width + column]. */
type Inputs = {
  readonly x: Uint8Array;
};

type Dims = {
  readonly height: number;
  readonly width: number;
};

// Step 1: the plain loops --------------------------------------------------------------------------------------------

/**
 * Each pixel becomes the mean of the nine pixels of a square, itself in the middle. At the edge of the picture some
 * of the nine are not there: then it is the mean of those that are, four in a corner, six along an edge.
 *
 * The two outer loops go from pixel to pixel. They read the old picture and write a new one, so no turn needs another's
 * result. (If the new values went into the old picture, each turn would read what the one before has written.)
 */
export function expected({ x }: Inputs, { height, width }: Dims): { out: Float64Array } {
  const out = new Float64Array(height * width);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      let sum = 0;
      let count = 0;
      for (let r = row - 1; r <= row + 1; r++) {
        for (let c = column - 1; c <= column + 1; c++) {
          if (r < 0 || r >= height || c < 0 || c >= width) continue;
          sum += x[r * width + c] ?? 0;
          count++;
        }
      }
      out[row * width + column] = sum / count;
    }
  }
  return { out };
}

// Step 2: the two outer loops become a grid ---------------------------------------------------------------------------

/**
 * One thread makes one pixel; the two inner loops stay inside it. Now there are two questions to ask, and they are
 * easily taken for one. Is there a pixel for this thread? The guard tells. And is there such a neighbour? That the
 * loops have to ask for each of the nine, also in a thread whose own pixel lies well inside the array: what lies
 * before the first pixel of a row, in memory, is the last one of the row above, which is no neighbour at all.
 */
function blurKernel(
  { blockIdx, blockDim, threadIdx, guard, watch }: Thread,
  x: DeviceArray<Uint8Array>,
  out: DeviceArray<Uint8Array>,
  height: number,
  width: number,
): void {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  watch({ row, column });
  if (guard(row < height && column < width, 'row < height && column < width')) {
    let sum = 0;
    let count = 0;
    for (let r = row - 1; r <= row + 1; r++) {
      for (let c = column - 1; c <= column + 1; c++) {
        if (r < 0 || r >= height || c < 0 || c >= width) continue;
        sum += x.load(r * width + c);
        count++;
      }
    }
    watch({ sum, count });
    // Between ints, C cuts the fraction off.
    out.store(row * width + column, Math.floor(sum / count));
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
  launch(blurKernel, grid, [across, down], [deviceX, deviceOut, height, width], { trace });
  return { out: deviceOut.toHost() };
}

/** What --trace walks through: 3 rows of 5 pixels under four blocks of 2 rows of 4. */
export const example: Example = { dims: { height: 3, width: 5 }, block: [4, 2] };

// Step 3 is yours: starter.cu ---------------------------------------------------------------------------------------
