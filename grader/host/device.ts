import type { DeviceProgram } from '../compile/index.ts';
import type { Geometry } from '../device/emulator/index.ts';
import type { Device, DevicePointer, DeviceProperties, Influence, Reversed } from '../device/index.ts';
import type { BlockRecording, RecordingRequest } from '../device/recording/index.ts';

/** What runs one case: a device whose memory also tells what was written in it. */
export interface RunDevice extends Device {
  /** @param made - by byte, flags as `state` gives them: what host code only moved from where a kernel wrote it */
  write(pointer: DevicePointer, bytes: Uint8Array, made?: Uint8Array): number;
  /** Fills memory with bytes that count as never written. */
  poison(pointer: DevicePointer, bytes: Uint8Array): void;
  /** Flags of each byte: value 2 it was written at all, value 4 a kernel wrote it. */
  state(pointer: DevicePointer, bytes: number): Uint8Array;
  /** Reads memory for the grader: no recording has it, and nothing else is given in its place. */
  peek?(pointer: DevicePointer, into: Uint8Array): number;
  /** What an altered run has measured. */
  readonly influence?: Influence;
  /** The recorded block; `null` if no launch had it. */
  readonly recording?: BlockRecording | null;
  /** The layout of the emulator's memory. */
  readonly geometry?: Geometry;
}

export interface DeviceOptions {
  /** Chooses the order of buffers, and the gaps between them. */
  readonly layoutSeed: number;
  /** Loop back-edges and calls of device code over all launches. */
  readonly deviceSteps: number;
  /** `program.wasm`, compiled. */
  readonly module: WebAssembly.Module;
  /** Run altered: one word of so many that kernels load is another one. */
  readonly alterEvery?: number;
  /** The properties that host code sees; default: the emulator's. */
  readonly properties?: DeviceProperties;
  /** Blocks and threads take turns from the last one on. */
  readonly reversed?: Reversed;
  /** Record what the threads of one block do. */
  readonly records?: RecordingRequest;
}

export type CreateDevice = (program: DeviceProgram, options: DeviceOptions) => RunDevice;
