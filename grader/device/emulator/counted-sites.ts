import type { LaunchOutcome } from '../device.ts';
import { SITE_COUNTERS } from './control.ts';
import type { Machine } from './machine.ts';

/** `kind` of a site, as in native/emulator/runtime/counters.c. */
const SHARED = 1;
const STORE = 2;

/** What the last launch counted at each site that made a request. */
export function countedSites(machine: Machine, sites: number): LaunchOutcome['siteCounters'] {
  const table = machine.control.table('siteCounters', 8 * SITE_COUNTERS.length * sites, 8);
  if (table === 0) return [];
  const numbers = new BigUint64Array(machine.exports.memory.buffer, table, SITE_COUNTERS.length * sites);
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
    ] = Array.from(numbers.subarray(SITE_COUNTERS.length * site, SITE_COUNTERS.length * (site + 1)), Number);
    if (requests === 0) return [];
    const ofMemory: Readonly<Record<string, number>> =
      kind & SHARED ? { wavefronts: units, bankConflicts } : { sectors: units, lines, newSectors, newRequests };
    return [{ site, counters: { requests, ...ofMemory, meetings, stores: kind & STORE ? 1 : 0 } }];
  });
}

/** How often threads called each atomic function on global memory in the last launch, and in how many blocks. */
export function calledSites(machine: Machine, sites: number): NonNullable<LaunchOutcome['atomicSites']> {
  const table = machine.control.table('siteCounters', 8 * SITE_COUNTERS.length * sites, 8);
  if (table === 0) return [];
  const view = machine.view();
  const numberOf = (site: number, name: (typeof SITE_COUNTERS)[number]) =>
    Number(view.getBigUint64(table + 8 * (SITE_COUNTERS.length * site + SITE_COUNTERS.indexOf(name)), true));
  return Array.from({ length: sites }, (_, site) => ({
    site,
    calls: numberOf(site, 'calls'),
    blocks: numberOf(site, 'blocks'),
  })).filter(({ calls }) => calls > 0);
}
