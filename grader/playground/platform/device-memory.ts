import type * as Platform from '../../platform/device-memory.ts';

/** A page that any host serves may have no memory that could be shared, and cannot ask for a collection. */
export const withUncountedMemory: typeof Platform.withUncountedMemory = (wasm) => new Uint8Array(wasm);

export const afterRun: typeof Platform.afterRun = () => undefined;
