export { compareOutput } from './compare.ts';
export type { CompareRequest, Comparison } from './comparison.ts';
export { viewElements } from './elements.ts';
export { areAlike, isSame, type Pattern, type PlacePattern, type Tail, type ValuePattern } from './patterns/index.ts';
export { type Operation, referenceOutput } from './reference.ts';
