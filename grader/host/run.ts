import type { CompileResult, SourcePosition } from '../compile/index.ts';
import type {
  DeviceFault,
  DeviceProperties,
  Influence,
  LaunchOutcome,
  LaunchRefusal,
  Reversed,
  ThreadId,
} from '../device/index.ts';
import type { BlockRecording, RecordingRequest } from '../device/recording/index.ts';
import type { FileAccess } from '../platform/files/index.ts';
import type { LaunchPlan } from './plan/index.ts';

/**
 * What goes into the run worker and what comes back. All of it is plain data; expected outputs are never in it.
 */
export type EntryArgument =
  | {
      readonly kind: 'input';
      readonly name: string;
      readonly bytes: Uint8Array;
      /** The size of an element; absent if it is not known. */
      readonly elementBytes?: 1 | 2 | 4 | 8;
    }
  /** An array whose content does not matter, because only the launch plan is wanted: all zeros. */
  | { readonly kind: 'zeros'; readonly name: string; readonly byteLength: number; readonly role: 'input' | 'output' }
  /** Poisoned by the runner with values that are wrong in `type`, and marked as not yet written; or with content. */
  | {
      readonly kind: 'output';
      readonly name: string;
      readonly byteLength: number;
      readonly type: ElementType;
      /** The content of the output before the run, for an array that the program reads and changes; default: poison. */
      readonly initial?: Uint8Array;
    }
  | {
      readonly kind: 'scalar';
      readonly name: string;
      readonly type: 'i32' | 'u32' | 'i64' | 'f32' | 'f64';
      readonly value: number;
    };

export type ElementType = 'u8' | 'u16' | 'i32' | 'u32' | 'i64' | 'f16' | 'bf16' | 'f32' | 'f64';

/** The content that a case gives an array; null for an array without, and for a number. */
export function givenContent(argument: EntryArgument): Uint8Array | null {
  if (argument.kind === 'input') return argument.bytes;
  return argument.kind === 'output' ? (argument.initial ?? null) : null;
}

export interface RunRequest {
  readonly program: Extract<CompileResult, { status: 'compiled' }>;
  /** Exported C function to call with `args` (device pointers and scalars), or `main` with argv. */
  readonly entry: string;
  readonly args: readonly EntryArgument[];
  /** The place of the arrays among `args`; default: `device`. */
  readonly arraysIn?: 'device' | 'host';
  /** Arguments of `main` after the program's name. */
  readonly argv?: readonly string[];
  /** Default: there are no files. */
  readonly files?: FileAccess;
  /** What the program is called by, `argv[0]`; default: `program`. */
  readonly programName?: string;
  /** Chooses order, gaps and poison; the same seed gives the same run. */
  readonly layoutSeed: number;
  readonly counters: boolean;
  /** Measure the influence of what kernels load: one word in this many is altered. Default: no. */
  readonly alterEvery?: number;
  /** Return the content of the inputs and of the program's own buffers on the device. Default: no. */
  readonly keepBuffers?: boolean;
  /** The number of a word to alter, of those that host code itself gives the device. Only in a replay. Default: none. */
  readonly alterGiven?: number;
  /** The properties that host code sees; default: the emulator's. */
  readonly properties?: DeviceProperties;
  /** Run threads, and blocks, from the last one on. Only in a replay. Default: none. */
  readonly reversed?: Reversed;
  /** Find host code that reads what no thread has written. Its program must have been compiled so that host code tells its loads. */
  readonly watchesCopies?: true;
  /** Look for two calls in different streams that nothing orders. `main` always does. Only if host code runs. Default: no. */
  readonly looksAtStreams?: true;
  /** The number of a call that fails, from 1 on, of those that a GPU can refuse. Only if host code runs. Default: none does. */
  readonly failCall?: number;
  /** Record what the threads of one block do. Its program must have been compiled for it. Default: no. */
  readonly records?: RecordingRequest;
  /** The recorded operations in another order, by their numbers. Only in a replay. Default: as they were recorded. */
  readonly operationOrder?: readonly number[];
  /** Set variables of the program before the entry is called. Only if host code runs. Default: none is set. */
  readonly choice?: VariantChoice;
  readonly limits: RunLimits;
}

