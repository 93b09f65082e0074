/** A module with 64-bit addresses, made into one for a memory with 32-bit addresses. */

export { FAULT_ADDRESS, lowerMemory64 } from './module.ts';
export { OffsetMap, offsetsIn } from './offsets.ts';
