import type { Dim3, LaunchOutcome } from '../../device/index.ts';
import { type CountedLaunch, countedLaunchSchema, type GlobalSite, type SharedSite } from '../../spec/index.ts';

/** A launch that a device ran. */
export interface LaunchSeen {
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly outcome: LaunchOutcome;
}

/**
 * @param lineOf - a site's line in the submission
 * @returns null where nothing was counted, or the launch failed
 */
export function countedLaunch(
  { grid, block, outcome }: LaunchSeen,
  lineOf: (site: number) => number | undefined = () => undefined,
): CountedLaunch | null {
  const { cost, error, sharedBytes, siteCounters } = outcome;
  if (!cost || error !== 0) return null;
  const sites = siteCounters.map(({ site, counters }) => {
    const line = lineOf(site);
    return { ...counters, ...(line !== undefined && { line }) };
  });
  return countedLaunchSchema.parse({ grid, block, sharedBytes, ...cost, sites });
}

export function globalSites({ sites }: CountedLaunch): GlobalSite[] {
  return sites.filter((site): site is GlobalSite => 'sectors' in site);
}

export function sharedSites({ sites }: CountedLaunch): SharedSite[] {
  return sites.filter((site): site is SharedSite => 'wavefronts' in site);
}

export function blocksOf({ grid }: CountedLaunch): number {
  return grid[0] * grid[1] * grid[2];
}

export function threadsOf({ block }: CountedLaunch): number {
  return block[0] * block[1] * block[2];
}

export function warpsOf(launch: CountedLaunch): number {
  return Math.ceil(threadsOf(launch) / 32);
}
