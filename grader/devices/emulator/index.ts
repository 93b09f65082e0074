export { createEmulator, type Emulator, type EmulatorOptions } from './emulator.ts';
export type { Buffer } from './heap.ts';
