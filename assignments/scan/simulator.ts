/**
 * An exclusive scan in three steps: a plain loop, the same loop dealt out to blocks in three launches, and then, in your
 * own .cu file, CUDA. Read this from top to bottom, and run it with
 *
 *     grade simulate scan
 *     grade simulate scan --trace
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

type Inputs = { readonly x: Int32Array };
type Dims = { readonly n: number };

// Step 1: the plain loop ------------------------------------------------------------------------------------------------

/** Exclusive: a number is not in its own sum. The last number is in no sum. */
export function expected({ x }: Inputs, { n }: Dims): { out: Float64Array } {
  const out = new Float64Array(n);
  let sum = 0;
  for (let i = 0; i < n; i++) {
    out[i] = sum;
    sum += x[i] ?? 0;
  }
  return { out };
}

// Step 2: blocks, their sums, and the offsets ---------------------------------------------------------------------------

/**
 * Each thread has a number. In step 1 it adds the number one place before, in step 2 what is two places before, then four
 * places, and so on. After k steps a number is the sum of 2^k numbers. Between a load and a store there must be a barrier,
 * because the store is to a place from which another thread loads.
 */
function* scanBlocks(
  { blockIdx, blockDim, threadIdx, shared, syncthreads, guard, watch }: Thread,
  x: DeviceArray<Int32Array>,
  out: DeviceArray<Int32Array>,
  sums: DeviceArray<Int32Array>,
  n: number,
): Generator<Barrier, void, void> {
  const scan = shared.array('scan', Int32Array, blockDim.x);
  const me = threadIdx.x;
  const i = blockIdx.x * blockDim.x + me;
  const own = guard(i < n, 'i < n') ? x.load(i) : 0;
  scan.store(me, own);
  yield syncthreads('the numbers of the block');
  for (let distance = 1; distance < blockDim.x; distance *= 2) {
    const before = me >= distance ? scan.load(me - distance) : 0;
    yield syncthreads(`each thread has what is ${distance} before`);
    if (me >= distance) scan.store(me, scan.load(me) + before);
    yield syncthreads(`each number is the sum of up to ${2 * distance}`);
  }
  const inclusive = scan.load(me);
  watch({ i, own, inclusive });
  if (i < n) out.store(i, inclusive - own);
  if (me === blockDim.x - 1) sums.store(blockIdx.x, inclusive);
}

/** A number of block 7 lacks what is before the block: the sums of blocks 0 to 6. */
function addOffsets(
  { blockIdx, blockDim, threadIdx, guard }: Thread,
  out: DeviceArray<Int32Array>,
  offsets: DeviceArray<Int32Array>,
  n: number,
): void {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (guard(i < n, 'i < n')) out.store(i, out.load(i) + offsets.load(blockIdx.x));
}

/** The offsets are a scan too: of the sums. It is the same function again, until there is one block. */
function scanOn(
  x: DeviceArray<Int32Array>,
  out: DeviceArray<Int32Array>,
  n: number,
  threads: number,
  trace: SimulateOptions['trace'],
): void {
  const blocks = ceilDiv(n, threads);
  const sums = deviceArray('sums', Int32Array, blocks);
  launch(scanBlocks, blocks, threads, [x, out, sums, n], { trace });
  if (blocks === 1) return;
  const offsets = deviceArray('offsets', Int32Array, blocks);
  scanOn(sums, offsets, blocks, threads, trace);
  launch(addOffsets, blocks, threads, [out, offsets, n], { trace });
}

export function simulate(
  { x }: Inputs,
  { n }: Dims,
  { block = 128, trace }: SimulateOptions = {},
): { out: Int32Array } {
  const out = deviceArray('out', Int32Array, n);
  scanOn(toDevice('x', x), out, n, typeof block === 'number' ? block : block[0], trace);
  return { out: out.toHost() };
}

/** The case of --trace: 7 numbers, and blocks of 4 threads. */
export const example: Example = { dims: { n: 7 }, block: 4 };

// Step 3 is yours: starter.cu -----------------------------------------------------------------------------------------
