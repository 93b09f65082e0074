import type { DeviceProgram } from '../compile/index.ts';
import type { Geometry } from '../device/emulator/index.ts';
import type { Buffer } from './buffers.ts';
import type { HostArray } from './host-arrays.ts';
import type { Operation, Ordered } from './operations.ts';
import type { EntryArgument, RunRequest } from './run.ts';
import type { RawRun } from './unresolved.ts';

/** A case as the run worker gets it: compiled modules in the place of bytes. */
export interface Task extends Omit<RunRequest, 'program'> {
  readonly device: DeviceProgram;
  readonly deviceModule: WebAssembly.Module;
  readonly hostModule: WebAssembly.Module;
  /** The host module's loops ask whether they may go on: it stops itself when its time is over. */
  readonly watched: boolean;
  /** Default: host code runs, on a device that runs its kernels. */
  readonly job?: Job;
}

/** What a run left behind, with the call stacks that its positions are made of. */
export interface Executed {
  readonly run: RawRun;
  /** Code offsets in the host module, innermost first, by number. */
  readonly stacks: readonly (readonly number[])[];
  /** Of a run with an observer. */
  readonly memory?: RunMemory;
  /** Of a job `record`. */
  readonly recording?: Recording;
  /** Of a job `replay`. */
  readonly replayed?: Replayed;
}

/** Where a run had its arrays and buffers. */
export interface RunMemory {
  /** Inputs and outputs in host memory. */
  readonly arrays: readonly Omit<HostArray, 'before'>[];
  /** All buffers, in the order of their numbers. */
  readonly buffers: readonly Pick<Buffer, 'label' | 'role' | 'allocatedAt'>[];
}

/** What a worker does with a task besides running it. */
export type Job = RecordJob | ReplayJob | BlindJob | PlanJob;

/** Runs host code on decoys, and puts what it asks of the device on record. */
export interface RecordJob {
  readonly kind: 'record';
  /** With `tokens`, no kernel runs and what is read from the device is random; null: kernels run on the decoys. */
  readonly tokens: {
    readonly seed: number;
    /** null until it is known; then it is found out, and given back. */
    readonly geometry: Geometry | null;
  } | null;
}

/** Repeats a recording with the task's arguments in place of the decoys. No host code runs. */
export interface ReplayJob {
  readonly kind: 'replay';
  /** The first one is repeated; the others tell which of its bytes depend on data. */
  readonly recorded: readonly Recorded[];
}

/** Runs host code while judged inputs are in device memory only. */
export interface BlindJob {
  readonly kind: 'blind';
  /** The judged arguments. */
  readonly judged: readonly EntryArgument[];
  /** Decides the random numbers. */
  readonly tokenSeed: number;
  /** True if calls to the device are recorded, and outputs stay as host code has left them. */
  readonly recorded: boolean;
}

/** Runs only host code, for its launch plan. No kernel runs, and no call is recorded. */
export interface PlanJob {
  readonly kind: 'plan';
  readonly geometry: Geometry;
  /** The seed of the random numbers that host code reads from the device; `null` if it reads zeros. */
  readonly tokenSeed: number | null;
}

/** One run of host code on decoys. */
export interface Recorded {
  readonly args: readonly EntryArgument[];
  readonly executed: Executed;
}

/** What a run on decoys asked of the device. */
export interface Recording {
  readonly operations: readonly Operation[];
  /** Where the operations of host code begin: those before place the arguments. */
  readonly begin: number;
  /** Why the recording is not of use: it needs results of kernels, or is too large to keep. */
  readonly refused: 'needs-kernels' | 'too-large' | null;
  /** null on a device that is not the emulator. */
  readonly geometry: Geometry | null;
  /** The calls that matter to the order between streams; absent or `null` if this is not known, or there is one stream. */
  readonly order?: readonly Ordered[] | null;
}

/** How the recordings of a replay compare, and how it went. */
export interface Replayed {
  /** Where their structures differ, for people; null where they are the same. */
  readonly differs: string | null;
  /** Bytes that host code made from data: neither moved nor the same for all data. */
  readonly untracedBytes: number;
  /** A launch ended otherwise than in the recording. */
  readonly endedOtherwise: boolean;
}
