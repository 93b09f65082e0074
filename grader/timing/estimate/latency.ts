import type { CountedLaunch, GlobalSite } from '../../spec/index.ts';
import type { Gpu } from './gpu.ts';
import { ASSUMED, instructions } from './instructions.ts';
import { blocksOf, globalSites, sharedSites, warpsOf } from './launch.ts';

/** Loads that a warp waits for one after the other. */
interface Step {
  /** In all, a warp. */
  readonly waits: number;
  /** Of these, for what the block has not touched before. */
  readonly misses: number;
}

/** Loads executed about equally often are taken for those of one loop, which are under way together. */
const ALIKE = 0.5;

/**
 * Clocks from the start of a block to its end, where it is alone.
 * @param fromDram - part of the misses that L2 does not have either, 0 to 1
 */
export function blockClocks(launch: CountedLaunch, { latencyClocks }: Gpu, fromDram: number): number {
  const warps = blocksOf(launch) * warpsOf(launch);
  const global = chain(
    globalSites(launch)
      .filter(({ stores }) => !stores)
      .map((site) => stepOf(site, launch)),
  );
  const shared = chain(
    sharedSites(launch)
      .filter(({ stores }) => !stores)
      .map((site) => ({ waits: site.requests / warps / together(site), misses: 0 })),
  );
  const barriers = sharedSites(launch).length > 0 ? Math.max(...launch.sites.map((site) => site.meetings / warps)) : 0;
  const miss = latencyClocks.l2 + fromDram * (latencyClocks.dram - latencyClocks.l2);
  return (
    latencyClocks.block +
    global.misses * miss +
    (global.waits - global.misses) * latencyClocks.l1 +
    shared.waits * latencyClocks.shared +
    // One before values of shared memory are used, one before they are overwritten.
    2 * barriers * latencyClocks.barrier +
    (instructions(launch).all / warps) * ASSUMED.clocksBetween
  );
}

function stepOf(site: GlobalSite, launch: CountedLaunch): Step {
  const blocks = blocksOf(launch);
  const waits = site.requests / (blocks * warpsOf(launch));
  // Warps of a block ask for the same things at about the same time, and wait for them together.
  const misses = Math.min(site.newRequests / blocks, waits);
  return { waits: waits / together(site), misses: misses / together(site) };
}

/** Between two barriers, nvcc lets loads of some turns of a loop be under way together. */
function together({ requests, meetings }: { readonly requests: number; readonly meetings: number }): number {
  return Math.min(ASSUMED.turnsTogether, requests / Math.max(1, meetings));
}

function chain(steps: readonly Step[]): Step {
  let all: Step = { waits: 0, misses: 0 };
  let group: Step | null = null;
  const add = () => {
    if (group) all = { waits: all.waits + group.waits, misses: all.misses + group.misses };
  };
  for (const step of [...steps].sort((a, b) => b.waits - a.waits)) {
    if (group && step.waits >= ALIKE * group.waits) {
      group = { waits: group.waits, misses: Math.max(group.misses, step.misses) };
      continue;
    }
    add();
    group = step;
  }
  add();
  return all;
}
