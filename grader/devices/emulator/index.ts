export { createEmulator, type Emulator, type EmulatorOptions } from './emulator.ts';
export { type Buffer, Heap } from './heap.ts';
