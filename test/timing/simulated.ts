import type { Threshold } from '../../grader/spec/index.ts';
import type {
  GpuModel,
  MeasureOptions,
  OutputCopy,
  Repetition,
  Replay,
  TimedPrograms,
} from '../../grader/timing/index.ts';
import { placesOf } from '../../grader/timing/inputs.ts';

/** Replays with no GPU: a clock, noise from a fixed seed, and outputs that follow from the round's seed. */

export const gpu: GpuModel = {
  name: 'NVIDIA Test',
  multiprocessors: 100,
  clockMHz: 1000,
  peakBandwidth: 1e12,
  peakFlops: 1e13,
  measuredBandwidth: 9e11,
  driver: '13.0',
};

/** mulberry32: 0 (included) to 1 (excluded), the same on every machine. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Small noise on most, and now and then a round that takes far longer: a Pareto tail without a variance. */
export function heavyTail(random: () => number): number {
  const small = 1 + 0.004 * (random() + random() - 1);
  return random() < 0.1 ? small + 0.02 * (random() ** (-1 / 1.5) - 1) : small;
}

export interface Simulated {
  /** Milliseconds of a repetition, counted from 0. */
  readonly ms: (repetition: number) => number;
  /** Changes what is told of a repetition. */
  readonly tell?: (repetition: Repetition, index: number) => Repetition;
  /** An output's element; default: what is right for the seed. */
  readonly element?: (at: number, seed: number, repetition: number) => number;
  readonly fail?: (repetition: number) => void;
}

export interface Seen {
  readonly rounds: { readonly program: string; readonly seed: number; readonly reload: boolean }[];
  readonly kept: (OutputCopy & { readonly program: string; readonly repetition: number })[];
  readonly reads: { readonly program: string; readonly repetition: number; readonly at: Float64Array | null }[];
}

/** A clock that the replays move on. */
export class Clock {
  ms = 0;
}

export function rightElement(at: number, seed: number): number {
  return Math.fround(((at * 31 + seed) % 1009) / 1009);
}

export const COUNT = 1000;

export function replay(program: string, simulated: Simulated, seen: Seen, clock: Clock, count = COUNT): Replay {
  let repetition = -1;
  let current = 0;
  const copies = new Map<number, Uint8Array>();
  return {
    async repeat({ seed, reload }) {
      repetition += 1;
      current = seed;
      seen.rounds.push({ program, seed, reload });
      simulated.fail?.(repetition);
      const ms = simulated.ms(repetition);
      clock.ms += ms;
      const told = { deviceMs: ms, deviceWideMs: ms, hostMs: ms + 0.01, clocks: null };
      return simulated.tell?.(told, repetition) ?? told;
    },
    async read(_output, sample) {
      const at = sample && placesOf(sample, count);
      seen.reads.push({ program, repetition, at });
      const places = at ?? Float64Array.from({ length: count }, (_, index) => index);
      const element = simulated.element ?? rightElement;
      return new Uint8Array(Float32Array.from(places, (place) => element(place, current, repetition)).buffer);
    },
    async keep(copy) {
      seen.kept.push({ ...copy, program, repetition });
      const all = await this.read(copy.output, null);
      copies.set(copy.number, all.slice(4 * copy.start, 4 * (copy.start + copy.count)));
    },
    async kept({ number }) {
      return copies.get(number) ?? new Uint8Array();
    },
    async free() {},
    async rest() {
      return true;
    },
    async close() {},
  };
}

export interface Bench {
  readonly programs: TimedPrograms;
  readonly seen: Seen;
  readonly clock: Clock;
}

/** @param programs - what each takes; no reference where there is none */
export function bench(
  programs: { readonly student: Simulated; readonly baseline: Simulated; readonly reference?: Simulated },
  count = COUNT,
): Bench {
  const seen: Seen = { rounds: [], reads: [], kept: [] };
  const clock = new Clock();
  const { student, baseline, reference } = programs;
  return {
    seen,
    clock,
    programs: {
      gpu,
      student: replay('student', student, seen, clock, count),
      baseline: replay('baseline', baseline, seen, clock, count),
      reference: reference ? replay('reference', reference, seen, clock, count) : null,
    },
  };
}

export function tier(name: string, minRatio: number, change: Partial<Threshold> = {}): Threshold {
  return { name, points: 10, of: 'baseline', minRatio, ...change };
}

export function options(change: Partial<MeasureOptions> = {}): MeasureOptions {
  return {
    dims: { n: COUNT },
    thresholds: [tier('fast', 4), tier('good', 2, { points: 5 })],
    calibrated: false,
    bytes: 8 * COUNT,
    operations: null,
    tolerance: 1e-5,
    outputs: [{ name: 'out', type: 'float32', count: COUNT }],
    random: randomFrom(1),
    ...change,
  };
}
