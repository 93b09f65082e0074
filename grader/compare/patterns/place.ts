import { MARK } from '../backend.ts';
import type { Candidate, PlacePattern, Tail } from '../pattern.ts';
import { indexes, mostlyFails, type Profile, profiles, ringProfile, tailFrom, take } from './profile.ts';
import { EXPLAINED, PRECISE, type Sight } from './sight.ts';
import { tileCandidates } from './tiles.ts';

/** Fewer failing elements than this show nothing but a last partial block. */
const FEWEST = 3;

/** Where the failing elements lie; null where that has no name. */
export function findPlace(sight: Sight): PlacePattern | null {
  const { count, considered } = sight;
  if (count === 0) return null;
  if (count === considered) return null;
  const along = profiles(sight);
  return (
    best(sight, [
      ...along.flatMap(tailCandidates),
      ...twoTails(sight, along),
      ...along.flatMap(sliceCandidates),
      ...along.flatMap(periodCandidates),
      ...along.flatMap(rangeCandidates),
    ]) ?? best(sight, [...borderCandidates(sight), ...triangleCandidates(sight), ...tileCandidates(sight)])
  );
}

/** The candidate that fits best, where one fits; of equal ones the first, which is the simplest to say. */
function best({ count, considered, failing }: Sight, candidates: readonly Candidate[]): PlacePattern | null {
  let chosen: Candidate | null = null;
  for (const candidate of candidates) {
    const { pattern, hits, size } = candidate;
    if (hits < EXPLAINED * count || hits < PRECISE * size) continue;
    // A wrong element can be right by accident, but not an element that was not written.
    const isExact = failing === MARK.unwritten && hits === count && hits === size;
    if (size >= EXPLAINED * considered && !isExact) continue;
    if (count < FEWEST && pattern.kind !== 'last-partial-block') continue;
    if (chosen === null || hits * hits * chosen.size > chosen.hits * chosen.hits * size) chosen = candidate;
  }
  return chosen && { ...chosen.pattern, ...exceptions(chosen, count) };
}

function exceptions({ hits, size }: Candidate, count: number): Pick<PlacePattern, 'elsewhere' | 'partly'> {
  return { ...(hits < count && { elsewhere: count - hits }), ...(hits < size && { partly: true }) };
}

function tailCandidates(profile: Profile): Candidate[] {
  const { axis, extent } = profile;
  const from = tailFrom(profile);
  if (from === extent || from === 0) return [];
  return [{ pattern: tailPattern([{ axis, from, extent }]), ...take(profile, (index) => index >= from) }];
}

/** Beyond either of two tails, as where a grid was rounded down both ways. */
function twoTails({ planes, rows, columns, marks, failing }: Sight, along: readonly Profile[]): Candidate[] {
  const [byRow, byColumn] = along;
  if (!byRow || !byColumn || rows === 1 || columns === 1 || byColumn.axis === null) return [];
  const row = solidTail(byRow);
  const column = solidTail(byColumn);
  if (row === rows || column === columns || row === 0 || column === 0) return [];
  let hits = 0;
  let size = 0;
  for (let plane = 0, i = 0; plane < planes; plane++) {
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++, i++) {
        if (y < row && x < column) continue;
        if (marks[i] === failing) hits++;
        if (marks[i] === failing || marks[i] === 0) size++;
      }
    }
  }
  const tails = [
    { axis: byRow.axis, from: row, extent: rows },
    { axis: byColumn.axis, from: column, extent: columns },
  ];
  return [{ pattern: tailPattern(tails), hits, size }];
}

/** Where the last run of indexes begins that fail almost throughout, each of them. */
function solidTail({ extent, failing, considered }: Profile): number {
  let from = extent;
  while (from > 0 && (failing[from - 1] as number) >= PRECISE * (considered[from - 1] as number)) from--;
  return from;
}

function tailPattern(tails: readonly Tail[]): PlacePattern {
  const blocks = tails.map(({ from, extent }) => partialBlock(from, extent));
  if (blocks.some((block) => block === null)) return { kind: 'tail', tails };
  return {
    kind: 'last-partial-block',
    tails: tails.map((tail, index) => ({ ...tail, block: blocks[index] as number })),
  };
}

/** The largest power of two up to 1024 that divides `from`, where less than a block of it follows; else null. */
function partialBlock(from: number, extent: number): number | null {
  const block = Math.min(1024, from & -from);
  return block >= 8 && extent - from < block ? block : null;
}

function sliceCandidates(profile: Profile): Candidate[] {
  const { axis, extent } = profile;
  if (axis === null || extent < 2) return [];
  const failing = indexes(profile, true, 2);
  const [index] = failing;
  if (index === undefined || failing.length !== 1) return [];
  return [{ pattern: { kind: 'slice', axis, index, extent }, ...take(profile, (candidate) => candidate === index) }];
}

function rangeCandidates(profile: Profile): Candidate[] {
  const { axis, extent } = profile;
  let from = 0;
  while (from < extent && !mostlyFails(profile, from)) from++;
  let to = extent;
  while (to > from && !mostlyFails(profile, to - 1)) to--;
  // To the end, it is a tail; a single index is a slice.
  if (to === extent || to - from < 2) return [];
  const range = take(profile, (index) => index >= from && index < to);
  return [{ pattern: { kind: 'range', axis, from, to, extent }, ...range }];
}

/** How many indexes are looked at to guess a period. */
const GUESS_FROM = 1024;
/** A period is claimed where it comes round at least so often. */
const ROUNDS = 3;

function periodCandidates(profile: Profile): Candidate[] {
  const { axis, extent } = profile;
  return [true, false].flatMap((fails): Candidate[] => {
    const found = indexes(profile, fails, GUESS_FROM);
    const step = commonest(found.slice(1).map((index, i) => index - (found[i] as number)));
    if (step === null || step < 2 || extent < ROUNDS * step) return [];
    const phase = commonest(found.map((index) => index % step));
    if (phase === null) return [];
    const kind = fails ? 'every-kth' : 'all-but-every-kth';
    const inside = take(profile, (index) => (index % step === phase) === fails);
    return [{ pattern: { kind, axis, step, phase }, ...inside }];
  });
}

function commonest(values: readonly number[]): number | null {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: number | null = null;
  for (const [value, count] of counts) {
    if (best === null || count > (counts.get(best) ?? 0)) best = value;
  }
  return best;
}

function borderCandidates(sight: Sight): Candidate[] {
  const rings = ringProfile(sight);
  if (rings === null) return [];
  let width = 0;
  while (width < rings.extent && mostlyFails(rings, width)) width++;
  if (width === 0 || width === rings.extent) return [];
  return [{ pattern: { kind: 'border', width }, ...take(rings, (ring) => ring < width) }];
}

function triangleCandidates({ marks, failing, planes, rows, columns }: Sight): Candidate[] {
  if (rows < 3 || columns < 3) return [];
  const counts = (['lower', 'upper'] as const).map((side) => ({ side, hits: 0, size: 0 }));
  for (let plane = 0, i = 0; plane < planes; plane++) {
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++, i++) {
        const side = column === row ? undefined : counts[column < row ? 0 : 1];
        if (!side || (marks[i] !== failing && marks[i] !== 0)) continue;
        side.size++;
        if (marks[i] === failing) side.hits++;
      }
    }
  }
  return counts.map(({ side, hits, size }) => ({ pattern: { kind: 'triangle', side }, hits, size }));
}
