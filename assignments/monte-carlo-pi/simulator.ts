/**
 * Pi from random points, in three steps: a plain loop, the same loop dealt out to threads on the simulator, and then, in
 * your own file, CUDA C++ or Numba. Read this from top to bottom, and run it with
 *
 *     grade simulate monte-carlo-pi
 *     grade simulate monte-carlo-pi --trace
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

type Dims = {
  readonly generators: number;
  readonly rounds: number;
  readonly samples: number;
  readonly seed: number;
};

/** The polynomial of a jump: two words, each with its low half first. */
const JUMP = [0xeba5facb, 0xbeac0467, 0x86aa9922, 0xd86b048b] as const;

// The generator ------------------------------------------------------------------------------------------------------

/**
 * A generator of xoroshiro128+, with two words of 64 bits. JavaScript has no such integers that are fast, so each word is
 * two halves of 32 bits: a high one and a low one.
 */
class Generator {
  #aHigh: number;
  #aLow: number;
  #bHigh: number;
  #bLow: number;

  /** Takes the high and the low half of each word. */
  constructor([aHigh = 0, aLow = 0, bHigh = 0, bLow = 0]: readonly number[]) {
    [this.#aHigh, this.#aLow, this.#bHigh, this.#bLow] = [aHigh, aLow, bHigh, bLow];
  }

  get state(): readonly number[] {
    return [this.#aHigh, this.#aLow, this.#bHigh, this.#bLow].map((half) => half >>> 0);
  }

  /** Returns the next number, at least 0 and below 1, and moves on. */
  next(): number {
    const low = (this.#aLow >>> 0) + (this.#bLow >>> 0);
    const high = ((this.#aHigh >>> 0) + (this.#bHigh >>> 0) + (low > 0xffffffff ? 1 : 0)) >>> 0;
    this.#step();
    // The upper 53 of 64 bits.
    return (high * 2 ** 21 + ((low >>> 0) >>> 11)) / 2 ** 53;
  }

  /** Moves 2^64 numbers on: where the next generator begins. */
  jump(): void {
    const sum = [0, 0, 0, 0];
    for (const bits of JUMP) {
      for (let bit = 0; bit < 32; bit++) {
        if ((bits >>> bit) & 1) {
          for (const [at, half] of this.state.entries()) sum[at] = (sum[at] ?? 0) ^ half;
        }
        this.#step();
      }
    }
    [this.#aHigh = 0, this.#aLow = 0, this.#bHigh = 0, this.#bLow = 0] = sum;
  }

  #step(): void {
    const [aHigh, aLow] = [this.#aHigh, this.#aLow];
    const [high, low] = [this.#bHigh ^ aHigh, this.#bLow ^ aLow];
    // a = rotated(a, 55) ^ b ^ (b << 14), b = rotated(b, 36)
    this.#aHigh = (aLow << 23) | (aHigh >>> 9);
    this.#aLow = (aHigh << 23) | (aLow >>> 9);
    this.#aHigh ^= high ^ ((high << 14) | (low >>> 18));
    this.#aLow ^= low ^ (low << 14);
    this.#bHigh = (low << 4) | (high >>> 28);
    this.#bLow = (high << 4) | (low >>> 28);
  }
}

/** Returns the states of generators: the first from the seed, each other one a jump after the one before. */
function states(count: number, seed: number): Uint32Array {
  const word = (value: bigint) => BigInt.asUintN(64, value);
  let z = word(BigInt(seed) + 0x9e3779b97f4a7c15n);
  z = word((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = word((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  z ^= z >> 31n;
  const [high, low] = [Number(z >> 32n), Number(z & 0xffffffffn)];
  const generator = new Generator([high, low, high, low]);
  const all = new Uint32Array(4 * count);
  for (let i = 0; i < count; i++) {
    if (i > 0) generator.jump();
    all.set(generator.state, 4 * i);
  }
  return all;
}

// Step 1: the plain loop -------------------------------------------------------------------------------------------

/** Points in a square of side 1, of which some are in the quarter circle: about pi / 4 of them. */
export function expected(
  _: object,
  { generators, rounds, samples, seed }: Dims,
): { hits: Float64Array; total: Float64Array } {
  const all = states(generators, seed);
  const hits = new Float64Array(rounds * generators);
  const total = new Float64Array(rounds);
  for (let i = 0; i < generators; i++) {
    const generator = new Generator([...all.subarray(4 * i, 4 * i + 4)]);
    let inside = 0;
    for (let round = 0; round < rounds; round++) {
      for (let sample = 0; sample < samples; sample++) {
        const x = generator.next();
        const y = generator.next();
        if (x * x + y * y <= 1) inside += 1;
      }
      hits[round * generators + i] = inside;
      total[round] = (total[round] ?? 0) + inside;
    }
  }
  return { hits, total };
}

// Step 2: the loop is dealt out to the threads -----------------------------------------------------------------------

/** A thread has a generator of its own. It loads the state once, and keeps it in registers. */
function hitsKernel(
  { blockIdx, blockDim, threadIdx, guard, watch }: Thread,
  all: DeviceArray<Uint32Array>,
  hits: DeviceArray<Int32Array>,
  generators: number,
  rounds: number,
  samples: number,
): void {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (guard(i < generators, 'i < generators')) {
    const generator = new Generator([all.load(4 * i), all.load(4 * i + 1), all.load(4 * i + 2), all.load(4 * i + 3)]);
    let inside = 0;
    for (let round = 0; round < rounds; round++) {
      for (let sample = 0; sample < samples; sample++) {
        const x = generator.next();
        const y = generator.next();
        if (x * x + y * y <= 1) inside += 1;
      }
      watch({ i, round, inside });
      hits.store(round * generators + i, inside);
    }
  }
}

/** A thread adds up the counts of a round. CUDA has `atomicAdd`, with which the threads of the first kernel can do it. */
function totalKernel(
  { threadIdx }: Thread,
  hits: DeviceArray<Int32Array>,
  total: DeviceArray<Int32Array>,
  generators: number,
): void {
  let sum = 0;
  for (let i = 0; i < generators; i++) sum += hits.load(threadIdx.x * generators + i);
  total.store(threadIdx.x, sum);
}

/** The host makes the generators, copies them, and launches both kernels. */
export function simulate(
  _: object,
  { generators, rounds, samples, seed }: Dims,
  { block = 256, trace }: SimulateOptions = {},
): { hits: Int32Array; total: Int32Array } {
  const all = toDevice('states', states(generators, seed));
  const hits = deviceArray('hits', Int32Array, rounds * generators);
  const total = deviceArray('total', Int32Array, rounds);
  const threads = typeof block === 'number' ? block : block[0];
  launch(hitsKernel, ceilDiv(generators, threads), threads, [all, hits, generators, rounds, samples], { trace });
  launch(totalKernel, 1, rounds, [hits, total, generators], { trace });
  return { hits: hits.toHost(), total: total.toHost() };
}

/** The case of --trace: 6 generators with 2 rounds of 3 points, and 2 blocks of 4 threads. */
export const example: Example = { dims: { generators: 6, rounds: 2, samples: 3, seed: 1 }, block: 4 };

// Step 3 is yours: starter.cu, or a file in Python --------------------------------------------------------------------
