export { compareOutput } from './compare.ts';
export type { CompareRequest, Comparison } from './comparison.ts';
export { viewElements } from './elements.ts';
export type { Pattern, PlacePattern, Tail, ValuePattern } from './pattern.ts';
export { areAlike, isSame } from './patterns/index.ts';
export { type Operation, referenceOutput } from './reference.ts';
