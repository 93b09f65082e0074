import type { LaunchRecord } from '../../host/index.ts';
import type { DetailOf } from '../../result/index.ts';
import type { Technique } from '../../spec/index.ts';
import { hasRaces } from '../faults.ts';
import type { Judged, Shortfall } from './shortfall.ts';
import { copiedSectors, loadedSectors, movedSectors, totalOf } from './traffic.ts';

type Of<Kind extends Technique['kind']> = Extract<Technique, { kind: Kind }>;

/** Threads share what they load, and so global memory is loaded from less often. */
export function sharedTiles({ maxSectorRatio: maxRatio }: Of<'shared-tiles'>, judged: Judged): Shortfall {
  const [launch] = judged.writing;
  const { run } = judged.case;
  const shared = sharesLoads(judged);
  if (isReadByOneThread(judged)) return { shortfall: { kind: 'not-from-shared', by: 'one-thread' }, launch };
  if (shared === false || (maxRatio < 1 && !readsTiles(judged)))
    return { shortfall: { kind: 'not-from-shared', by: 'no-thread' }, launch };
  const { globalLoadSectors: baseline } = baselineOf(judged);
  if (areLost(run.launches)) return 'not-counted';
  const sectors = loadedSectors(run.launches);
  if (sectors <= maxRatio * baseline) return shared === null ? 'not-counted' : null;
  return { shortfall: { kind: 'tile-traffic', sectors, baseline, maxRatio }, launch };
}

/**
 * The share of an input's influence that may reach outputs without shared memory. A thread of a tile 8 elements wide has
 * loaded an eighth of its terms itself. Where one of two inputs is not shared, it is half.
 */
const MOST_UNSHARED = 0.35;

/**
 * Returns whether outputs follow from what threads of a block load for each other; `null` if the altered runs could not
 * tell. If nothing that is loaded has influence, or if threads race, the code decides.
 */
function sharesLoads(judged: Judged): boolean | null {
  const { influence } = judged.case.run;
  if (!influence || influence.lost) return null;
  if (influence.changed === 0) return isSumOfNothing(judged) ? fillsShared(judged) : fromShared(judged);
  // Without a barrier, it depends on timing what threads get from each other.
  if (hasRaces(judged.evidence)) return fromShared(judged);
  return influence.unshared <= MOST_UNSHARED * influence.changed;
}

/**
 * The fewest loads from shared memory by warps, for each sector that the plain kernel loads from global memory. Tiles
 * with 8 x 8 sums in the registers of each thread, which loads four values at a time, need three times as many.
 */
const LEAST_TILE_LOADS = 1 / 128;

/** The fewest words of outputs that follow from a word of the inputs, where threads need the same values. */
const LEAST_USES = 2;

/**
 * True if values that pass through shared memory can be the inputs: results are much fewer. Where each value of an input
 * is used for one output only, as in sums, threads can share nothing but results.
 */
function readsTiles(judged: Judged): boolean {
  const { launches, influence } = judged.case.run;
  if (areLost(launches) || isSumOfNothing(judged)) return true;
  if (influence?.altered !== undefined && influence.changed < LEAST_USES * influence.altered) return true;
  if (sharesSums(judged)) return false;
  return totalOf(launches, ['sharedLoadInstructions']) >= LEAST_TILE_LOADS * baselineOf(judged).globalLoadSectors;
}

/** The share of stores to shared memory that may store sums. A thread with 64 sums that others add to theirs has a third. */
const MOST_SUMS = 3 / 4;

/** True if threads share finished sums, and not what the sums are made of. What combines shared values is neither. */
function sharesSums({ evidence: { compiled }, case: { run } }: Judged): boolean {
  if (compiled.status !== 'compiled') return false;
  const { sites } = compiled.device;
  const stores = run.launches
    .flatMap(({ outcome }) => outcome.siteCounters)
    .filter(({ site, counters }) => counters.stores && counters.wavefronts && !sites[site]?.fromShared);
  const count = (some: typeof stores) => some.reduce((sum, { counters }) => sum + (counters.requests ?? 0), 0);
  return count(stores.filter(({ site }) => sites[site]?.accumulated)) > MOST_SUMS * count(stores);
}

/** The least loads from shared memory by one thread of each block, for each load from global memory, in a serial sum. */
const SERIAL_LOADS = 0.75;

/** The least share of all accesses to global memory that a launch has if it does a good part of the work. */
const PART_OF_WORK = 1 / 8;

/**
 * True if in each block one thread loads half of what is loaded from shared memory, and about all values. A launch that
 * only combines a few results of others may do so, and one thread may combine what all threads of its block have summed.
 */
