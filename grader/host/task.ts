import type { DeviceProgram } from '../compile/index.ts';
import type { Buffer } from './buffers.ts';
import type { HostArray } from './host-arrays.ts';
import type { Job, Recording, Replayed } from './replay/index.ts';
import type { RunRequest } from './run.ts';
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
