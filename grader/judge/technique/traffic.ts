import type { LaunchPlan } from '../../host/plan/index.ts';

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

/** Returns how many sectors copies within the device load and store, and how many `cudaMemset` stores. */
export function copiedSectors({ steps }: LaunchPlan): number {
  const bytes = steps.reduce((sum, step) => {
    if (step.step === 'copy') return sum + 2 * step.bytes;
    return step.step === 'set' ? sum + step.bytes : sum;
  }, 0);
  return Math.ceil(bytes / 32);
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
