/**
 * The matrix product through tiles in shared memory, in three steps: a plain loop that works tile by tile, the same on
 * the simulator with blocks, threads and barriers, and then, in your own .cu file, CUDA. Read this from top to bottom,
 * and run it with
 *
 *     grade simulate matmul-tiled
 *     grade simulate matmul-tiled --trace
 *
 * The trace shows what the two tiles hold at each barrier.
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
};

// Step 1: the plain loop, tile by tile ---------------------------------------------------------------------------------

/**
 * In the plain product every element of m is fetched from memory w times, and every element of n h times: once for each
 * sum that it is part of. Memory is far away, and the sums of neighbours need the same numbers.
 *
 * So cut the k terms of every sum into pieces. For a square piece of the result, the terms of one piece come from one
 * tile of m (the same rows) and one tile of n (the same columns). Fetch both tiles once, do all that can be done with
 * them, go on to the next two. The sums come out the same.
 */
export function expected({ m, n }: Inputs, { h, w, k }: Dims): { out: Float64Array } {
  const tile = 16;
  const out = new Float64Array(h * w);
  for (let start = 0; start < k; start += tile) {
    const end = Math.min(start + tile, k);
    for (let row = 0; row < h; row++) {
      for (let column = 0; column < w; column++) {
        let sum = out[row * w + column] ?? 0;
        for (let i = start; i < end; i++) sum += (m[row * k + i] ?? 0) * (n[i * w + column] ?? 0);
        out[row * w + column] = sum;
      }
    }
  }
  return { out };
}

// Step 2: a block is a tile --------------------------------------------------------------------------------------------

/**
 * A block of tile x tile threads makes a tile of the result, one element a thread. Its threads share the work of
 * fetching: for each piece of k every thread brings one element of m and one of n into shared memory, and then uses
 * what all the others have brought.
 *
 * Three things must be right.
 *
 * - Nobody may use a tile before all of it is there: the first barrier.
 * - Nobody may bring in the next tile while another still uses this one: the second barrier.
 * - Where a tile sticks out of its matrix, zeros take the place of what is not there: they change no sum. And since
 *   every thread is needed at the barriers, no thread may leave early, not even one whose own element does not exist.
 *   It fetches and waits like the rest, and only at the end stores nothing.
 *
 * The function* makes it a generator function, which can stop at a `yield` and go on later: that is how the simulator
 * lets a thread wait. CUDA has no such word; there it is just `__syncthreads();`.
 */
function* matmulTiledKernel(
  { blockIdx, threadIdx, shared, syncthreads, guard, watch }: Thread,
  m: DeviceArray<Float32Array>,
  n: DeviceArray<Float32Array>,
  out: DeviceArray<Float32Array>,
  h: number,
  w: number,
  k: number,
  tile: number,
): Generator<Barrier, void, void> {
  const mTile = shared.array('mTile', Float32Array, tile, tile);
  const nTile = shared.array('nTile', Float32Array, tile, tile);
  const { x: tx, y: ty } = threadIdx;
  const row = blockIdx.y * tile + ty;
  const column = blockIdx.x * tile + tx;
  watch({ row, column });

  let sum = 0;
  for (let start = 0; start < k; start += tile) {
    const mColumn = start + tx;
    const nRow = start + ty;
    mTile.store(ty, tx, row < h && mColumn < k ? m.load(row * k + mColumn) : 0);
    nTile.store(ty, tx, nRow < k && column < w ? n.load(nRow * w + column) : 0);
    yield syncthreads('both tiles are there');

    for (let i = 0; i < tile; i++) {
      // Math.fround rounds to a 32-bit float, which is what the GPU computes with.
      sum = Math.fround(sum + mTile.load(ty, i) * nTile.load(i, tx));
    }
    yield syncthreads('nobody uses these tiles any more');
  }
  watch({ sum });
  if (guard(row < h && column < w, 'row < h && column < w')) out.store(row * w + column, sum);
}

/**
 * The same kernel with dynamic shared memory: the launch says how many bytes there are, so that the tile's size need
 * not be fixed when the kernel is compiled. There is one piece of such memory; the second tile begins where the first
 * one ends.
 */
function* matmulDynamicKernel(
  thread: Thread,
  m: DeviceArray<Float32Array>,
  n: DeviceArray<Float32Array>,
  out: DeviceArray<Float32Array>,
  h: number,
  w: number,
  k: number,
  tile: number,
): Generator<Barrier, void, void> {
  const { blockIdx, threadIdx, shared, syncthreads, guard } = thread;
  const mTile = shared.dynamic('mTile', Float32Array, [tile, tile]);
  const nTile = shared.dynamic('nTile', Float32Array, [tile, tile], tile * tile);
  const { x: tx, y: ty } = threadIdx;
  const row = blockIdx.y * tile + ty;
  const column = blockIdx.x * tile + tx;

  let sum = 0;
  for (let start = 0; start < k; start += tile) {
    mTile.store(ty, tx, row < h && start + tx < k ? m.load(row * k + start + tx) : 0);
    nTile.store(ty, tx, start + ty < k && column < w ? n.load((start + ty) * w + column) : 0);
    yield syncthreads('both tiles are there');
    for (let i = 0; i < tile; i++) sum = Math.fround(sum + mTile.load(ty, i) * nTile.load(i, tx));
    yield syncthreads('nobody uses these tiles any more');
  }
  if (guard(row < h && column < w, 'row < h && column < w')) out.store(row * w + column, sum);
}

/** What the host does. The block is as large as a tile. */
export function simulate(inputs: Inputs, dims: Dims, options: SimulateOptions = {}): { out: Float32Array } {
  return run(inputs, dims, options, false);
}

/** The same with dynamic shared memory. */
export function simulateDynamic(inputs: Inputs, dims: Dims, options: SimulateOptions = {}): { out: Float32Array } {
  return run(inputs, dims, options, true);
}

function run(
  { m, n }: Inputs,
  { h, w, k }: Dims,
  { block = 16, trace }: SimulateOptions,
  dynamic: boolean,
): { out: Float32Array } {
  const tile = typeof block === 'number' ? block : block[0];
  const deviceM = toDevice('m', m);
  const deviceN = toDevice('n', n);
  const deviceOut = deviceArray('out', Float32Array, h * w);
  launch(
    dynamic ? matmulDynamicKernel : matmulTiledKernel,
    [ceilDiv(w, tile), ceilDiv(h, tile)],
    [tile, tile],
    [deviceM, deviceN, deviceOut, h, w, k, tile],
    { sharedBytes: dynamic ? 2 * tile * tile * Float32Array.BYTES_PER_ELEMENT : 0, trace },
  );
  return { out: deviceOut.toHost() };
}

/** What --trace walks through: a result of 3 x 5 under tiles of 3 x 3, with sums of 4 terms: two tiles, the last ragged. */
export const example: Example = { dims: { h: 3, w: 5, k: 4 }, block: [3, 3] };

// Step 3 is yours: starter.cu ------------------------------------------------------------------------------------------