/** The variant that a program with several variants is to be. */
export interface VariantChoice {
  readonly number: number;
  /** The name of the variable of device code that has this number. */
  readonly deviceVariable: string;
  /** The first value of the 32-bit variable of host code that has this number. No other word of host memory has this value. */
  readonly hostMark: number;
}

export interface RunLimits {
  /** Loop back-edges and calls of device code over the whole run, before `timeout`. */
  readonly deviceSteps: number;
  /** Far backstop on the wall clock, milliseconds; also what stops an endless host loop. */
  readonly wallMs: number;
  readonly hostMemoryBytes: number;
  readonly outputBytes: number;
  /** True if the program goes on after it has printed that much, and the rest is dropped; default: it is stopped. */
  readonly dropsOutput?: boolean;
  /** What the program may write to files, which are in memory; default: nothing. */
  readonly fileBytes?: number;
  readonly launches: number;
  /** Calls of the CUDA runtime, each by its cost; default: {@link FIXED_LIMITS.runtimeCalls}. */
  readonly runtimeCalls?: number;
}

export interface OutputState {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** One flag byte a byte of data: bit 1 (value 2) it was written at all, bit 2 (value 4) a kernel wrote it. */
  readonly state: Uint8Array;
  /** Positions of the stores to this output with how many there were, most frequent first. */
  readonly stores: readonly { readonly position: SourcePosition; readonly count: number; readonly kernel: string }[];
  /** Of an output in host memory. */
  readonly copiedBack?: CopiedBack;
}

/** The content of device memory, with a flag byte for each byte as in {@link OutputState}. */
export type DeviceContent = Pick<OutputState, 'bytes' | 'state'>;

/** What host code has copied from the device into an output. */
export interface CopiedBack {
  /** Distinct bytes of the output that copies from the device reached. */
  readonly bytes: number;
  /** Those of them that nobody had written where they came from. */
  readonly unwrittenBytes: number;
  /** Those of them that a kernel had stored there. */
  readonly kernelBytes: number;
  /** A kernel stored there after it had been copied. */
  readonly tooEarly: boolean;
  /** Of the last such copy; null where there is none. */
  readonly position: SourcePosition | null;
}

/** How the host side ended. */
export type HostOutcome =
  | { readonly status: 'returned'; readonly value: number }
  | { readonly status: 'exited'; readonly code: number }
  /** A trap in host code. `pointer` is set when it touched an address that belongs to the device. */
  | {
      readonly status: 'trapped';
      readonly message: string;
      readonly position: SourcePosition | null;
      readonly devicePointer: boolean;
      /** It is inside of free, realloc or delete. */
      readonly inFree?: true;
      /** By its own will: abort, or a failed assert. */
      readonly aborted?: true;
      /** The record of the emulator that device code has changed, e.g. `device printf`: nothing of the run counts. */
      readonly tampered?: string;
      /** It ended the worker that ran it, in each of several: there is nothing else of the run. */
      readonly endedWorker?: true;
      /** A C++ exception that nobody caught; `what` is null where its class is none of std::exception's. */
      readonly exception?: { readonly type: string; readonly what: string | null };
    }
  /** Stopped by a limit. */
  | {
      readonly status: 'stopped';
      readonly limit: 'wall' | 'memory' | 'deviceMemory' | 'output' | 'launches' | 'calls' | 'deviceSteps';
      readonly position: SourcePosition | null;
      /** The bytes that were asked for: of `memory` and `deviceMemory`. */
      readonly request?: number;
      /** `wall`: the launch that was still running, which no loop of host code had begun; `position` is its own. */
      readonly launch?: { readonly kernel: string; readonly position: SourcePosition | null };
      /** The loop or function of that launch's kernel in which a thread was. Only of a program with a `main`. */
      readonly loop?: ThreadId & { readonly position: SourcePosition };
    };

