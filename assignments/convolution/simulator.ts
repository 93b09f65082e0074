/**
 * A convolution in three steps: plain loops, the same loops dealt out to blocks with a tile and a halo, and then, in your
 * own .cu file, CUDA. Read this from top to bottom, and run it with
 *
 *     grade simulate convolution
 *     grade simulate convolution --trace
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

type Inputs = { readonly x: Float32Array; readonly weights: Float32Array };
type Dims = { readonly n: number; readonly taps: number };

/** GPUs compute with 32-bit floats. This rounds to one. */
const f32 = Math.fround;

// Step 1: the plain loops ---------------------------------------------------------------------------------------------

/** Elements before the start and past the end count as 0. */
export function expected({ x, weights }: Inputs, { n, taps }: Dims): { out: Float64Array } {
  const radius = Math.floor(taps / 2);
  const out = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let k = 0; k < taps; k++) sum += (weights[k] ?? 0) * (x[i + k - radius] ?? 0);
    out[i] = sum;
  }
  return { out };
}

// Step 2: a tile with a halo per block ---------------------------------------------------------------------------------

/**
 * A block of 256 threads makes 256 elements of out. They need 256 elements of x, and `radius` more on each side: the halo.
 * So the tile has more elements than the block has threads, and a thread loads one or two.
 *
 * All lanes of a warp read the same weight at the same time. Constant memory is made for that: one load serves them all.
 * The simulator has no constant memory, and takes an array of the device.
 */
function* convolutionKernel(
  { blockIdx, blockDim, threadIdx, shared, syncthreads, guard, watch }: Thread,
  x: DeviceArray<Float32Array>,
  weight: DeviceArray<Float32Array>,
  out: DeviceArray<Float32Array>,
  n: number,
  taps: number,
): Generator<Barrier, void, void> {
  const radius = Math.floor(taps / 2);
  const length = blockDim.x + 2 * radius;
  const tile = shared.array('tile', Float32Array, length);
  const first = blockIdx.x * blockDim.x - radius;
  for (let at = threadIdx.x; at < length; at += blockDim.x) {
    const from = first + at;
    tile.store(at, guard(from >= 0 && from < n, 'from >= 0 && from < n') ? x.load(from) : 0);
  }
  yield syncthreads('the tile and its halo are complete');

  const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (guard(i < n, 'i < n')) {
    let sum = 0;
    for (let k = 0; k < taps; k++) sum = f32(sum + f32(weight.load(k) * tile.load(threadIdx.x + k)));
    watch({ i, sum });
    out.store(i, sum);
  }
}

/** The host copies the weights, and launches a block per tile. */
export function simulate(
  { x, weights }: Inputs,
  { n, taps }: Dims,
  { block = 64, trace }: SimulateOptions = {},
): { out: Float32Array } {
  const [deviceX, weight] = [toDevice('x', x), toDevice('weight', weights)];
  const out = deviceArray('out', Float32Array, n);
  const threads = typeof block === 'number' ? block : block[0];
  launch(convolutionKernel, ceilDiv(n, threads), threads, [deviceX, weight, out, n, taps], { trace });
  return { out: out.toHost() };
}

/** The case of --trace: 6 elements with 3 weights, and 2 blocks of 4 threads. */
export const example: Example = { dims: { n: 6, taps: 3 }, block: 4 };

// Step 3 is yours: starter.cu -----------------------------------------------------------------------------------------
