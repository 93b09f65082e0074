import { cNumber, type NumbaType } from './types.ts';

export type ArrayType = Extract<NumbaType, { kind: 'array' }>;

/** A member of `numba::Array`. */
export interface ArrayPart {
  readonly path: string;
  /** The type in C++. */
  readonly type: string;
}

/**
 * Returns the parts of an array, which are parameters of a kernel in its place. Every access through a pointer in a struct
 * that is a parameter takes the emulator four times as long as one through a pointer that is a parameter itself.
 */
export function partsOf({ element, rank }: ArrayType): ArrayPart[] {
  const pointer = `${cNumber(element)}*`;
  const numbers = (name: string): ArrayPart[] =>
    Array.from({ length: rank }, (_, at) => ({ path: `${name}[${at}]`, type: 'long long' }));
  return [
    { path: 'data', type: pointer },
    ...numbers('shape'),
    ...numbers('strides'),
    { path: 'first', type: pointer },
    { path: 'past', type: pointer },
  ];
}
