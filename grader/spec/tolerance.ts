import { type ElementTypeName, isFloatType } from './elements.ts';
import { type Dims, evaluateExtent } from './entry.ts';
import type { AssignmentSpec } from './schema.ts';

/** The largest error of an element that is right: the sum of three parts. */
export interface Tolerance {
  /** A part that is the same for all elements, in units of the output. */
  readonly absolute: number;
  /** A share of the size of the expected value. */
  readonly relative: number;
  /** Units in the last place of the expected value, in the type of the output. */
  readonly ulps: number;
}

/** How an output is compared. */
export type ComparisonOf = Required<Pick<Written, 'as' | 'unwritten'>> & Pick<Written, 'first'>;
type Written = NonNullable<AssignmentSpec['comparison']>[string];

const BY_ELEMENT: ComparisonOf = { as: 'elements', unwritten: 'error' };

/** Returns how an output is compared with what is expected. */
export function comparisonOf({ comparison }: Pick<AssignmentSpec, 'comparison'>, output: string): ComparisonOf {
  return new Map(Object.entries(comparison ?? {})).get(output) ?? BY_ELEMENT;
}

/** True if each element of an output has one right value, at its own place. */
export function isByElement(spec: Pick<AssignmentSpec, 'comparison'>, output: string): boolean {
  const { as, first } = comparisonOf(spec, output);
  return as === 'elements' && first === undefined;
}

/**
 * Returns the tolerance of an output in a case. `perTerm.absolute` is added for each term that an element sums.
 * @param output - a tolerance of its own replaces the common one
 */
export function toleranceOf({ tolerance }: Pick<AssignmentSpec, 'tolerance'>, dims: Dims, output: string): Tolerance {
  const own = new Map(Object.entries(tolerance.outputs ?? {})).get(output) ?? tolerance;
  const { absolute, relative, ulps, perTerm } = own;
  const terms = perTerm ? perTerm.absolute * evaluateExtent(perTerm.count, dims) : 0;
  return { absolute: absolute + terms, relative: relative ?? 0, ulps: ulps ?? 0 };
}

/** A tolerance that is the same for all elements. */
export function absoluteTolerance(absolute: number): Tolerance {
  return { absolute, relative: 0, ulps: 0 };
}

/** True if the largest error does not depend on the expected value. */
export function isAbsolute({ relative, ulps }: Tolerance): boolean {
  return relative === 0 && ulps === 0;
}

/**
 * Returns the largest error that is right for an expected value.
 * @param tolerance - as a number, the same for all elements
 */
export function allowedError(tolerance: number | Tolerance, want: number, type: ElementTypeName): number {
  if (typeof tolerance === 'number') return tolerance;
  const { absolute, relative, ulps } = tolerance;
  const ofSize = relative === 0 ? 0 : relative * Math.abs(want);
  return absolute + ofSize + (ulps === 0 ? 0 : ulps * ulpOf(want, type));
}

/** True if an element is right: the same value, NaN and infinities included, or within the tolerance. */
export function agree(one: number, want: number, tolerance: Tolerance, type: ElementTypeName): boolean {
  return Object.is(one, want) || Math.abs(one - want) <= allowedError(tolerance, want, type);
}

/** An error in units of what is allowed. NaN counts as infinite. */
export function shareOf(error: number, allowed: number): number {
  if (Number.isNaN(error)) return Number.POSITIVE_INFINITY;
  if (error === 0) return 0;
  return allowed === 0 ? Number.POSITIVE_INFINITY : error / allowed;
}

/** The bits after the point, and the exponent of the smallest normal number. */
const FORMATS: Readonly<Partial<Record<ElementTypeName, readonly [bits: number, least: number]>>> = {
  half: [10, -14],
  bfloat16: [7, -126],
  float32: [23, -126],
  float64: [52, -1022],
};

const bits = new DataView(new ArrayBuffer(8));

/** Returns the distance between neighboring numbers of a type at a value: 1 for integers. */
export function ulpOf(value: number, type: ElementTypeName): number {
  const format = FORMATS[type];
  if (!isFloatType(type) || !format) return 1;
  bits.setFloat64(0, Math.abs(value));
  const exponent = (bits.getUint32(0) >>> 20) - 1023;
  return 2 ** (Math.max(exponent, format[1]) - format[0]);
}
