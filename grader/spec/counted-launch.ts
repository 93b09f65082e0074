import { z } from 'zod';

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
