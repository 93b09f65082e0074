import type { RecordingTables } from '../../compile/index.ts';
import type { BufferRole, Dim3 } from '../device.ts';

/** The block to record, and how much of it. */
export interface RecordingRequest {
  /** The launch, by its number; `null`: the first one that has the block. */
  readonly launch: number | null;
  /** The kernel, as a student writes it; `null`: any. */
  readonly kernel: string | null;
  readonly block: Dim3;
  /** True to keep what is around the first fault of the block, and not its beginning. */
  readonly aroundFault: boolean;
  /** The most rows. */
  readonly rows: number;
}

/** Memory that a recorded block can access. */
export interface RecordedMemory {
  readonly name: string;
  readonly space: 'global' | 'shared' | 'variable';
  readonly role: BufferRole | null;
  readonly address: number;
  readonly bytes: number;
  /** The content before the launch; `null` if it is not known. */
  readonly before: Uint8Array | null;
  /** For each byte, 1 if it was written before the launch; `null` if all of it was. */
  readonly written: Uint8Array | null;
}

/** The actions of the threads of one block, as rows of the ABI's `trace_record`. Plain data. */
export interface BlockRecording {
  readonly kernel: string;
  readonly launch: number;
  readonly grid: Dim3;
  readonly block: Dim3;
  /** The recorded block in its grid. */
  readonly at: Dim3;
  readonly rows: Uint8Array;
  /** The number of rows before the first one that is kept. */
  readonly dropped: number;
  /** True if the block goes on after the last row. */
  readonly isCut: boolean;
  /** The number of kept rows before the first fault of the block; `null` if there was none. */
  readonly fault: number | null;
  readonly memory: readonly RecordedMemory[];
  readonly tables: RecordingTables;
}
