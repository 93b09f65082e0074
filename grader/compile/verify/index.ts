/** Proof that no access of a device object is unchecked. */

export { LIBRARY_TYPES } from './contract.ts';
export { inlineHooks } from './inline.ts';
export { checkLinked } from './linked.ts';
export { type FunctionType, readModule } from './module.ts';
export { type Verdict, verifyObject } from './object.ts';
