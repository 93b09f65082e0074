import type { Threshold } from '../spec/index.ts';

/** What a GPU can do at most, from its own properties. */
export interface GpuModel {
  /** As the driver names it, e.g. `NVIDIA H200`. */
  readonly name: string;
  readonly multiprocessors: number;
  readonly clockMHz: number;
  /** Memory clock times bus width, in bytes per second. */
  readonly peakBandwidth: number;
  /** float32 fused multiply-adds of all cores, counted as two operations each, a second. */
  readonly peakFlops: number;
  /** Of a copy inside the GPU, read and written bytes together, bytes a second. */
  readonly measuredBandwidth: number;
  readonly driver: string;
}

/** One round: every program once, on the same fresh input. Milliseconds on the GPU's clock. */
export interface TimingRound {
  readonly studentMs: number;
  readonly baselineMs: number;
  readonly referenceMs: number | null;
}

/** How the timing went. Whatever is not `measured` earns nothing. */
export type TimingOutcome =
  | { readonly status: 'measured' }
  /** An output of a timed repetition was wrong. */
  | { readonly status: 'wrong'; readonly output: string; readonly wrong: number; readonly of: number }
  /** Faster than bytes over bandwidth or operations over peak allow: not believed. */
  | { readonly status: 'below-floor'; readonly floorMs: number }
  /** A timed launch failed, or hung, as no judged one did. */
  | { readonly status: 'failed'; readonly message: string }
  /** What the host code did cannot be replayed without it, e.g. it copies results of its own. */
  | { readonly status: 'not-replayable'; readonly reason: string }
  /** Clocks that do not hold still, a GPU that others use too. The machine's fault. */
  | { readonly status: 'unsteady'; readonly reason: string };

/** Milliseconds of a timing, one part after the other. */
export interface TimingParts {
  /** Others use the GPU. */
  readonly waitMs: number;
  /** Processes start, if they have not done so while others used the GPU. The GPU is this timing's alone from here on. */
  readonly startMs: number;
  /** Contexts, modules and the first memory. */
  readonly openMs: number;
  readonly roundsMs: number;
  /** Contexts are released. Others can use the GPU from then on. */
  readonly freeMs: number;
  /** Outputs are compared as a whole. */
  readonly compareMs: number;
}

/** What the timing of one submission came to. */
export interface TimingEvidence {
  readonly outcome: TimingOutcome;
  readonly gpu: GpuModel;
  readonly dims: Readonly<Record<string, number>>;
  /** Absent if nothing was timed. */
  readonly parts?: TimingParts;
  /** In the order in which they were measured, without the dropped ones. */
  readonly rounds: readonly TimingRound[];
  /** Rounds that were thrown away because the GPU throttled. */
  readonly dropped: number;
  /** Medians of the rounds; 0 where nothing was measured. */
  readonly studentMs: number;
  readonly baselineMs: number;
  readonly referenceMs: number | null;
  /** A plain loop on one core of this machine's processor. */
  readonly cpuMs: number | null;
  /** Baseline's time over the submission's: median of the rounds' ratios, and its 95 % confidence interval. */
  readonly ratio: number;
  readonly interval: readonly [number, number];
  /** Bytes that must at least be moved, and operations that must be made; null where the assignment does not tell. */
  readonly bytes: number;
  readonly operations: number | null;
  /** The least time that this takes on this GPU. */
  readonly floorMs: number;
  /** Best first. */
  readonly tiers: readonly Threshold[];
  /** The thresholds were measured on this GPU model. */
  readonly calibrated: boolean;
  /** Name of the tier that was reached. */
  readonly tier: string | null;
  /** The interval holds this tier's threshold after all rounds: the better one was given. */
  readonly tooClose: string | null;
  /** SM clock over the rounds, MHz. */
  readonly clocksMHz: readonly [number, number] | null;
}
