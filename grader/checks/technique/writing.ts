import type { LaunchRecord } from '../../record/index.ts';
import { arrayParameters } from '../../spec/index.ts';
import type { CaseEvidence, Evidence } from '../evidence.ts';
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
  return arrayParameters(spec.entry).some(({ role }) => role === 'input');
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

/**
 * Returns the launches that do the work of others: they store at least half as much as outputs have, to memory that
 * the launches that write outputs only carry over.
 */
export function preparingLaunches(evidence: Evidence, judged: CaseEvidence): LaunchRecord[] {
  const { launches, outputs } = judged.run;
  const writing = writingLaunches(evidence, judged);
  const others = launches.filter((launch) => !writing.includes(launch));
  // Launches of one thread count together, because each can do a part.
  const isSingle = ({ grid, block }: LaunchRecord) => threadsOf(grid) * threadsOf(block) === 1;
  const loads = (launch: LaunchRecord) => !hasInputs(evidence) || loadedSectors([launch]) > 0;
  const bySingle = sum(
    others.filter((launch) => isSingle(launch) && loads(launch)).map((launch) => storedBytes(launch, evidence)),
  );
  const half = halfOf(outputs);
  const stores = (launch: LaunchRecord) => (isSingle(launch) ? bySingle : storedBytes(launch, evidence)) >= half;
  return launches.filter((launch, at) => {
    if (!others.includes(launch) || !stores(launch)) return false;
    // Setting memory to zero needs no loads.
    if (hasInputs(evidence)) return loadedSectors([launch]) > 0;
    return launches.slice(at + 1).some((later) => writing.includes(later) && loadedSectors([later]) > 0);
  });
}

/** Bytes stored to global memory, if all lanes of a warp take part. */
function storedBytes({ block, outcome }: LaunchRecord, { compiled }: Evidence): number {
  if (compiled.status !== 'compiled') return 0;
  const { sites } = compiled.device;
  const lanes = Math.min(32, threadsOf(block));
  return sum(
    outcome.siteCounters.map(({ site, counters }) =>
      counters.stores && counters.sectors ? (counters.requests ?? 0) * lanes * (sites[site]?.bytes ?? 0) : 0,
    ),
  );
}

/** Returns how many threads a block or blocks a grid has. */
export function threadsOf(extents: readonly [number, number, number]): number {
  return extents[0] * extents[1] * extents[2];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
