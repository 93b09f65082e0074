/**
 * The matrix product through tiles of any width, in three steps: plain loops, the same tile by tile on the simulator, with
 * shared memory whose size the launch gives, and then, in your own .cu file, CUDA. Read this from top to bottom, and run
 * it with
 *
 *     grade simulate matmul-dynamic
 *     grade simulate matmul-dynamic --trace
 *
 * The trace shows what both halves of the shared memory hold at each barrier.
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

/** Row-major matrices: m has h rows of k, n has k rows of w. Element (row, column) of m is m[row * k + column]. */
type Inputs = {
  readonly m: Float32Array;
  readonly n: Float32Array;
};

type Dims = {
  readonly h: number;
  readonly w: number;
  readonly k: number;
  /** Rows and columns of a tile. */
  readonly tile: number;
};

// Step 1: the plain loops ---------------------------------------------------------------------------------------------

/**
 * Rows of m by columns of n. The result does not depend on the tile: cut the k terms of a sum into pieces of any length,
 * and it stays the same sum. So the width of a tile can be chosen by what is fast, and as late as we like.
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

// Step 2: one piece of shared memory, two tiles -------------------------------------------------------------------------

/**
 * This is the kernel of the exercise before, but for where its tiles lie. An array of fixed size is part of the program.
 * What is not known before the program runs comes with the launch: so many bytes for each block. In CUDA they are one
 * array without a length,
 *
 *     extern __shared__ float shared[];
 *
 * and so it is here: `memory`, with one index. Two things are now ours to do which the compiler did before.
 *
 * - Two tiles share the array. The first takes tile * tile floats, so the second begins there: `nTile`.
 * - A tile has rows, the array has not. Element (row, column) of a tile lies at row * tile + column, counted from where
 *   the tile begins.
 *
 * Barriers, zeros where a tile sticks out, and threads that wait although they have nothing to store: as before.
 *
 * The function* makes it a generator function, which can stop at a `yield` and go on later: that is how the simulator
 * lets a thread wait. CUDA has no such word; there it is just `__syncthreads();`.
 */
function* matmulKernel(
  { blockIdx, threadIdx, shared, syncthreads, guard, watch }: Thread,
  m: DeviceArray<Float32Array>,
  n: DeviceArray<Float32Array>,
  out: DeviceArray<Float32Array>,
  h: number,
  w: number,
  k: number,
  tile: number,
): Generator<Barrier, void, void> {
  const memory = shared.dynamic('shared', Float32Array, [2 * tile * tile]);
  const mTile = 0;
  const nTile = tile * tile;
  const { x: tx, y: ty } = threadIdx;
  const row = blockIdx.y * tile + ty;
  const column = blockIdx.x * tile + tx;
  const own = ty * tile + tx;
  watch({ row, column, own });

  let sum = 0;
  for (let start = 0; start < k; start += tile) {
    const mColumn = start + tx;
    const nRow = start + ty;
    memory.store(mTile + own, row < h && mColumn < k ? m.load(row * k + mColumn) : 0);
    memory.store(nTile + own, nRow < k && column < w ? n.load(nRow * w + column) : 0);
    yield syncthreads('both tiles are there');

    for (let i = 0; i < tile; i++) {
      // Math.fround rounds to a 32-bit float, which is what the GPU computes with.
      sum = Math.fround(sum + memory.load(mTile + ty * tile + i) * memory.load(nTile + i * tile + tx));
    }
    yield syncthreads('nobody uses these tiles any more');
  }
  watch({ sum });
  if (guard(row < h && column < w, 'row < h && column < w')) out.store(row * w + column, sum);
}

/**
 * What the host does: everything that depends on the width is worked out from it, the block, the grid, and the bytes of
 * shared memory.
 */
export function simulate(
  { m, n }: Inputs,
  { h, w, k, tile }: Dims,
  { trace }: SimulateOptions = {},
): { out: Float32Array } {
  const deviceM = toDevice('m', m);
  const deviceN = toDevice('n', n);
  const deviceOut = deviceArray('out', Float32Array, h * w);
  launch(
    matmulKernel,
    [ceilDiv(w, tile), ceilDiv(h, tile)],
    [tile, tile],
    [deviceM, deviceN, deviceOut, h, w, k, tile],
    { sharedBytes: 2 * tile * tile * Float32Array.BYTES_PER_ELEMENT, trace },
  );
  return { out: deviceOut.toHost() };
}

/**
 * What --trace walks through: a result of 2 x 3 under tiles of 2 x 2, with sums of 3 terms: two tiles, the last ragged. Of
 * the 8 floats in shared memory, the first 4 are the tile of m.
 */
export const example: Example = { dims: { h: 2, w: 3, k: 3, tile: 2 }, block: [2, 2] };

// Step 3 is yours: starter.cu ------------------------------------------------------------------------------------------
