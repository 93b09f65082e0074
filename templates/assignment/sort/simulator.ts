/**
 * A network that sorts in three steps: a sort of TypeScript, the network with a launch per step on the simulator, and
 * then, in your own .cu file, CUDA. Read this from top to bottom, and run it with
 *
 *     grade simulate sort
 *     grade simulate sort --trace
 */
import {
  ceilDiv,
  type DeviceArray,
  type Example,
  launch,
  type SimulateOptions,
  type Thread,
  toDevice,
} from '../../../grader/simulator/index.ts';

type Inputs = { readonly x: Int32Array };
type Dims = { readonly n: number };

// Step 1: any way to sort ---------------------------------------------------------------------------------------------

export function expected({ x }: Inputs, _: Dims): { out: Float64Array } {
  return { out: Float64Array.from(x).sort() };
}

// Step 2: a launch per step of the network ------------------------------------------------------------------------------

/**
 * One thread compares its number with that of a partner, and puts the smaller one first. The partner of i is i with some
 * bits turned over. Each number is in one pair, so no two threads use the same number in a step.
 */
function compareKernel(
  { blockIdx, blockDim, threadIdx, guard, watch }: Thread,
  out: DeviceArray<Int32Array>,
  n: number,
  bits: number,
): void {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  const partner = i ^ bits;
  watch({ i, partner });
  if (!guard(partner > i && partner < n, 'partner > i && partner < n')) return;
  const [mine, other] = [out.load(i), out.load(partner)];
  if (other >= mine) return;
  out.store(i, other);
  out.store(partner, mine);
}

/**
 * Sorted runs of 1, 2, 4 and so on are merged in pairs. The first step of a merge compares the first number of a pair of
 * runs with the last, the second with the last but one, and so on. The other steps halve the distance. Each step needs
 * all of the step before, so it is a launch of its own.
 */
export function simulate(
  { x }: Inputs,
  { n }: Dims,
  { block = 128, trace }: SimulateOptions = {},
): { out: Int32Array } {
  const out = toDevice('out', x);
  const threads = typeof block === 'number' ? block : block[0];
  const step = (bits: number) => launch(compareKernel, ceilDiv(n, threads), threads, [out, n, bits], { trace });
  for (let run = 1; run < n; run *= 2) {
    step(2 * run - 1);
    for (let distance = run / 2; distance >= 1; distance /= 2) step(distance);
  }
  return { out: out.toHost() };
}

/** The case of --trace: 5 numbers, and blocks of 4 threads. */
export const example: Example = { dims: { n: 5 }, block: 4 };

// Step 3 is yours: starter.cu -----------------------------------------------------------------------------------------
