import { allowedError, type ElementArray, type ElementTypeName, isFloatType, type Tolerance } from '../spec/index.ts';

/** An output whose elements, or rows, can be in any order. */
export interface AnyOrder {
  readonly got: ElementArray;
  readonly want: Float64Array;
  /** 1 for each element that was written; what was not cannot be matched. */
  readonly written: Uint8Array;
  readonly type: ElementTypeName;
  readonly tolerance: Tolerance;
  /** `set`: a row can be there more than once, in both. */
  readonly as: 'multiset' | 'set';
  /** Elements of a row, which belong together. */
  readonly rowElements: number;
}

/** Expected elements in the order of an output. */
export interface InOrder {
  readonly want: Float64Array;
  /** The number of expected rows that the output does not have. If there are none, what is expected instead is made up. */
  readonly missing: number;
}

/**
 * Returns the expected elements in the order of the output: each row that was found is at the place where it is expected.
 * The rows that are missing are at the places of those that are wrong, so that as many differ as are wrong.
 */
export function inOrderOf(output: AnyOrder): InOrder {
  const { want, rowElements } = output;
  const places = new Int32Array(want.length / rowElements).fill(-1);
  const isMissing = matchRows(output, places);
  const missing = isMissing.flatMap((missed, row) => (missed ? [row] : []));
  const spare = output.as === 'set' ? repeated(output, places, missing.length) : [];
  for (const place of spare) places[place] = -1;
  let next = 0;
  const aligned = new Float64Array(want.length);
  places.forEach((row, place) => {
    // A row that is expected already and is not there: its value differs from all that is left.
    const from = row >= 0 ? row : (missing[next++] ?? -1);
    for (let at = 0; at < rowElements; at++) {
      const index = place * rowElements + at;
      aligned[index] = from >= 0 ? (want[from * rowElements + at] as number) : other(output, index);
    }
  });
  return { want: aligned, missing: missing.length };
}

/** Fills in which expected row each written row is. Returns for each expected row whether it is missing. */
function matchRows(output: AnyOrder, places: Int32Array): boolean[] {
  const { got, want, written, rowElements, as, type, tolerance } = output;
  const all = Array.from({ length: places.length }, (_, row) => row);
  const isWhole = (row: number) => {
    for (let at = row * rowElements; at < (row + 1) * rowElements; at++)
      if (written[at] !== 1 || Number.isNaN(got[at])) return false;
    return true;
  };
  const gotRows = all.filter(isWhole).sort((a, b) => compareRows(got, a, got, b, rowElements));
  const wantRows = [...all].sort((a, b) => compareRows(want, a, want, b, rowElements));
  const isMissing = all.map(() => true);
  const apart = (one: number, row: number): number => {
    if (rowElements > 1 || !isFloatType(type)) return compareRows(got, one, want, row, rowElements);
    const value = want[row] as number;
    const difference = (got[one] as number) - value;
    return Math.abs(difference) <= allowedError(tolerance, value, type) ? 0 : difference;
  };
  let at = 0;
  for (const one of gotRows) {
    while (at < wantRows.length && apart(one, wantRows[at] as number) > 0) at += 1;
    const row = wantRows[at];
    if (row === undefined) break;
    if (apart(one, row) !== 0) continue;
    places[one] = row;
    isMissing[row] = false;
    if (as === 'multiset') at += 1;
  }
  if (as === 'set') {
    // An expected row that is equal to one that was found is found.
    const found = gotRows.filter((one) => (places[one] as number) >= 0);
    let first = 0;
    for (const row of wantRows) {
      while (first < found.length && apart(found[first] as number, row) < 0) first += 1;
      const one = found[first];
      if (one !== undefined && apart(one, row) === 0) isMissing[row] = false;
    }
  }
  return isMissing;
}

/** Returns the places of rows that are found at another place too: up to `most` of them. */
function repeated({ want, rowElements }: AnyOrder, places: Int32Array, most: number): number[] {
  const rowAt = (place: number) => places[place] as number;
  const matched = [...places.keys()].filter((place) => rowAt(place) >= 0);
  matched.sort((a, b) => compareRows(want, rowAt(a), want, rowAt(b), rowElements) || a - b);
  const again = matched.filter(
    (place, index) =>
      index > 0 && compareRows(want, rowAt(place), want, rowAt(matched[index - 1] as number), rowElements) === 0,
  );
  return again.slice(0, most);
}

function compareRows(
  one: ArrayLike<number>,
  a: number,
  two: ArrayLike<number>,
  b: number,
  rowElements: number,
): number {
  for (let at = 0; at < rowElements; at++) {
    const [left, right] = [one[a * rowElements + at] as number, two[b * rowElements + at] as number];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

/** Returns a number that no tolerance takes for the element: at most half of a value, see the schema. */
function other({ got, want, tolerance }: AnyOrder, index: number): number {
  const value = got[index] as number;
  if (!Number.isFinite(value)) return want[index] as number;
  return (value > 0 ? -1 : 1) * (Math.abs(value) + 8 * tolerance.absolute + 1);
}
