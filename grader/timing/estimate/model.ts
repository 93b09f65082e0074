import { BOUNDS } from '../../result/index.ts';
import type { CountedLaunch } from '../../spec/index.ts';
import type { Gpu } from './gpu.ts';
import { instructions, sum } from './instructions.ts';
import { blockClocks } from './latency.ts';
import { blocksOf, globalSites, sharedSites } from './launch.ts';
import { type Occupancy, occupancyOf } from './occupancy.ts';

/** What a launch can spend its time on. */
export type Resource = (typeof BOUNDS)[number];

export interface LaunchEstimate {
  readonly seconds: number;
  /** Seconds that each alone would take. */
  readonly parts: Readonly<Record<Resource, number>>;
  /** The largest of them; L1 and shared memory are one pipe, and the one with more to do stands for it. */
  readonly bound: Resource;
  readonly occupancy: Occupancy;
}

/** How sharp the corner between two resources is: with 1 their times add up, with infinity the longer one counts alone. */
const SHARPNESS = 3;
const SECTOR = 32;

/**
 * Time of a launch on a GPU, from what the emulator counted: `docs/estimate.md` has the formulas and their limits.
 * Caches are cold when it begins.
 */
export function estimateLaunch(launch: CountedLaunch, gpu: Gpu): LaunchEstimate {
  const occupancy = occupancyOf(launch, gpu);
  const blocks = blocksOf(launch);
  /** Clocks of the busiest multiprocessor for what all blocks together need so many clocks of one for. */
  const busiest = (clocks: number) => (clocks / blocks) * occupancy.blocks;
  const clock = gpu.clockMHz * 1e6;
  const { all, fma } = instructions(launch);
  const l1 = busiest(sum(globalSites(launch), ({ lines }) => lines)) / clock;
  const shared = busiest(sum(sharedSites(launch), ({ wavefronts }) => wavefronts)) / clock;
  const { l2Bytes, dramBytes, fromDram } = traffic(launch, gpu, occupancy);
  const throughput = {
    issue: busiest(all / gpu.warpSchedulers) / clock,
    fma: busiest((32 * fma) / gpu.fmaLanes) / clock,
    pipe: l1 + shared,
    l2: Math.max(l2Bytes / gpu.l2BytesPerSecond, busiest(l2Bytes / gpu.l2BytesPerClock) / clock),
    dram: dramBytes / gpu.dramBytesPerSecond,
    latency: (occupancy.rounds * blockClocks(launch, gpu, fromDram)) / clock,
  };
  const overhead = gpu.launchMicroseconds * 1e-6;
  const { pipe, ...others } = throughput;
  const parts = { ...others, l1, shared, launch: overhead };
  const busy = sum(Object.values(throughput), (seconds) => seconds ** SHARPNESS) ** (1 / SHARPNESS);
  return {
    seconds: busy + overhead,
    parts,
    bound: boundOf({ ...others, launch: overhead }, pipe, l1, shared),
    occupancy,
  };
}

function boundOf(
  others: Readonly<Record<Exclude<Resource, 'l1' | 'shared'>, number>>,
  pipe: number,
  l1: number,
  shared: number,
): Resource {
  const all: readonly (readonly [Resource, number])[] = [
    [l1 >= shared ? 'l1' : 'shared', pipe],
    ...BOUNDS.flatMap((name) => (name === 'l1' || name === 'shared' ? [] : [[name, others[name]] as const])),
  ];
  return all.reduce((most, next) => (next[1] > most[1] ? next : most))[0];
}

/** Bytes beyond L1 and beyond L2. What a block touches a second time is in L1, what the launch does in L2. */
function traffic(
  launch: CountedLaunch,
  { l2Bytes: size }: Gpu,
  { rounds }: Occupancy,
): { readonly l2Bytes: number; readonly dramBytes: number; readonly fromDram: number } {
  const sites = globalSites(launch);
  const loads = sites.filter(({ stores }) => !stores);
  const stores = sites.filter((site) => site.stores);
  const loaded = SECTOR * sum(loads, ({ newSectors }) => newSectors);
  const stored = SECTOR * sum(stores, ({ newSectors }) => newSectors);
  const touched = Math.min(loaded + stored, launch.bufferBytes);
  // What was stored stays in L2 as far as it fits, and goes to DRAM when nobody waits for it.
  const dramBytes = touched <= size ? Math.min(loaded, touched) : touched;
  const share = loaded + stored > 0 ? touched / (loaded + stored) : 0;
  return {
    l2Bytes: loaded + SECTOR * sum(stores, ({ sectors }) => sectors),
    dramBytes,
    // Blocks that begin together ask for the same bytes together, and all of them wait for DRAM.
    fromDram: Math.min(1, Math.max(2 * share, 1 / rounds)),
  };
}
