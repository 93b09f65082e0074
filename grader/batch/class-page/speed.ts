import { type Counted, medianOf } from './standing.ts';

/** A student's submission with one number that ranks it. */
export interface Ranked extends Counted {
  readonly value: number;
}

/** How fast a class is, where it was timed on a GPU. */
export interface ClassSpeed {
  readonly gpus: readonly string[];
  /** By how many times they are as fast as the baseline, fastest first. */
  readonly ranked: readonly Ranked[];
  readonly median: number;
  /** Tiers, best first, with how many reached just that one; last, those who reached none. */
  readonly tiers: readonly { readonly name: string | null; readonly count: number }[];
}

/** What accepted submissions load from global memory, in sectors of 32 bytes over all launches of visible cases. */
export interface ClassTraffic {
  /** Most first. */
  readonly ranked: readonly Ranked[];
  readonly median: number;
}

/** Of fewer, a median says nothing. */
const FEW = 3;

export function classSpeed(counted: readonly Counted[]): ClassSpeed | null {
  const ranked = rank(counted, ({ result }) => result.timing?.ratio ?? null);
  const median = medianOf(ranked.map(({ value }) => value).reverse());
  if (median === null) return null;
  const timings = ranked.flatMap(({ result }) => result.timing ?? []);
  const known = timings.find(({ tiers }) => tiers !== undefined)?.tiers?.map(({ name }) => name) ?? [];
  const reached = timings.map(({ tier }) => tier);
  const names = [...new Set([...known, ...reached.filter((tier) => tier !== null), null])];
  return {
    gpus: [...new Set(timings.map(({ gpu }) => gpu))].sort(),
    ranked,
    median,
    tiers: names.map((name) => ({ name, count: reached.filter((tier) => tier === name).length })),
  };
}

export function classTraffic(counted: readonly Counted[]): ClassTraffic | null {
  const accepted = counted.filter(({ result }) => result.verdict === 'passed');
  const ranked = rank(accepted, ({ result }) => {
    const sectors = result.launches.map(({ counters }) => counters?.['globalLoadSectors'] ?? null);
    // One launch that was not counted makes the rest of no use.
    return sectors.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0);
  });
  const median = medianOf(ranked.map(({ value }) => value).reverse());
  return median === null || ranked.length < FEW ? null : { ranked, median };
}

/** Most first; equals as in the book. Who has no number is left out. */
function rank(counted: readonly Counted[], valueIn: (one: Counted) => number | null): Ranked[] {
  return counted
    .flatMap((one) => {
      const value = valueIn(one);
      return value === null || value <= 0 ? [] : [{ ...one, value }];
    })
    .sort((a, b) => b.value - a.value);
}
