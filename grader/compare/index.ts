/** Outputs against what is expected of them. */

export { type Aligned, alignedTo } from './aligned.ts';
export { compareOutput } from './compare.ts';
export type { CompareRequest, Comparison } from './comparison.ts';
export { viewElements } from './elements.ts';
export { type AnyOrder, type InOrder, inOrderOf } from './order.ts';
export type { Pattern, PlacePattern, Tail } from './pattern.ts';
export { areAlike, isSame } from './patterns/index.ts';
export { referenceOutput } from './reference.ts';
