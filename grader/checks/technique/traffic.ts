/** Sectors of 32 bytes that are loaded from global memory, on every path: an atomic function loads what it changes. */
const LOADS = ['globalLoadSectors', 'globalAtomicSectors', 'textureSectors', 'constantLoadSectors'] as const;

/** Returns how many sectors launches load from global memory. */
export function loadedSectors(launches: readonly Counted[]): number {
  return totalOf(launches, LOADS);
}

/** Returns how many sectors launches load from and store to global memory. */
export function movedSectors(launches: readonly Counted[]): number {
  return loadedSectors(launches) + totalOf(launches, ['globalStoreSectors']);
}

/** A launch with its counters. */
export interface Counted {
  readonly outcome: { readonly counters: Readonly<Record<string, number>> };
}

/** Returns the sum of some counters over launches. */
export function totalOf(launches: readonly Counted[], counters: readonly string[]): number {
  return launches.reduce(
    (sum, { outcome }) => counters.reduce((all, counter) => all + (outcome.counters[counter] ?? 0), sum),
    0,
  );
}
