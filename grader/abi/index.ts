/** What the emulator's C code and TypeScript agree on: generated from `native/emulator/abi.yaml`. */
export * from './abi.ts';
export { otherAbi } from './other-abi.ts';
export { readPointer, writePointer } from './pointers.ts';
