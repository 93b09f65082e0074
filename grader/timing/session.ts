import type { DeviceProgram } from '../compile/index.ts';
import type { LaunchPlan } from '../host/plan/index.ts';
import type { Distribution, ElementTypeName } from '../spec/index.ts';
import type { GpuModel } from './evidence.ts';
import type { Sample } from './inputs.ts';

/** An array that a timed plan reads or writes. */
export interface ReplayArray {
  readonly name: string;
  readonly type: ElementTypeName;
  readonly count: number;
}

/** What is replayed. There is no host code in it, and nothing expected. */
export interface ReplayTask {
  readonly program: DeviceProgram;
  readonly image: Uint8Array;
  readonly plan: LaunchPlan;
  readonly inputs: readonly (ReplayArray & { readonly distribution: Distribution })[];
  readonly outputs: readonly ReplayArray[];
  readonly launchTimeoutMs: number;
}

/** A timed launch plan in a process of its own, which holds the GPU's context. */
export interface Replay {
  /**
   * Runs the plan once: fresh buffers, inputs made from `seed` on the GPU, outputs poisoned, L2 cold.
   * The same seed gives the same inputs in every process.
   * @param reload - load the module again before, which resets its variables
   * @throws ReplayFailure where a launch fails or hangs; the replay is of no more use then
   */
  repeat(round: { readonly seed: number; readonly reload: boolean }): Promise<Repetition>;
  /** The bytes of a sample of an output of the last repetition; those of all its elements if `sample` is null. */
  read(output: string, sample: Sample | null): Promise<Uint8Array>;
  /** Copies elements of an output of the last repetition to memory of the process, in the place of an earlier copy. */
  keep(copy: OutputCopy): Promise<void>;
  /** The bytes of a copy. */
  kept(copy: OutputCopy): Promise<Uint8Array>;
  /** Gives the GPU back: from then on, only `kept` and `close` work. */
  free(): Promise<void>;
  /**
   * Frees the memory of the arrays; context and module stay for another timing, which begins with the next repetition.
   * Until then, `kept` works.
   * @returns whether the GPU has room for contexts that wait
   */
  rest(): Promise<boolean>;
  close(): Promise<void>;
}

/** A part of an output that a process keeps. */
export interface OutputCopy {
  readonly output: string;
  /** The number of this copy: an output can have several. */
  readonly number: number;
  /** The first element, and how many. */
  readonly start: number;
  readonly count: number;
}

/** Milliseconds. */
export interface Repetition {
  /** Between two events around the plan's launches. */
  readonly deviceMs: number;
  /** The same to the end of all work on the device, whatever stream it is on. */
  readonly deviceWideMs: number;
  /** By the host's clock, from before the first call to after the device-wide synchronisation. */
  readonly hostMs: number;
  /** After it. null where the driver does not tell. */
  readonly clocks: Clocks | null;
}

export interface Clocks {
  readonly smMHz: number;
  readonly memoryMHz: number;
  /** NVML's clocks event reasons that slow down: power brake, thermal, hardware. */
  readonly throttled: boolean;
  readonly temperature: number;
}

export class ReplayFailure extends Error {
  /** `launch`: the code was refused or failed; `hang`: it did not end in time; `plan`: it cannot be replayed. */
  readonly kind: 'launch' | 'hang' | 'plan';

  constructor(kind: ReplayFailure['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** What is timed against each other. All replays are on the same GPU. */
export interface TimedPrograms {
  readonly gpu: GpuModel;
  readonly student: Replay;
  readonly baseline: Replay;
  readonly reference: Replay | null;
}
