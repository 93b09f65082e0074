import type { ElementArray } from '../../spec/index.ts';
import { MARK } from '../backend.ts';
import type { CompareRequest } from '../comparison.ts';

/**
 * What the finders of patterns look at: the failing elements of one kind. Where wrong ones are looked at, unwritten ones are
 * left out of account; where unwritten ones are, all that is written counts as right.
 */
export interface Sight {
  readonly request: CompareRequest;
  readonly got: ElementArray;
  /** A `MARK` an element. */
  readonly marks: Uint8Array;
  /** Which elements are failing: `MARK.wrong` or `MARK.unwritten`. */
  readonly failing: number;
  /** How many they are. */
  readonly count: number;
  /** Failing and right elements. */
  readonly considered: number;
  /** The shape as planes of rows of columns; leading dimensions are folded into planes. */
  readonly planes: number;
  readonly rows: number;
  readonly columns: number;
}

/** A pattern has to explain this share of the failing elements. */
export const EXPLAINED = 0.95;
/** Of the elements that a pattern takes in, this share at least must fail. */
export const PRECISE = 0.9;

export function lookAt(
  request: CompareRequest,
  got: ElementArray,
  marks: Uint8Array,
  counts: { readonly wrong: number; readonly unwritten: number },
  failing: 'wrong' | 'unwritten',
): Sight {
  const [columns = 1, rows = 1, ...leading] = [...request.shape].reverse();
  const planes = leading.reduce((product, extent) => product * extent, 1);
  const shape = { planes, rows, columns };
  if (failing === 'unwritten') {
    const onlyThese = marks.map((mark) => (mark === MARK.unwritten ? mark : MARK.right));
    const considered = marks.length;
    return { request, got, marks: onlyThese, failing: MARK.unwritten, count: counts.unwritten, considered, ...shape };
  }
  const considered = marks.length - counts.unwritten;
  return { request, got, marks, failing: MARK.wrong, count: counts.wrong, considered, ...shape };
}

/** The same failing elements among all others: what is of neither kind counts as right. */
export function amongAll(sight: Sight): Sight {
  const { marks, failing, considered } = sight;
  if (considered === marks.length) return sight;
  return {
    ...sight,
    marks: marks.map((mark) => (mark === failing ? mark : MARK.right)),
    considered: marks.length,
  };
}
