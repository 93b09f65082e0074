export { resolve } from './resolve.ts';
export type { Conversion, Extent, Hint, Moved, Origin, Repetition, Traced } from './traced.ts';
export { Tracer } from './tracer.ts';
