/**
 * Heat spreads through rods: a plain loop, the same with a kernel for each step on the simulator, where two memories lie
 * apart, and then, in your own .cu file, CUDA. Read this from top to bottom, and run it with
 *
 *     grade simulate transfer-costs
 *     grade simulate transfer-costs --trace
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

/** Temperatures, rod by rod: point c of rod r is start[r * columns + c]. */
type Inputs = {
  readonly start: Float32Array;
};

type Dims = {
  readonly rows: number;
  readonly columns: number;
  readonly steps: number;
};

// Step 1: the plain loop -------------------------------------------------------------------------------------------

/**
 * In each step a point comes nearer to the mean of its two neighbours. The ends of a rod are held at their temperatures,
 * and rods do not touch each other. Within a step no point needs what another becomes, so all points of a step may be
 * made at once. A step needs all of the step before, so steps may not.
 */
export function expected({ start }: Inputs, { rows, columns, steps }: Dims): { out: Float64Array } {
  let now = Float64Array.from(start);
  for (let step = 0; step < steps; step++) {
    const next = Float64Array.from(now);
    for (let row = 0; row < rows; row++) {
      for (let column = 1; column < columns - 1; column++) {
        const i = row * columns + column;
        const [left = 0, here = 0, right = 0] = now.subarray(i - 1, i + 2);
        next[i] = here + 0.25 * (left - 2 * here + right);
      }
    }
    now = next;
  }
  return { out: now };
}

// Step 2: a kernel for each step -------------------------------------------------------------------------------------

/** GPUs compute with 32-bit floats; this rounds to one, as the GPU rounds each of its results. */
const f32 = Math.fround;

/**
 * One thread makes one point of one step. It reads three points of `now` and writes one of `next`: were both the same
 * array, a thread could find its neighbour's temperature of this step or of the next, whoever comes first.
 */
function oneStepKernel(
  { blockIdx, blockDim, threadIdx, guard, watch }: Thread,
  now: DeviceArray<Float32Array>,
  next: DeviceArray<Float32Array>,
  rows: number,
  columns: number,
): void {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  watch({ i });
  if (!guard(i < rows * columns, 'i < rows * columns')) return;
  const column = i % columns;
  const here = now.load(i);
  if (guard(column > 0 && column < columns - 1, 'not an end')) {
    const change = f32(f32(now.load(i - 1) - 2 * here) + now.load(i + 1));
    watch({ here, change });
    next.store(i, here + f32(0.25 * change));
  } else {
    next.store(i, here);
  }
}

/**
 * What the host does, and here it is the exercise. `toDevice` and `toHost` are copies between the two memories, and each
 * stands outside of the loop: what a step makes is where the next step needs it. In the loop there is a launch, and two
 * names change places, which costs nothing.
 */
export function simulate(
  { start }: Inputs,
  { rows, columns, steps }: Dims,
  { block = 256, trace }: SimulateOptions = {},
): { out: Float32Array } {
  let now: DeviceArray<Float32Array> = toDevice('now', start);
  let next: DeviceArray<Float32Array> = deviceArray('next', Float32Array, rows * columns);
  const threads = typeof block === 'number' ? block : block[0];
  const blocks = ceilDiv(rows * columns, threads);
  for (let step = 0; step < steps; step++) {
    launch(oneStepKernel, blocks, threads, [now, next, rows, columns], { trace });
    [now, next] = [next, now];
  }
  return { out: now.toHost() };
}

/** What --trace walks through: 2 rods of 5 points and 2 steps, in blocks of 4 threads, so two threads are left over. */
export const example: Example = { dims: { rows: 2, columns: 5, steps: 2 }, block: 4 };

// Step 3 is yours: starter.cu ---------------------------------------------------------------------------------------
