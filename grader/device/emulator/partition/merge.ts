import {
  BYTE_STATE,
  EPOCHS,
  FAULT,
  FAULT_BYTES,
  FOOTPRINT_STORED_SHIFT,
  KEPT_FAULTS,
  MAX_FAULTS,
  MAX_SITES,
  PRINT_BYTES,
  RULE_NAMES,
  SITE_COUNTER_NAMES,
} from '../../../abi/index.ts';
import { TamperedRecord } from '../../tampered.ts';
import { SAMPLE_WORDS, TOTALS } from '../control.ts';
import type { Machine } from '../machine.ts';
import { footprintOf, meet, unite } from './footprint.ts';
import type { PartResult, Range, TouchedRange } from './part.ts';

/** Bits of a byte's state that belong to the cells of one machine. */
const OWN_STATES = BYTE_STATE.bytewise | BYTE_STATE.pending;

/**
 * Adds parts to a machine that has run all blocks before theirs, so that it is as if it had run them too. Nothing is
 * changed where that cannot be.
 * @param steps - the budget that each of the parts began with
 * @returns whether they are added
 */
export function mergeParts(
  machine: Machine,
  watched: readonly Range[],
  parts: readonly PartResult[],
  steps: number,
): boolean {
  const { control } = machine;
  const stepsLeft = parts.reduce((left, part) => left - (steps - part.steps), machine.steps);
  // At the end of the budget the runtime behaves otherwise.
  if (stepsLeft < 2) return false;
  const poolUsed = parts.reduce((sum, part) => sum + part.poolUsed, control.get('poolUsed'));
  if (control.get('unchecked') !== 0 || poolUsed > control.get('poolBytes') / 2) return false;
  const crowding = parts.reduce((sum, part) => sum + part.crowding, control.get('crowding'));
  if (crowding > control.get('crowdingLimit') / 2) return false;
  const printed = parts.reduce((sum, part) => sum + part.printed.length, control.get('printBytes'));
  if (printed > PRINT_BYTES || control.get('printLost') !== 0) return false;
  const epochs = parts.reduce((sum, part) => sum + part.epochs, 0);
  const runOut = control.get('epochsRanOut') !== 0 || control.get('epoch') + epochs >= EPOCHS - 1;
  // Which earlier block a race is told with then depends on when.
  if (runOut && [faultsOf(machine), ...parts.map(({ faults }) => faults)].some(hasGlobalRace)) return false;
  if (areEntangled(machine, watched, parts)) return false;
  for (const part of parts) {
    for (const [index, touched] of part.ranges.entries()) {
      const range = watched[index];
      if (touched && range) store(machine, range, touched);
    }
    addFaults(machine, part.faults);
    addNumbers(machine, part);
  }
  machine.steps = stepsLeft;
  control.set('epochsElsewhere', epochs);
  return true;
}

function faultsOf(machine: Machine): Uint8Array {
  return machine.bytes(machine.control.get('faults'), machine.control.get('faultCount') * FAULT_BYTES);
}

function hasGlobalRace(faults: Uint8Array): boolean {
  const view = new DataView(faults.buffer, faults.byteOffset, faults.byteLength);
  for (let row = 0; row < faults.length; row += FAULT_BYTES) {
    if (RULE_NAMES[view.getUint32(row + FAULT.rule, true)] === 'global-race') return true;
  }
  return false;
}

/** Did two of them, this machine's own blocks included, touch the same byte, one of them to store there? */
function areEntangled(machine: Machine, watched: readonly Range[], parts: readonly PartResult[]): boolean {
  return watched.some((range, index) => {
    const prints = parts.flatMap(({ ranges }) => ranges[index]?.footprint ?? []);
    if (prints.length === 0) return false;
    const before = footprintOf(machine, range);
    const all = before ?? new Uint8Array(prints[0]?.length ?? 0);
    return prints.some((footprint) => {
      if (meet(all, footprint)) return true;
      unite(all, footprint);
      return false;
    });
  });
}

function store(machine: Machine, { address, bytes, state }: Range, { footprint, data, states }: TouchedRange): void {
  const target = machine.bytes(address, bytes);
  const targetStates = state === null || !states ? null : machine.bytes(state, bytes);
  const before = address % 4;
  for (let word = 0; word < footprint.length; word++) {
    const stored = (footprint[word] ?? 0) >> FOOTPRINT_STORED_SHIFT;
    if (stored === 0) continue;
    for (let bit = 0; bit < 4; bit++) {
      if (!((stored >> bit) & 1)) continue;
      const at = 4 * word + bit - before;
      if (at < 0 || at >= bytes) continue;
      target[at] = data[at] ?? 0;
      if (targetStates && states)
        targetStates[at] = ((targetStates[at] ?? 0) & OWN_STATES) | ((states[at] ?? 0) & ~OWN_STATES);
    }
  }
}

