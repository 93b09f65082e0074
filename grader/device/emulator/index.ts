export { createEmulator, type Emulator, type EmulatorOptions, type Geometry } from './emulator.ts';
export { type Buffer, Heap } from './heap.ts';
export { createInfluenceDevice, type Influence, InfluenceDevice } from './influence.ts';
export {
  type HelpedDevice,
  type Helper,
  type Helpers,
  type Pace,
  type Part,
  type PartitionOptions,
  type PartResult,
  PartRunner,
} from './partition/index.ts';
export { emulatorProperties } from './properties.ts';
