import { alignedTo } from '../../compare/index.ts';
import {
  type ArrayParameter,
  type AssignmentSpec,
  allowedError,
  type Dims,
  shareOf,
  toleranceOf,
} from '../../spec/index.ts';

/** The element of an output that is farthest from what is expected, in units of what is allowed there. */
export interface AllowedGap {
  /** 1 is just allowed; infinite if an element is NaN, or if no error is allowed and there is one. */
  readonly share: number;
  /** The largest |got - want|. */
  readonly error: number;
  /** Flat index of the element with this share; -1 if there are no elements. */
  readonly at: number;
  readonly allowed: number;
}

/** A case, as far as a comparison needs it. */
interface Compared {
  readonly dims: Dims;
  readonly shapes: Readonly<Record<string, readonly number[]>>;
}

/** Compares an output as the assignment does. */
export function gapOf(
  spec: Pick<AssignmentSpec, 'tolerance' | 'comparison'>,
  { dims, shapes }: Compared,
  parameter: ArrayParameter,
  outputs: Readonly<Record<string, ArrayLike<number>>>,
  expected: Readonly<Record<string, Float64Array>>,
): AllowedGap {
  const { name, type } = parameter;
  const got = Float64Array.from(outputs[name] ?? []);
  const { want } = alignedTo({ spec, dims, parameter, shape: shapes[name] ?? [], got: () => got, expected });
  const tolerance = toleranceOf(spec, dims, name);
  let worst: AllowedGap = { share: 0, error: 0, at: -1, allowed: 0 };
  let errorThere = 0;
  for (let at = 0; at < want.length; at++) {
    const difference = Math.abs((got[at] ?? Number.NaN) - (want[at] as number));
    const error = Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference;
    const allowed = allowedError(tolerance, want[at] as number, type);
    const share = shareOf(error, allowed);
    const largest = Math.max(worst.error, error);
    const isWorse = share > worst.share || (share === worst.share && error > errorThere);
    if (worst.at < 0 || isWorse) [worst, errorThere] = [{ share, error: largest, at, allowed }, error];
    else worst = { ...worst, error: largest };
  }
  return worst;
}