/** Rows that are known already are counted, new ones are added in their order: as native/emulator/runtime/fault.c does. */
function addFaults(machine: Machine, faults: Uint8Array): void {
  const { control } = machine;
  const table = control.get('faults');
  const view = machine.view();
  const added = new DataView(faults.buffer, faults.byteOffset, faults.byteLength);
  const key = (rows: DataView, row: number) => KEY.map((field) => rows.getUint32(row + FAULT[field], true)).join();
  let count = control.get('faultCount');
  const known = new Map<string, number>();
  const kindOf = (rows: DataView, row: number) =>
    `${rows.getUint32(row + FAULT.rule, true)} ${rows.getUint32(row + FAULT.detail, true)}`;
  const kinds = new Set<string>();
  for (let row = 0; row < count; row++) {
    known.set(key(view, table + FAULT_BYTES * row), table + FAULT_BYTES * row);
    kinds.add(kindOf(view, table + FAULT_BYTES * row));
  }
  for (let row = 0; row < faults.length; row += FAULT_BYTES) {
    const seen = added.getBigUint64(row + FAULT.count, true);
    const same = known.get(key(added, row));
    if (same !== undefined)
      view.setBigUint64(same + FAULT.count, view.getBigUint64(same + FAULT.count, true) + seen, true);
    else if (count >= MAX_FAULTS - (kinds.has(kindOf(added, row)) ? KEPT_FAULTS : 0))
      control.set('faultsLost', control.get('faultsLost') + Number(seen));
    else {
      machine.bytes(table + FAULT_BYTES * count, FAULT_BYTES).set(faults.subarray(row, row + FAULT_BYTES));
      kinds.add(kindOf(added, row));
      count++;
    }
  }
  control.set('faultCount', count);
}

/** What tells one row from another. */
const KEY = ['rule', 'detail', 'site', 'otherSite'] as const;

function addNumbers(machine: Machine, part: PartResult): void {
  const { control } = machine;
  control.set('sharedLoads', control.get('sharedLoads') | part.sharedLoads);
  control.set('ordering', control.get('ordering') | part.ordering);
  const printed = control.get('printBytes');
  machine.bytes(control.get('print') + printed, part.printed.length).set(part.printed);
  control.set('printBytes', printed + part.printed.length);
  const { buffer } = machine.exports.memory;
  const sites = Math.min(control.get('siteCount'), MAX_SITES);
  add(new Uint32Array(buffer, control.get('storers'), part.storers.length), part.storers);
  for (const [slot, stores] of part.siteStores.entries())
    add(new Uint32Array(buffer, control.get('siteStores') + 4 * MAX_SITES * slot, sites), stores);
  addBig(new BigUint64Array(buffer, control.get('counters'), TOTALS), part.counters);
  const each = SITE_COUNTER_NAMES.length;
  if (part.siteCounters.length > 0) {
    const perSite = control.table('siteCounters', 8 * each * sites, 8);
    if (perSite === 0) throw new TamperedRecord('control: siteCounters');
    addBig(new BigUint64Array(buffer, perSite, each * sites), part.siteCounters, each);
  }
  const samples = control.table('siteSamples', 4 * SAMPLE_WORDS * sites, 4);
  if (samples !== 0) takeSamples(new Uint32Array(buffer, samples, SAMPLE_WORDS * sites), part.siteSamples);
}

/** Of requests of equal rank, the one of the earlier block stays. */
function takeSamples(into: Uint32Array, other: Uint32Array): void {
  for (let row = 0; row < other.length; row += SAMPLE_WORDS) {
    if ((other[row] ?? 0) > (into[row] ?? 0)) into.set(other.subarray(row, row + SAMPLE_WORDS), row);
  }
}

function add(into: Uint32Array, other: Uint32Array): void {
  for (const [index, value] of other.entries()) into[index] = (into[index] ?? 0) + value;
}

/** @param flagEvery - the last of so many numbers is no count but flags */
function addBig(into: BigUint64Array, other: BigUint64Array, flagEvery = 0): void {
  for (const [index, value] of other.entries()) {
    const isFlag = flagEvery > 0 && index % flagEvery === flagEvery - 1;
    const mine = into[index] ?? 0n;
    into[index] = isFlag ? mine | value : mine + value;
  }
}
