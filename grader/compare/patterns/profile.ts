import { MARK } from '../backend.ts';
import { EXPLAINED, type Sight } from './sight.ts';

/** Failing elements along one axis: how many there are at each index. */
export interface Profile {
  /** Dimension of the shape; null for the flat index. */
  readonly axis: number | null;
  readonly extent: number;
  /** Failing elements at each index. */
  readonly failing: ArrayLike<number>;
  /** Failing and right elements at each index. */
  readonly considered: ArrayLike<number>;
}

/** Along rows, columns, planes and the flat index, as far as they differ. */
export function profiles(sight: Sight): Profile[] {
  const { planes, rows, columns } = sight;
  const dimensions = sight.request.shape.length;
  const byRow = emptyProfile(dimensions - 2, rows);
  const byColumn = emptyProfile(dimensions - 1, columns);
  const byPlane = emptyProfile(0, planes);
  for (let plane = 0, i = 0; plane < planes; plane++) {
    for (let row = 0; row < rows; row++) {
      let failing = 0;
      let considered = 0;
      for (let column = 0; column < columns; column++, i++) {
        const mark = sight.marks[i];
        if (mark === sight.failing) {
          failing++;
          byColumn.failing[column] = (byColumn.failing[column] as number) + 1;
        } else if (mark !== MARK.right) continue;
        considered++;
        byColumn.considered[column] = (byColumn.considered[column] as number) + 1;
      }
      add(byRow, row, failing, considered);
      add(byPlane, plane, failing, considered);
    }
  }
  const shown: Profile[] = [];
  const several = [planes, rows, columns].filter((extent) => extent > 1).length > 1;
  if (several && rows > 1) shown.push(byRow);
  if (several && columns > 1) shown.push(byColumn);
  if (planes > 1 && dimensions === 3) shown.push(byPlane);
  shown.push(flatProfile(sight));
  return shown;
}

/** By distance from the edge of the last two dimensions, 0 at the edge; null where there is no inside. */
export function ringProfile({ marks, failing, planes, rows, columns }: Sight): Profile | null {
  const rings = Math.ceil(Math.min(rows, columns) / 2);
  if (rings < 2) return null;
  const profile = emptyProfile(0, rings);
  for (let plane = 0, i = 0; plane < planes; plane++) {
    for (let row = 0; row < rows; row++) {
      const rowDistance = Math.min(row, rows - 1 - row);
      for (let column = 0; column < columns; column++, i++) {
        const mark = marks[i];
        if (mark !== failing && mark !== MARK.right) continue;
        add(profile, Math.min(rowDistance, column, columns - 1 - column), mark === failing ? 1 : 0, 1);
      }
    }
  }
  return profile;
}

function flatProfile({ marks, failing: mark }: Sight): Profile {
  const extent = marks.length;
  const failing = new Uint8Array(extent);
  const considered = new Uint8Array(extent);
  for (let i = 0; i < extent; i++) {
    if (marks[i] === mark) failing[i] = considered[i] = 1;
    else if (marks[i] === MARK.right) considered[i] = 1;
  }
  return { axis: null, extent, failing, considered };
}

interface Counts {
  readonly axis: number | null;
  readonly extent: number;
  readonly failing: Float64Array;
  readonly considered: Float64Array;
}

function emptyProfile(axis: number | null, extent: number): Counts {
  return { axis, extent, failing: new Float64Array(extent), considered: new Float64Array(extent) };
}

function add(counts: Counts, index: number, failing: number, considered: number): void {
  counts.failing[index] = (counts.failing[index] as number) + failing;
  counts.considered[index] = (counts.considered[index] as number) + considered;
}

/** Most of what lies at this index fails. */
export function mostlyFails({ failing, considered }: Profile, index: number): boolean {
  return 2 * (failing[index] as number) > (considered[index] as number);
}

/** Failing and considered elements of the indexes that `takes` chooses. */
export function take(profile: Profile, takes: (index: number) => boolean): { hits: number; size: number } {
  let hits = 0;
  let size = 0;
  for (let index = 0; index < profile.extent; index++) {
    if (!takes(index)) continue;
    hits += profile.failing[index] as number;
    size += profile.considered[index] as number;
  }
  return { hits, size };
}

/** Where the longest tail begins that fails almost throughout; `extent` where there is none. */
export function tailFrom(profile: Profile): number {
  const { extent, failing, considered } = profile;
  let best = extent;
  for (let from = extent - 1, hits = 0, size = 0; from >= 0; from--) {
    hits += failing[from] as number;
    size += considered[from] as number;
    if (hits > 0 && hits >= EXPLAINED * size) best = from;
  }
  while (best < extent && !mostlyFails(profile, best)) best++;
  return best;
}

/** The indexes that mostly fail (or mostly do not), in order, at most `limit` of them. */
export function indexes(profile: Profile, fails: boolean, limit: number): number[] {
  const found: number[] = [];
  for (let index = 0; index < profile.extent && found.length < limit; index++) {
    if ((profile.considered[index] as number) > 0 && mostlyFails(profile, index) === fails) found.push(index);
  }
  return found;
}
