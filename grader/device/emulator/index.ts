/** Kernels in WebAssembly, with every access checked. */

export { createEmulator, type Emulator, type EmulatorOptions, type Geometry } from './emulator.ts';
export { type Buffer, Heap } from './heap.ts';
export { createInfluenceDevice } from './influence.ts';
export {
  type HelpedDevice,
  type Helper,
  type Helpers,
  type Pace,
  type Part,
  type PartResult,
  PartRunner,
} from './partition/index.ts';
export { emulatorProperties } from './properties.ts';
