import type { GpuProperties } from '../../device/gpu/index.ts';
import type { Executed, Recorded, Task } from '../../host/index.ts';
import type { GpuModel, OutputCopy, Repetition, ReplayTask, Sample } from '../../timing/index.ts';

/** A case for the helper: recordings of host code, and the judged inputs. It contains no host code. */
export interface GpuTask extends Omit<Task, 'deviceModule' | 'hostModule' | 'watched' | 'job'> {
  readonly recorded: readonly Recorded[];
  /** What nvcc made of the same source. */
  readonly image: Uint8Array;
  readonly launchTimeoutMs: number;
  /** Global memory that the program may have at once. */
  readonly memoryBytes: number;
  /** Buffers as cudaMalloc gives them, without guards: compute-sanitizer watches their bounds itself. */
  readonly plainMemory: boolean;
}

/** To the helper. Each is answered once, in order; `run` says before that its program has started. */
export type HelperRequest =
  /**
   * Answered when the process has started. It does not use the GPU for this. `copyBytes`: memory for copies of outputs,
   * which the process gets now, because the first use of memory takes longer than a copy.
   */
  | { readonly kind: 'ready'; readonly copyBytes?: number }
  | { readonly kind: 'describe' }
  | { readonly kind: 'measure' }
  | { readonly kind: 'check' }
  | { readonly kind: 'run'; readonly task: GpuTask }
  | { readonly kind: 'open'; readonly task: ReplayTask }
  | { readonly kind: 'repeat'; readonly seed: number; readonly reload: boolean }
  | { readonly kind: 'read'; readonly output: string; readonly sample: Sample | null }
  | { readonly kind: 'keep'; readonly copy: OutputCopy }
  | { readonly kind: 'kept'; readonly copy: OutputCopy }
  | { readonly kind: 'free' }
  | { readonly kind: 'rest' };

export interface HelperResults {
  describe: {
    readonly driver: string /** `null` if the driver has no GPU of that number. */;
    readonly gpu: GpuProperties | null;
  };
  /** A model with its bandwidth measured. */
  measure: GpuModel;
  /** null: the GPU computes and copies as it should. */
  check: string | null;
  run: {
    readonly executed: Executed;
    /** The helper must not be used again. */
    readonly mustEnd: boolean;
    /** The GPU has room for contexts that wait. */
    readonly hasRoom: boolean;
  };
  open: null;
  repeat: Repetition;
  read: Uint8Array;
  ready: null;
  keep: null;
  kept: Uint8Array;
  free: null;
  /** Whether the GPU has room for contexts that wait. */
  rest: boolean;
}

/** What went wrong, as far as it is known in the helper. */
export interface HelperError {
  /** `untranslatable`: the program cannot be carried over; `launch`, `hang`, `plan`: of a replay; `machine`: the driver or the GPU cannot; `fault`: an
   * exception. */
  readonly kind: 'untranslatable' | 'launch' | 'hang' | 'plan' | 'machine' | 'fault';
  readonly message: string;
  readonly details: readonly string[];
}

export type HelperAnswer =
  /** The GPU is ready, and the replay begins. From here on the time is the submission's. */
  | { readonly status: 'started' }
  | { readonly status: 'done'; readonly result: HelperResults[HelperRequest['kind']] }
  | { readonly status: 'failed'; readonly error: HelperError };
