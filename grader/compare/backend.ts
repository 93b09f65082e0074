import type { ElementArray, ElementTypeName, Tolerance } from '../spec/index.ts';

/**
 * The arithmetic that touches every element, in two forms with identical results to the bit: the native addon
 * (`native/compare/`) and its TypeScript twin, for machines without a compiler and for browsers.
 */
export interface CompareBackend {
  readonly name: 'native' | 'twin';
  compare(job: CompareJob): Promise<Tally>;
  /**
   * Float64 product of row-major m [h, k] and n [k, w]. Each element is 0 + m·n(0) + m·n(1) + …, added in this order,
   * every product and every sum rounded once (no fused multiply-add).
   */
  matrixProduct(m: ElementArray, n: ElementArray, sizes: ProductSizes): Promise<Float64Array>;
  /** (0.2989·R + 0.5870·G) + 0.1140·B in float64, unrounded, of planar x: three planes of `pixels` elements. */
  luma(x: ElementArray, pixels: number): Promise<Float64Array>;
}

export interface ProductSizes {
  readonly h: number;
  readonly w: number;
  readonly k: number;
}

export interface CompareJob {
  readonly got: Uint8Array;
  readonly state: Uint8Array;
  readonly want: Float64Array;
  readonly type: ElementTypeName;
  /** The largest error that is right, or the part of it that is the same for all elements. */
  readonly tolerance: number;
  /** The parts that depend on the expected value. Only the twin knows them. */
  readonly bySize?: Pick<Tolerance, 'relative' | 'ulps'>;
  /** Filled where given, one byte an element: see `MARK`. */
  readonly marks: Uint8Array | null;
}

/** Values of `CompareJob.marks`. */
export const MARK = { right: 0, wrong: 1, unwritten: 2 } as const;

/** Bit of a flag byte: this byte of the output was written. */
export const WRITTEN = 2;

export interface Tally {
  readonly wrong: number;
  readonly unwritten: number;
  readonly nan: number;
  readonly infinite: number;
  /** Largest finite |got - want| of a written element; -1 where there is none. */
  readonly maxError: number;
  /** Largest finite error in units of what is allowed there; only with {@link CompareJob.bySize}. */
  readonly maxShare?: number;
  /** Flat index of the first wrong or unwritten element; -1 where there is none. */
  readonly firstBad: number;
  /** Flat index of the first expected element that is not finite; -1 where there is none. */
  readonly badWant: number;
}