function isReadByOneThread(judged: Judged): boolean {
  const { launches } = judged.case.run;
  const accesses = launches.reduce((sum, { outcome }) => sum + (outcome.work?.accesses ?? 0), 0);
  const works = judged.writing
    .flatMap(({ outcome }) => outcome.work ?? [])
    .filter((work) => work.accesses >= PART_OF_WORK * accesses);
  const total = (name: 'sharedLoads' | 'sharedMost' | 'accesses' | 'stores') =>
    works.reduce((sum, work) => sum + work[name], 0);
  const loads = total('accesses') - total('stores');
  const most = total('sharedMost');
  return most > 0 && 2 * most >= total('sharedLoads') && most >= SERIAL_LOADS * loads && !sharesSums(judged);
}

/** Loads from and stores to global memory together. */
export function globalTraffic({ maxSectorRatio: maxRatio, kind }: Of<'global-traffic'>, judged: Judged): Shortfall {
  const { launches } = judged.case.run;
  const { globalLoadSectors, globalStoreSectors } = baselineOf(judged);
  const baseline = globalLoadSectors + globalStoreSectors;
  if (areLost(launches)) return 'not-counted';
  const sectors = movedSectors(launches) + copiedSectors(judged.case.run.plan);
  if (sectors <= maxRatio * baseline) return null;
  const busiest = busiestLine(judged, 'sectors');
  return { shortfall: { kind, sectors, baseline, maxRatio, busiest }, launch: busiestLaunch(launches, movedSectors) };
}

function conflicts(launches: readonly LaunchRecord[]): number {
  return totalOf(launches, ['sharedLoadBankConflicts', 'sharedStoreBankConflicts']);
}

/** Wavefronts of shared memory beyond those that an access needs anyway. */
export function bankConflicts({ maxPerRequest: max, kind }: Of<'bank-conflicts'>, judged: Judged): Shortfall {
  const { launches } = judged.case.run;
  if (areLost(launches)) return 'not-counted';
  const requests = totalOf(launches, ['sharedLoadInstructions', 'sharedStoreInstructions']);
  const perRequest = requests === 0 ? 0 : conflicts(launches) / requests;
  if (perRequest <= max) return null;
  const busiest = busiestLine(judged, 'bankConflicts');
  return { shortfall: { kind, perRequest, max, busiest }, launch: busiestLaunch(launches, conflicts) };
}

function baselineOf({ evidence: { baseline, spec } }: Judged): NonNullable<Judged['evidence']['baseline']> {
  if (!baseline) throw new Error(`technique ${spec.technique.kind} needs the counters of the baseline`);
  return baseline;
}

/** True if a variable that is not set takes part: then the optimizer drops what is added to it. */
function isSumOfNothing({ evidence: { compiled } }: Judged): boolean {
  return compiled.diagnostics.some(({ rule }) => rule === 'uninitialized-read');
}

function fillsShared({ case: { run } }: Judged): boolean {
  return loadedSectors(run.launches) > 0 && totalOf(run.launches, ['sharedStoreInstructions']) > 0;
}

/** At least half of the stores to outputs store what was computed from values loaded from shared memory. */
function fromShared({ evidence, writing }: Judged): boolean {
  if (evidence.compiled.status !== 'compiled') return false;
  const { sites } = evidence.compiled.device;
  const stores = writing.flatMap((launch) => (launch.outcome.sharedLoads ? launch.outcome.outputStores : []));
  const shared = stores.filter((store) => sites[store.site]?.fromShared);
  const all = writing.flatMap((launch) => launch.outcome.outputStores);
  const count = (list: readonly { readonly count: number }[]) => list.reduce((sum, store) => sum + store.count, 0);
  return 2 * count(shared) >= count(all);
}

function areLost(launches: readonly LaunchRecord[]): boolean {
  return launches.some(({ outcome }) => outcome.countersLost);
}

function busiestLaunch(
  launches: readonly LaunchRecord[],
  count: (launches: readonly LaunchRecord[]) => number,
): LaunchRecord | null {
  return launches.reduce<LaunchRecord | null>(
    (best, next) => (best && count([best]) >= count([next]) ? best : next),
    null,
  );
}

/** @param counter - of a site */
function busiestLine({ evidence, case: { run } }: Judged, counter: string): DetailOf<'bank-conflicts'>['busiest'] {
  if (evidence.compiled.status !== 'compiled') return null;
  const { sites } = evidence.compiled.device;
  const byLine = new Map<number, number>();
  let all = 0;
  for (const { site, counters } of run.launches.flatMap(({ outcome }) => outcome.siteCounters)) {
    const count = counters[counter] ?? 0;
    const line = sites[site]?.position?.line;
    all += count;
    if (line !== undefined) byLine.set(line, count + (byLine.get(line) ?? 0));
  }
  const [best] = [...byLine].sort(([a, countA], [b, countB]) => countB - countA || a - b);
  return best && best[1] > 0 ? { line: best[0], share: best[1] / all } : null;
}
