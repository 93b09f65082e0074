/**
 * One kernel instead of four: a plain loop, four kernels that hand each other whole arrays, the same in one, both on the
 * simulator, and then, in your own .cu file, CUDA. Read this from top to bottom, and run it with
 *
 *     grade simulate fused-map
 *     grade simulate fused-map --trace
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

/** What a sensor reads of a scene, what it reads in the dark, and by how much each of its pixels is too dull. */
type Inputs = {
  readonly raw: Float32Array;
  readonly dark: Float32Array;
  readonly gain: Float32Array;
};

type Dims = {
  readonly n: number;
};

// Step 1: the plain loop -------------------------------------------------------------------------------------------

/**
 * Four steps for each pixel: what it reads without any light is taken away, what it is too dull by is made up for, what
 * is blacker than black or whiter than white is cut off, and a curve gives the picture contrast. On a CPU nobody would
 * write four loops for this: `level` is a local variable, which never leaves the processor.
 */
export function expected({ raw, dark, gain }: Inputs, { n }: Dims): { out: Float64Array } {
  const out = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const light = (raw[i] ?? 0) - (dark[i] ?? 0);
    const level = light * (gain[i] ?? 0);
    const v = Math.min(Math.max(level, 0), 1);
    out[i] = v * v * (3 - 2 * v);
  }
  return { out };
}

// Step 2: kernels ---------------------------------------------------------------------------------------------------

/** GPUs compute with 32-bit floats; this rounds to one, as the GPU rounds each of its results. */
const f32 = Math.fround;

/**
 * The first two of four kernels, as one writes them when each step is thought of by itself. Count what a thread loads
 * and stores: here two and one, and in the next two and one again, of which one is what was stored a moment ago.
 */
function subtractKernel(
  { blockIdx, blockDim, threadIdx, guard, watch }: Thread,
  raw: DeviceArray<Float32Array>,
  dark: DeviceArray<Float32Array>,
  light: DeviceArray<Float32Array>,
  n: number,
): void {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  watch({ i });
  if (guard(i < n, 'i < n')) {
    const difference = f32(raw.load(i) - dark.load(i));
    watch({ difference });
    light.store(i, difference);
  }
}

function multiplyKernel(
  { blockIdx, blockDim, threadIdx, guard, watch }: Thread,
  light: DeviceArray<Float32Array>,
  gain: DeviceArray<Float32Array>,
  level: DeviceArray<Float32Array>,
  n: number,
): void {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  watch({ i });
  if (guard(i < n, 'i < n')) {
    const difference = light.load(i);
    const product = f32(difference * gain.load(i));
    watch({ difference, product });
    level.store(i, product);
  }
}

/**
 * All four steps in one kernel: three loads and one store. What the steps hand to each other stays in local variables,
 * which a GPU keeps in registers, and nobody has to wait for it.
 */
function developKernel(
  { blockIdx, blockDim, threadIdx, guard, watch }: Thread,
  raw: DeviceArray<Float32Array>,
  dark: DeviceArray<Float32Array>,
  gain: DeviceArray<Float32Array>,
  out: DeviceArray<Float32Array>,
  n: number,
): void {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  watch({ i });
  if (guard(i < n, 'i < n')) {
    const difference = f32(raw.load(i) - dark.load(i));
    const product = f32(difference * gain.load(i));
    const v = Math.min(Math.max(product, 0), 1);
    watch({ difference, product, v });
    out.store(i, f32(v * v) * f32(3 - f32(2 * v)));
  }
}

/**
 * What the host does. The first two launches are there to be looked at: they make two arrays that nobody asked for, and
 * a thread of the second loads what a thread of the first has just stored. The third makes the picture without them.
 */
export function simulate(
  { raw, dark, gain }: Inputs,
  { n }: Dims,
  { block = 256, trace }: SimulateOptions = {},
): { out: Float32Array } {
  const deviceRaw = toDevice('raw', raw);
  const deviceDark = toDevice('dark', dark);
  const deviceGain = toDevice('gain', gain);
  const deviceOut = deviceArray('out', Float32Array, n);
  const threads = typeof block === 'number' ? block : block[0];
  const blocks = ceilDiv(n, threads);
  const light = deviceArray('light', Float32Array, n);
  const level = deviceArray('level', Float32Array, n);
  launch(subtractKernel, blocks, threads, [deviceRaw, deviceDark, light, n], { trace });
  launch(multiplyKernel, blocks, threads, [light, deviceGain, level, n], { trace });
  launch(developKernel, blocks, threads, [deviceRaw, deviceDark, deviceGain, deviceOut, n], { trace });
  return { out: deviceOut.toHost() };
}

/** What --trace walks through: 6 pixels in blocks of 4 threads, so two threads are left over. */
export const example: Example = { dims: { n: 6 }, block: 4 };

// Step 3 is yours: starter.cu ---------------------------------------------------------------------------------------
