import type { DeviceProgram } from '../compile/program.ts';
import type { Device, DevicePointer } from '../devices/device.ts';
import type { RunRequest } from './run.ts';

/** What runs one case: a device whose memory also tells what was written in it. */
export interface RunDevice extends Device {
  /** Fills memory with bytes that count as never written. */
  poison(pointer: DevicePointer, bytes: Uint8Array): void;
  /** Flags of each byte: value 2 it was written at all, value 4 a kernel wrote it. */
  state(pointer: DevicePointer, bytes: number): Uint8Array;
}

export interface DeviceOptions {
  /** Chooses the order of buffers, and the gaps between them. */
  readonly layoutSeed: number;
  /** Loop back-edges and calls of device code over all launches. */
  readonly deviceSteps: number;
  /** As in {@link RunRequest}. */
  readonly undefinedIsZero?: boolean;
  /** `program.wasm`, compiled. */
  readonly module: WebAssembly.Module;
}

export type CreateDevice = (program: DeviceProgram, options: DeviceOptions) => RunDevice;
