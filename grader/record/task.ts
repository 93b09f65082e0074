import type { DeviceProgram } from '../compile/program.ts';
import type { RunRequest } from './run.ts';
import type { RawRun } from './unresolved.ts';

/** A case as the run worker gets it: compiled modules in the place of bytes. */
export interface Task extends Omit<RunRequest, 'program'> {
  readonly device: DeviceProgram;
  readonly deviceModule: WebAssembly.Module;
  readonly hostModule: WebAssembly.Module;
  /** The host module's loops ask whether they may go on: it stops itself when its time is over. */
  readonly watched: boolean;
}

/** What a run left behind, with the call stacks that its positions are made of. */
export interface Executed {
  readonly run: RawRun;
  /** Code offsets in the host module, innermost first, by number. */
  readonly stacks: readonly (readonly number[])[];
}
