export { RULES } from './conversions.ts';
export { type DecoyRange, type Decoys, type DecoyType, decoyCount, makeDecoys } from './decoys.ts';
export type { Inverse, Width } from './library.ts';
export { resolve } from './resolve.ts';
export { type CallShape, scalingDiffers } from './scaling.ts';
export type { Conversion, Extent, Hint, Moved, Origin, Repetition, Traced } from './traced.ts';
export { Tracer } from './tracer.ts';
