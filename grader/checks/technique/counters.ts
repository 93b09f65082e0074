import type { LaunchRecord } from '../../record/index.ts';
import type { Technique } from '../../spec/index.ts';
import type { BusyLine, Judged, Shortfall } from './shortfall.ts';

type Of<Kind extends Technique['kind']> = Extract<Technique, { kind: Kind }>;

/** Outputs come from values loaded from shared memory, and so global memory is loaded from less often. */
export function sharedTiles({ maxSectorRatio: maxRatio, kind }: Of<'shared-tiles'>, judged: Judged): Shortfall {
  const [launch] = judged.writing;
  if (!fromShared(judged)) return { shortfall: { kind, reason: 'not-from-shared' }, launch };
  const { globalLoadSectors: baseline } = baselineOf(judged);
  const { launches } = judged.case.run;
  if (areLost(launches)) return 'not-counted';
  const sectors = total(launches, ['globalLoadSectors']);
  if (sectors <= maxRatio * baseline) return null;
  return { shortfall: { kind, reason: 'sectors', sectors, baseline, maxRatio }, launch };
}

const TRAFFIC = ['globalLoadSectors', 'globalStoreSectors'] as const;

/** Loads from and stores to global memory together. */
export function globalTraffic({ maxSectorRatio: maxRatio, kind }: Of<'global-traffic'>, judged: Judged): Shortfall {
  const { launches } = judged.case.run;
  const { globalLoadSectors, globalStoreSectors } = baselineOf(judged);
  const baseline = globalLoadSectors + globalStoreSectors;
  if (areLost(launches)) return 'not-counted';
  const sectors = total(launches, TRAFFIC);
  if (sectors <= maxRatio * baseline) return null;
  const busiest = busiestLine(judged, 'sectors');
  return { shortfall: { kind, sectors, baseline, maxRatio, busiest }, launch: busiestLaunch(launches, TRAFFIC) };
}

const CONFLICTS = ['sharedLoadBankConflicts', 'sharedStoreBankConflicts'] as const;

/** Wavefronts of shared memory beyond those that an access needs anyway. */
export function bankConflicts({ maxPerRequest: max, kind }: Of<'bank-conflicts'>, judged: Judged): Shortfall {
  const { launches } = judged.case.run;
  if (areLost(launches)) return 'not-counted';
  const requests = total(launches, ['sharedLoadInstructions', 'sharedStoreInstructions']);
  const perRequest = requests === 0 ? 0 : total(launches, CONFLICTS) / requests;
  if (perRequest <= max) return null;
  const busiest = busiestLine(judged, 'bankConflicts');
  return { shortfall: { kind, perRequest, max, busiest }, launch: busiestLaunch(launches, CONFLICTS) };
}

function baselineOf({ evidence: { baseline, spec } }: Judged): NonNullable<Judged['evidence']['baseline']> {
  if (!baseline) throw new Error(`technique ${spec.technique.kind} needs the counters of the baseline`);
  return baseline;
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

function total(launches: readonly LaunchRecord[], counters: readonly string[]): number {
  return launches.reduce(
    (sum, { outcome }) => counters.reduce((all, counter) => all + (outcome.counters[counter] ?? 0), sum),
    0,
  );
}

function busiestLaunch(launches: readonly LaunchRecord[], counters: readonly string[]): LaunchRecord | null {
  return launches.reduce<LaunchRecord | null>(
    (best, next) => (best && total([best], counters) >= total([next], counters) ? best : next),
    null,
  );
}

/** @param counter - of a site */
function busiestLine({ evidence, case: { run } }: Judged, counter: string): BusyLine | null {
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
