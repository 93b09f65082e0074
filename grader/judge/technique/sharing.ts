import type { LaunchRecord } from '../../host/index.ts';
import type { Evidence } from '../evidence.ts';

/** The fewest threads and blocks with which a launch is not small. */
export interface Size {
  readonly minThreads: number;
  readonly minBlocks: number;
}

/** The share of the required threads that must have equal parts of the work. Tails and remainders need some room. */
const LEAST_EVEN = 1 / 4;

/**
 * Returns how many threads would do the work of a launch if all of them did as much: (sum of w)² / (sum of w²), over the
 * threads' accesses to global memory, and over their stores; the smaller number. `Infinity` if nothing was counted.
 */
export function evenThreads({ outcome: { work } }: Pick<LaunchRecord, 'outcome'>): number {
  if (!work) return Number.POSITIVE_INFINITY;
  const even = (sum: number, squares: number) => (squares > 0 ? sum ** 2 / squares : Number.POSITIVE_INFINITY);
  return Math.min(even(work.accesses, work.squaredAccesses), even(work.stores, work.squaredStores));
}

/** Returns how many threads must at least share the work equally if so many are required. */
export function leastEven(minThreads: number): number {
  return LEAST_EVEN * minThreads;
}

/** True if the threads of a launch share its work, or claim it. */
export function isEven(launch: LaunchRecord, evidence: Evidence, size: Size): boolean {
  return evenThreads(launch) >= leastEven(size.minThreads) || isClaimed(launch, evidence, size);
}

/**
 * True if threads claim their work by atomic functions, as from a queue, in enough blocks. The schedule decides which of
 * them stores how much: in the emulator one block may take it all. Each block must call the function that the claim
 * comes from at least once, to find the queue empty.
 */
export function isClaimed({ outcome }: LaunchRecord, { compiled }: Evidence, { minThreads, minBlocks }: Size): boolean {
  if (compiled.status !== 'compiled') return false;
  const { sites } = compiled.device;
  const stores =
    outcome.outputStores.length > 0
      ? outcome.outputStores
      : outcome.siteCounters
          .filter(({ counters }) => counters.stores && counters.sectors)
          .map(({ site, counters }) => ({ site, count: counters.requests ?? 0 }));
  const count = (some: typeof stores) => some.reduce((sum, each) => sum + each.count, 0);
  const claimed = stores.filter(({ site }) => sites[site]?.claimed);
  if (claimed.length === 0 || 2 * count(claimed) < count(stores)) return false;
  if ((outcome.atomicBlocks ?? minBlocks) < minBlocks) return false;
  const by = new Set(claimed.flatMap(({ site }) => sites[site]?.claimedBy ?? []));
  const calls = (outcome.atomicSites ?? []).filter(({ site }) => by.has(sites[site]?.result ?? ''));
  // Results of loads count as claims in a function with a lock: no call is known then.
  if (!outcome.work || calls.length === 0) return true;
  const blocks = Math.max(...calls.map((each) => each.blocks));
  const isShared = calls.some((each) => each.blocks >= minBlocks && each.calls >= each.blocks + minBlocks);
  const isWide = outcome.work.atomicThreads >= minThreads || blocks * evenThreads({ outcome }) >= leastEven(minThreads);
  return isShared && isWide;
}
