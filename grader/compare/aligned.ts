import {
  type ArrayParameter,
  type AssignmentSpec,
  comparisonOf,
  type Dims,
  type ElementArray,
  toleranceOf,
} from '../spec/index.ts';
import { inOrderOf } from './order.ts';

/** The part of an output that is judged, and what is expected at each of its places. */
export interface Aligned {
  /** Expected elements: the first ones of the output, as many as are judged. */
  readonly want: Float64Array;
  /** Extents of this part, slowest first. */
  readonly shape: readonly number[];
  /** Of elements in any order: the number of expected elements, or rows, that are missing. */
  readonly missing?: number;
}

export interface ToAlign {
  readonly spec: Pick<AssignmentSpec, 'comparison' | 'tolerance'>;
  readonly dims: Dims;
  readonly parameter: ArrayParameter;
  /** Extents of the output, slowest first. */
  readonly shape: readonly number[];
  readonly got: () => ElementArray;
  /** 1 for each element that was written; absent: all were. */
  readonly written?: () => Uint8Array;
  /** Expected elements of all outputs, by name. */
  readonly expected: Readonly<Record<string, Float64Array>>;
}

/** Returns what is expected of an output that can be in another order, or have another length. */
export function alignedTo({ spec, dims, parameter, shape, got, written, expected }: ToAlign): Aligned {
  const { name, type } = parameter;
  const { as, first } = comparisonOf(spec, name);
  const [rows = 1, ...row] = shape;
  const rowElements = row.reduce((product, extent) => product * extent, 1);
  const own = expected[name] ?? new Float64Array();
  const judgedRows = first === undefined ? rows : Math.max(0, Math.min(rows, dims[first] ?? expected[first]?.[0] ?? 0));
  const count = judgedRows * rowElements;
  const want = own.subarray(0, count);
  const part = first === undefined ? shape : [judgedRows, ...row];
  if (as !== 'multiset' && as !== 'set') return { want, shape: part };
  const aligned = inOrderOf({
    got: got().subarray(0, count),
    want,
    written: written?.().subarray(0, count) ?? new Uint8Array(count).fill(1),
    type,
    tolerance: toleranceOf(spec, dims, name),
    as,
    rowElements,
  });
  return { ...aligned, shape: part };
}
