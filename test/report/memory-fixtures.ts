import type { RequestSample } from '../../grader/device/index.ts';
import { type MemoryView, memoryView } from '../../grader/report/memory.ts';

/** Requests of warps, and what the report makes of them. */

export const lanes = (at: (lane: number) => number | null) => Array.from({ length: 32 }, (_, lane) => at(lane));

export function sample(change: Partial<RequestSample>): RequestSample {
  return {
    ...{ site: 0, block: [3, 1, 0], warp: 1, bytes: 4, shared: false, alignment: 0 },
    buffer: { label: 'm', role: 'input' },
    offsets: lanes((lane) => 4 * lane),
    ...change,
  };
}

/** A launch with one site for each sample, that made a hundred requests like it. */
export function view(
  samples: readonly { readonly sample: RequestSample; readonly counters: Readonly<Record<string, number>> }[],
  baseline: Parameters<typeof memoryView>[3]['baseline'] = null,
): MemoryView {
  const launch = {
    kernel: 'k',
    grid: [4, 4, 1],
    block: [16, 16, 1],
    outcome: {
      counters: { globalLoadSectors: 3200, globalStoreSectors: 400 },
      siteCounters: samples.map(({ counters }, site) => ({ site, counters: { requests: 100, ...counters } })),
      siteSamples: samples.map((one, site) => ({ ...one.sample, site })),
    },
  };
  const program = { sites: samples.map((_, site) => ({ position: { file: 'mine.cu', line: 3 + site, column: 1 } })) };
  const made = memoryView(
    'large',
    [launch] as unknown as Parameters<typeof memoryView>[1],
    program as unknown as Parameters<typeof memoryView>[2],
    { baseline, solution: null, bytes: { inputs: 3200, outputs: 3200 } },
  );
  if (!made) throw new Error('there is nothing to see');
  return made;
}

export const row = { sample: sample({}), counters: { sectors: 400, stores: 0 } };
export const column = {
  sample: sample({ offsets: lanes((lane) => 268 * lane) }),
  counters: { sectors: 3200, stores: 0 },
};
export const bank = {
  sample: sample({ shared: true, buffer: { label: 'tile', role: 'shared' }, offsets: lanes((lane) => 128 * lane) }),
  counters: { wavefronts: 3200, bankConflicts: 3100, stores: 0 },
};