/** A CUDA runtime call that returned an error. */
export interface ApiError {
  readonly call: string;
  readonly code: number;
  readonly position: SourcePosition | null;
  /** The program looked at the error later (cudaGetLastError, or the call's own value cannot be known: false). */
  readonly noticed: boolean;
  /** The call returns the error, and the program does not discard it. `<<<>>>` returns nothing. */
  readonly isUsed: boolean;
  /** The reason why a launch is refused. */
  readonly reason: LaunchRefusal['reason'] | null;
  readonly launch: number | null;
}

export interface LaunchRecord {
  readonly kernel: string;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly position: SourcePosition | null;
  readonly outcome: LaunchOutcome;
  /** The kernel that launched it; absent where host code did. */
  readonly launchedBy?: string;
}

/** The call from which on races between streams were not looked for. */
export interface StreamsStopped {
  /** Its kernel launches kernels; too many calls are not waited for; or the bytes that kernels use are too many. */
  readonly reason: 'launches-kernels' | 'open-calls' | 'bytes';
  /** The kernel, or the function of the runtime. */
  readonly call: string;
  readonly position: SourcePosition | null;
}

export interface RunResult {
  readonly host: HostOutcome;
  readonly plan: LaunchPlan;
  readonly launches: readonly LaunchRecord[];
  readonly faults: readonly DeviceFault[];
  readonly apiErrors: readonly ApiError[];
  readonly outputs: readonly OutputState[];
  /** Inputs whose content is no longer what it was. */
  readonly changedInputs: readonly string[];
  /** Where each of them was changed. */
  readonly modifiedInputs?: readonly ModifiedInput[];
  /** The actions of the threads of the block that was to be recorded; absent if no launch had it. */
  readonly recording?: BlockRecording;
  /** Of an altered run. */
  readonly influence?: Influence;
  /** The words that host code itself gave the device, in copies, fills, arguments and launch sizes; of a replay without inputs. */
  readonly givenWords?: number;
  /** Inputs, and buffers that the program allocated on the device, when it freed them or finished; only if they were asked for. */
  readonly ownBuffers?: readonly DeviceContent[];
  /** For each input, 1 for each byte that host code moved to the device; only in a replay that keeps buffers. */
  readonly givenInputs?: Readonly<Record<string, Uint8Array>>;
  /** The bytes that host code computed from inputs and gave the device or the outputs; absent if it made none. */
  readonly hostMadeBytes?: number;
  /** Those of them that are only parts of elements, as copies of too few bytes leave them; absent if there are none. */
  readonly cutBytes?: number;
  /** The end of the search for races between streams, if it did not last until the program ended. */
  readonly streamsStopped?: StreamsStopped;
  /**
   * The copies between the device and page-locked host memory that can run at the same time as a kernel of another stream;
   * absent if races between streams were not looked for.
   */
  readonly overlappingCopies?: number;
  /** True if the program copied elements to the host that nothing had written. Only of a program with a `main`. */
  readonly copiesUnwritten?: boolean;
  readonly stdout: string;
  readonly stderr: string;
  /** True if the program printed more than it may and the rest was dropped. */
  readonly outputCut?: boolean;
  /** Paths that the program asked for and may not see; only where there are files. */
  readonly refusedFiles?: readonly string[];
  /** Files that the program wrote, in memory; only where there are files. */
  readonly writtenFiles?: readonly string[];
  /** What a tensor function returned. */
  readonly returned?: ReturnedTensor;
}

export interface ModifiedInput {
  readonly name: string;
  /** The store of a kernel that changed most of it, or the last call that wrote to it; `null` if neither is known. */
  readonly position: SourcePosition | null;
  /** The kernel that stored there; `null` if host code wrote to it. */
  readonly kernel: string | null;
}

export interface ReturnedTensor {
  /** It has elements. */
  readonly defined: boolean;
  /** Number of PyTorch's ScalarType. */
  readonly type: number;
  readonly device: 'cuda' | 'cpu';
  readonly contiguous: boolean;
  readonly sizes: readonly number[];
}

/** Nothing is known of a run that had to be stopped from outside and could not be asked. */
export function emptyRun(host: HostOutcome): RunResult {
  return {
    host,
    plan: { schemaVersion: 1, steps: [] },
    launches: [],
    faults: [],
    apiErrors: [],
    outputs: [],
    changedInputs: [],
    stdout: '',
    stderr: '',
  };
}
