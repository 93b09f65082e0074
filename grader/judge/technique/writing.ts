import type { LaunchRecord } from '../../host/index.ts';
import { arrayParameters, isInput } from '../../spec/index.ts';
import type { CaseEvidence, Evidence } from '../evidence.ts';
import { isEven, type Size } from './sharing.ts';
import { loadedSectors } from './traffic.ts';

/**
 * Returns the launches that stored the final values of outputs. A launch whose stores another one has overwritten, such
 * as one that sets outputs to zero, is not among them. If outputs came by way of memory whose stores are not followed,
 * such as variables of the device, these are the launches that can have made them.
 */
export function writingLaunches(evidence: Evidence, { run }: CaseEvidence): LaunchRecord[] {
  const writing = run.launches.filter(({ outcome }) => outcome.outputThreads > 0);
  if (writing.length === 0) return likelyLaunches(evidence, run);
  if (!isDeliveryKnown(writing)) return writing;
  const final = writing.filter((launch) => deliveredBytes(launch) > 0);
  return final.length > 0 ? final : writing;
}

/** True if it is not known which of these launches made the outputs. */
export function isUnknown(writing: readonly LaunchRecord[]): boolean {
  return writing.every(({ outcome }) => outcome.outputThreads === 0);
}

/** Returns the launches that load and store; only those that store much, if there are any. */
function likelyLaunches(evidence: Evidence, { launches, outputs }: CaseEvidence['run']): LaunchRecord[] {
  const storing = launches.filter(
    (launch) => storedBytes(launch, evidence) > 0 && (!hasInputs(evidence) || loadedSectors([launch]) > 0),
  );
  const large = storing.filter((launch) => storedBytes(launch, evidence) >= halfOf(outputs));
  return large.length > 0 ? large : storing;
}

function halfOf(outputs: CaseEvidence['run']['outputs']): number {
  return sum(outputs.map(({ bytes }) => bytes.length)) / 2;
}

/** True if kernels have arrays to load. Otherwise values come from indexes. */
function hasInputs({ spec }: Evidence): boolean {
  return arrayParameters(spec.entry).some(isInput);
}

/** Returns the share of outputs that some launches stored; `null` if that is not known. */
export function shareOf(some: readonly LaunchRecord[], all: readonly LaunchRecord[]): number | null {
  const total = sum(all.map(deliveredBytes));
  return isDeliveryKnown(all) && total > 0 ? sum(some.map(deliveredBytes)) / total : null;
}

function isDeliveryKnown(launches: readonly LaunchRecord[]): boolean {
  return launches.every(({ outcome }) => outcome.delivered !== undefined);
}

function deliveredBytes({ outcome }: LaunchRecord): number {
  return outcome.delivered?.bytes ?? 0;
}

/** The threads of a warp: a launch with fewer does not even use one. */
const WARP = 32;

/** The share of all stores that small launches make at least if they do the work, and not just the edges of it. */
const LEAST_SHARE = 1 / 8;

/**
 * Returns the small launches that do the work of others: they store at least half as much as outputs have, to memory
 * that the launches that write outputs only carry over.
 */
export function preparingLaunches(evidence: Evidence, judged: CaseEvidence, size: Size): LaunchRecord[] {
  const { launches, outputs } = judged.run;
  const writing = writingLaunches(evidence, judged);
  const lastReading = launches.findLastIndex((launch) => writing.includes(launch) && loadedSectors([launch]) > 0);
  // Setting memory to zero needs no loads. Without inputs, what a launch stored must be loaded later.
  const small = launches.filter(
    (launch, at) =>
      (isSmall(launch, size) || !isEven(launch, evidence, size)) &&
      !writing.includes(launch) &&
      (hasInputs(evidence) ? loadedSectors([launch]) > 0 : at < lastReading),
  );
  const stored = (some: readonly LaunchRecord[]) => sum(some.map((launch) => storedBytes(launch, evidence)));
  const half = halfOf(outputs);
  const sets = setsTogether(small, size);
  const least = sets.length > 0 ? Math.max(half, LEAST_SHARE * stored(launches)) : half;
  const together = new Set(sets.filter((set) => stored(set) >= least).flat());
  return small.filter((launch) => together.has(launch) || stored([launch]) >= half);
}

/**
 * Returns the sets of small launches that count together, because each can do a part: those with less than a warp, and
 * all of them if they do not have the required threads together. A launch for each row has more.
 */
function setsTogether(small: readonly LaunchRecord[], { minThreads }: Size): (readonly LaunchRecord[])[] {
  const lessThanWarp = small.filter((launch) => launchedThreads(launch) < WARP);
  const isFew = sum(small.map(launchedThreads)) < minThreads;
  return [lessThanWarp, isFew ? small : []].filter((set) => set.length > 1);
}

/** True if a launch has fewer threads or blocks than that. */
export function isSmall(launch: LaunchRecord, { minThreads, minBlocks }: Size): boolean {
  return launchedThreads(launch) < minThreads || threadsOf(launch.grid) < minBlocks;
}

/**
 * Returns how many bytes a launch stored to global memory: as many as differ in device memory that is followed, or those
 * of its store instructions if all lanes of a warp take part.
 */
function storedBytes({ block, outcome }: LaunchRecord, { compiled }: Evidence): number {
  if (compiled.status !== 'compiled') return 0;
  const { sites } = compiled.device;
  const lanes = Math.min(WARP, threadsOf(block));
  const byInstructions = sum(
    outcome.siteCounters.map(({ site, counters }) =>
      counters.stores && counters.sectors ? (counters.requests ?? 0) * lanes * (sites[site]?.bytes ?? 0) : 0,
    ),
  );
  return Math.max(byInstructions, outcome.delivered?.stored ?? 0);
}

/** Returns how many threads a launch has. */
export function launchedThreads({ grid, block }: LaunchRecord): number {
  return threadsOf(grid) * threadsOf(block);
}

/** Returns the number of threads in a block, or of blocks in a grid. */
export function threadsOf(extents: readonly [number, number, number]): number {
  return extents[0] * extents[1] * extents[2];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
