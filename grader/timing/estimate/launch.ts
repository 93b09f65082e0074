import { z } from 'zod';
import type { Dim3, LaunchOutcome } from '../../device/index.ts';

const count = z.number().min(0);
const extents = z.tuple([z.int().min(1), z.int().min(1), z.int().min(1)]);

/** What one site did in a launch, summed over blocks; see `LaunchOutcome.siteCounters`. */
const globalSite = z.strictObject({
  requests: count,
  sectors: count,
  lines: count,
  newSectors: count,
  newRequests: count,
  meetings: count,
  stores: z.union([z.literal(0), z.literal(1)]),
  line: z.int().min(1).optional().describe('In the submission'),
});
const sharedSite = z.strictObject({
  requests: count,
  wavefronts: count,
  bankConflicts: count,
  meetings: count,
  stores: z.union([z.literal(0), z.literal(1)]),
  line: z.int().min(1).optional(),
});

/** A launch as the model sees it: its shape and what was counted. */
export const countedLaunchSchema = z.strictObject({
  grid: extents,
  block: extents,
  sharedBytes: z.int().min(0).describe('Static and dynamic shared memory of a block'),
  steps: count.describe('Threads, loop back-edges and calls'),
  bufferBytes: count.describe('Of the buffers that the launch was given'),
  sites: z.array(z.union([globalSite, sharedSite])),
});

export type CountedLaunch = z.infer<typeof countedLaunchSchema>;
export type GlobalSite = z.infer<typeof globalSite>;
export type SharedSite = z.infer<typeof sharedSite>;

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
