import { MAX_SITES, MAX_TRACKED, STORER_COUNT, STORER_COUNT_BYTES } from '../../abi/index.ts';
import type { Site } from '../../compile/index.ts';
import type { LaunchOutcome, StoredBuffer } from '../device.ts';
import type { Given } from './given.ts';
import type { Buffer } from './heap.ts';
import type { Machine, TrackedRange } from './machine.ts';

/**
 * What becomes an output is known when the run is over, because it may be copied there. So the buffers of the
 * submission's own count too, each by itself: those that the kernel is given first, then the newest, as many as there
 * is room for. Stores to inputs are counted as those to own buffers: no kernel should make any.
 */
export function trackedRanges(buffers: Iterable<Buffer>, given: Given): TrackedRange[] {
  const live = [...buffers].filter(({ bytes }) => bytes > 0);
  const outputs = live.filter(({ role }) => role === 'output').slice(0, MAX_TRACKED);
  const own = live.filter(({ role }) => role === 'student').reverse();
  const isGiven = (buffer: Buffer) => given.has(buffer);
  const ordered = own.length < MAX_TRACKED ? own : [...own.filter(isGiven), ...own.filter((each) => !isGiven(each))];
  const inputs = live.filter(({ role }) => role === 'input');
  return [
    ...outputs.map(({ pointer, bytes }) => ({ address: pointer, bytes, slot: 0 })),
    ...[...inputs, ...ordered].map(({ pointer, bytes, role }, index) => {
      const isInput = role === 'input';
      return { address: pointer, bytes, slot: index + 1, ...(isInput && { isInput }) };
    }),
  ].slice(0, MAX_TRACKED);
}

/** What the last launch stored, by the sites that did. */
export function storesOf(
  machine: Machine,
  tracked: readonly TrackedRange[],
  sites: readonly Site[],
): Pick<LaunchOutcome, 'outputThreads' | 'outputBlocks' | 'outputStores' | 'studentStores' | 'atomicBlocks'> {
  const { control } = machine;
  const view = machine.view();
  const nothing = { threads: 0, blocks: 0, stores: [] };
  const ofSlot = (slot: number, isInput = false) => {
    const row = control.get('storers') + STORER_COUNT_BYTES * slot;
    const threads = view.getUint32(row + STORER_COUNT.threads, true);
    const blocks = view.getUint32(row + STORER_COUNT.blocks, true);
    if (!threads && !isInput) return nothing;
    const table = control.get('siteStores') + 4 * MAX_SITES * slot;
    const stores = Array.from(sites, (_, site) => ({
      site,
      count: view.getUint32(table + 4 * site, true),
    })).filter(({ count }) => count > 0);
    return { threads, blocks, stores };
  };
  const outputs = tracked.some(({ slot }) => slot === 0) ? ofSlot(0) : nothing;
  const studentStores = tracked.flatMap(({ address, slot, isInput }): StoredBuffer[] => {
    if (slot === 0) return [];
    const stored = ofSlot(slot, isInput);
    return stored.threads > 0 || stored.stores.length > 0 ? [{ pointer: address, ...stored }] : [];
  });
  const isAtomic = ({ stores }: Omit<StoredBuffer, 'pointer'>) =>
    stores.some(({ site }) => sites[site]?.kind === 'atomic');
  const byAtomics = [outputs, ...studentStores].filter(isAtomic).map(({ blocks }) => blocks);
  return {
    outputThreads: outputs.threads,
    outputBlocks: outputs.blocks,
    outputStores: outputs.stores,
    ...(byAtomics.length > 0 && { atomicBlocks: Math.max(...byAtomics) }),
    ...(studentStores.length > 0 && { studentStores }),
  };
}
