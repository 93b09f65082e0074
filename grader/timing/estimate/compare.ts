import type { CountedLaunch } from '../../spec/index.ts';
import type { Gpu } from './gpu.ts';
import { sum } from './instructions.ts';
import { blocksOf, threadsOf } from './launch.ts';
import { estimateLaunch } from './model.ts';

/** Two programs that do the same work. */
export interface Comparison {
  readonly seconds: number;
  readonly baselineSeconds: number;
  /** Times as fast as the baseline, at this size. */
  readonly ratio: number;
  /**
   * The same where both have so many times more to do that the baseline fills the GPU with blocks; launches take no time
   * then. Cases are small and what is timed is large.
   */
  readonly filled: { readonly ratio: number; readonly times: number };
}

/** Blocks for each multiprocessor, from which a GPU counts as filled. */
const FILLED = 64;

export function compareLaunches(
  launches: readonly CountedLaunch[],
  baseline: readonly CountedLaunch[],
  gpu: Gpu,
): Comparison {
  const seconds = totalSeconds(launches, gpu);
  const baselineSeconds = totalSeconds(baseline, gpu);
  const times = timesToFill(baseline, gpu);
  const busy = (list: readonly CountedLaunch[]) =>
    sum(list, (launch) => {
      const { seconds: all, parts } = estimateLaunch(repeated(launch, times, gpu), gpu);
      return all - parts.launch;
    });
  return {
    seconds,
    baselineSeconds,
    ratio: baselineSeconds / seconds,
    filled: { ratio: busy(baseline) / busy(launches), times },
  };
}

export function totalSeconds(launches: readonly CountedLaunch[], gpu: Gpu): number {
  return sum(launches, (launch) => estimateLaunch(launch, gpu).seconds);
}

/** How many times the blocks fill the GPU. */
export function timesToFill(launches: readonly CountedLaunch[], gpu: Gpu): number {
  return Math.max(1, Math.ceil((FILLED * gpu.multiprocessors) / Math.max(...launches.map(blocksOf))));
}

/**
 * So many times the work, in as many times the memory: in more blocks, as far as the GPU is not filled with them, and
 * beyond in blocks with more to do. A grid that does not depend on the size of the work would not grow either.
 */
export function repeated(launch: CountedLaunch, times: number, gpu: Gpu): CountedLaunch {
  const [before, threads] = [blocksOf(launch), threadsOf(launch)];
  const blocks = Math.min(times * before, Math.max(before, FILLED * gpu.multiprocessors));
  const sites = launch.sites.map((site) => {
    const common = { ...site, requests: times * site.requests, meetings: times * site.meetings };
    return 'sectors' in common
      ? {
          ...common,
          sectors: times * common.sectors,
          lines: times * common.lines,
          newSectors: times * common.newSectors,
          newRequests: times * common.newRequests,
        }
      : { ...common, wavefronts: times * common.wavefronts, bankConflicts: times * common.bankConflicts };
  });
  return {
    ...launch,
    grid: [blocks, 1, 1],
    steps: times * Math.max(0, launch.steps - before * threads) + blocks * threads,
    bufferBytes: times * launch.bufferBytes,
    sites,
  };
}
