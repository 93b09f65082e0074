import type { Dims, ElementArrays, ElementTypeName, Tolerance } from '../spec/index.ts';
import type { Pattern } from './pattern.ts';

/** One output after a run, and what is expected there. */
export interface CompareRequest {
  /** The output's bytes, little-endian, row-major. They must not change before the promise settles. */
  readonly got: Uint8Array;
  /** One flag byte a byte of `got`: bit value 2, it was written at all. */
  readonly state: Uint8Array;
  /** Expected elements; all finite. */
  readonly want: Float64Array;
  /** Extents, slowest first. */
  readonly shape: readonly number[];
  readonly type: ElementTypeName;
  /** The largest |got - want| that is right; as a number, the same for all elements. */
  readonly tolerance: number | Tolerance;
  /** True if places say nothing: no pattern is looked for. */
  readonly anyOrder?: boolean;
  /** The case's inputs, to recognise copies of them and sums that were cut short. */
  readonly inputs?: ElementArrays;
  readonly dims?: Dims;
  /** What the output is computed by, where it is one of the built-in operations: its usual mistakes are tried. */
  readonly operation?: 'luma' | 'matrix-product' | 'simulator';
  /**
   * What lay in the output before the run; null where that is not known. Shows an accumulation into old data, and is asked
   * for where something is wrong.
   */
  readonly old?: () => Uint8Array | null;
}

/** One wrong element: where it is, per dimension, what it holds and what it should hold. */
export interface WrongElement {
  readonly index: readonly number[];
  readonly got: number;
  readonly want: number;
}

/** The differences of an output from what is expected. Every element is right, wrong or unwritten, never two of them. */
export interface Comparison {
  /** Elements of the output. */
  readonly checked: number;
  /** Written elements for which |got - want| <= tolerance does not hold; NaN never does. */
  readonly wrong: number;
  /** Elements of which at least one byte was never written. Their value is not judged. */
  readonly unwritten: number;
  /** Largest |got - want| of written elements where that is finite, right ones included; null where there is none. */
  readonly maxError: number | null;
  /** The largest finite error in units of what is allowed there; absent if that is the same for all elements. */
  readonly maxShare?: number;
  /** Index of the first element that is wrong or unwritten, per dimension. */
  readonly firstMismatch: readonly number[] | null;
  /** The first element that was written and is wrong. */
  readonly firstWrong: WrongElement | null;
  /** Written elements that are NaN, and that are infinite. */
  readonly nan: number;
  readonly infinite: number;
  /** The pattern of the wrong elements; if none is wrong, that of the unwritten ones. */
  readonly pattern: Pattern | null;
  /** The pattern of the unwritten elements. */
  readonly unwrittenPattern: Pattern | null;
}
