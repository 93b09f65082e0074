import { SITE_COUNTER_NAMES, SITE_KIND } from '../../abi/index.ts';
import type { LaunchOutcome } from '../device.ts';
import type { Machine } from './machine.ts';

/** What the last launch counted at each site that made a request. */
export function countedSites(machine: Machine, sites: number): LaunchOutcome['siteCounters'] {
  const table = machine.control.table('siteCounters', 8 * SITE_COUNTER_NAMES.length * sites, 8);
  if (table === 0) return [];
  const numbers = new BigUint64Array(machine.exports.memory.buffer, table, SITE_COUNTER_NAMES.length * sites);
  return Array.from({ length: sites }, (_, site) => site).flatMap((site) => {
    const [
      requests = 0,
      units = 0,
      bankConflicts = 0,
      lines = 0,
      newSectors = 0,
      newRequests = 0,
      meetings = 0,
      ,
      ,
      kind = 0,
    ] = Array.from(numbers.subarray(SITE_COUNTER_NAMES.length * site, SITE_COUNTER_NAMES.length * (site + 1)), Number);
    if (requests === 0) return [];
    const ofMemory: Readonly<Record<string, number>> =
      kind & SITE_KIND.shared
        ? { wavefronts: units, bankConflicts }
        : { sectors: units, lines, newSectors, newRequests };
    return [{ site, counters: { requests, ...ofMemory, meetings, stores: kind & SITE_KIND.store ? 1 : 0 } }];
  });
}

/** How often threads called each atomic function on global memory in the last launch, and in how many blocks. */
export function calledSites(machine: Machine, sites: number): NonNullable<LaunchOutcome['atomicSites']> {
  const table = machine.control.table('siteCounters', 8 * SITE_COUNTER_NAMES.length * sites, 8);
  if (table === 0) return [];
  const view = machine.view();
  const numberOf = (site: number, name: (typeof SITE_COUNTER_NAMES)[number]) =>
    Number(view.getBigUint64(table + 8 * (SITE_COUNTER_NAMES.length * site + SITE_COUNTER_NAMES.indexOf(name)), true));
  return Array.from({ length: sites }, (_, site) => ({
    site,
    calls: numberOf(site, 'calls'),
    blocks: numberOf(site, 'blocks'),
  })).filter(({ calls }) => calls > 0);
}
