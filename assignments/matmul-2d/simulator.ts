/**
 * The matrix product, in three steps: three plain loops, two of them cut into blocks and threads on the simulator, and
 * then, in your own .cu file, CUDA. Read this from top to bottom, and run it with
 *
 *     grade simulate matmul-2d
 *     grade simulate matmul-2d --trace
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

/** Row-major matrices: m has h rows of k, n has k rows of w. Element (row, column) of m is m[row * k + column]. */
type Inputs = {
  readonly m: Float32Array;
  readonly n: Float32Array;
};

type Dims = {
  readonly h: number;
  readonly w: number;
  readonly k: number;
};

// Step 1: the plain loops --------------------------------------------------------------------------------------------

/**
 * Element (row, column) of the product is a row of m times a column of n, term by term, summed up.
 *
 * The two outer loops go over the elements of the result. No element needs another, so each can have a thread of its
 * own. The inner loop is a sum, where each turn needs the one before: it stays a loop, inside the thread.
 */
export function expected({ m, n }: Inputs, { h, w, k }: Dims): { out: Float64Array } {
  const out = new Float64Array(h * w);
  for (let row = 0; row < h; row++) {
    for (let column = 0; column < w; column++) {
      let sum = 0;
      for (let i = 0; i < k; i++) sum += (m[row * k + i] ?? 0) * (n[i * w + column] ?? 0);
      out[row * w + column] = sum;
    }
  }
  return { out };
}

// Step 2: the two outer loops become a grid ---------------------------------------------------------------------------

/**
 * The result has two dimensions, and so may the grid: x counts columns and y counts rows. (Threads whose x are
 * neighbours run side by side on a GPU. With x along a row they touch neighbouring numbers in memory, which is what
 * memory does best. The other way round the result is the same, and it takes several times as long.)
 *
 * The blocks cover the result as tiles cover a floor: at the right and at the bottom they stick out, each on its own
 * account. So the guard has two sides.
 */
function matmulKernel(
  { blockIdx, blockDim, threadIdx, guard, watch }: Thread,
  m: DeviceArray<Float32Array>,
  n: DeviceArray<Float32Array>,
  out: DeviceArray<Float32Array>,
  h: number,
  w: number,
  k: number,
): void {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  watch({ row, column });
  if (guard(row < h && column < w, 'row < h && column < w')) {
    let sum = 0;
    for (let i = 0; i < k; i++) {
      // Math.fround rounds to a 32-bit float, which is what the GPU computes with.
      sum = Math.fround(sum + m.load(row * k + i) * n.load(i * w + column));
    }
    out.store(row * w + column, sum);
  }
}

/** What the host does: as many blocks across as it takes to cover w columns, and as many down as cover h rows. */
export function simulate(
  { m, n }: Inputs,
  { h, w, k }: Dims,
  { block = [16, 16], trace }: SimulateOptions = {},
): { out: Float32Array } {
  const [across, down = 1] = typeof block === 'number' ? [block] : block;
  const deviceM = toDevice('m', m);
  const deviceN = toDevice('n', n);
  const deviceOut = deviceArray('out', Float32Array, h * w);
  launch(matmulKernel, [ceilDiv(w, across), ceilDiv(h, down)], [across, down], [deviceM, deviceN, deviceOut, h, w, k], {
    trace,
  });
  return { out: deviceOut.toHost() };
}

/** What --trace walks through: a result of 3 rows of 7 columns under blocks of 2 rows of 4. */
export const example: Example = { dims: { h: 3, w: 7, k: 5 }, block: [4, 2] };

// Step 3 is yours: starter.cu ----------------------------------------------------------------------------------------
