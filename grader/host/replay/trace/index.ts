/** Which bytes host code only moved. */

export { RULES } from './conversions.ts';
export { type DecoyType, decoyCount, makeDecoys } from './decoys.ts';
export type { Width } from './library.ts';
export { resolve } from './resolve.ts';
export { type CallShape, scalingDiffers } from './scaling.ts';
export type { Hint, Traced } from './traced.ts';
export { Tracer } from './tracer.ts';
