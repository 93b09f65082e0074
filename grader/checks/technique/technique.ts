import type { LaunchRecord } from '../../record/index.ts';
import type { Finding } from '../../result/index.ts';
import { type Technique, techniquesOf } from '../../spec/index.ts';
import { wordTechnique } from '../../wording/index.ts';
import { caseHolds } from '../correctness.ts';
import type { CaseEvidence, CheckOutcome, Evidence } from '../evidence.ts';
import { definitionOf } from '../source.ts';
import { summarize } from '../summary.ts';
import { bankConflicts, globalTraffic, sharedTiles } from './counters.ts';
import { launchShape } from './launch-shape.ts';
import type { Judged, Missing, Shortfall } from './shortfall.ts';
import { transfers } from './transfers.ts';
import {
  isSmall,
  isUnknown,
  launchedThreads,
  preparingLaunches,
  type Size,
  shareOf,
  threadsOf,
  writingLaunches,
} from './writing.ts';

/** technique: the exercise is solved in the way that it teaches, judged on the largest case. */
export function judgeTechnique(evidence: Evidence): CheckOutcome {
  const judged = evidence.cases.find((candidate) => candidate.name === evidence.techniqueCase);
  const { participation } = evidence;
  if (!judged) return summarize('technique', 'skipped', [], evidence, { reason: 'not-run' });
  // Outputs that are not right are correctness's to report; right ones that host code wrote are what this check is for.
  const isIdle = participation.status === 'idle';
  if (isIdle && !evidence.cases.every(caseHolds)) {
    return summarize('technique', 'skipped', [], evidence, { idle: participation.because });
  }
  const shortfalls = isIdle ? [HOST_ONLY] : allShortfalls(evidence, judged);
  const missing = shortfalls.filter((shortfall) => shortfall !== null && shortfall !== 'not-counted');
  if (missing.length === 0 && shortfalls.includes('not-counted'))
    return summarize('technique', 'error', [], evidence, { reason: 'not-counted' });
  const findings = missing.map((each) => toFinding(each, evidence, judged));
  return summarize('technique', findings.length > 0 ? 'failed' : 'passed', findings, evidence);
}

const HOST_ONLY: Missing = { shortfall: { kind: 'not-by-kernels' }, launch: null };

function allShortfalls(evidence: Evidence, judged: CaseEvidence): Shortfall[] {
  const [first, ...others] = writingLaunches(evidence, judged);
  if (!first) return [];
  const about: Judged = { evidence, case: judged, writing: [first, ...others] };
  return techniquesOf(evidence.spec).map((technique) => shortfall(technique, about));
}

/** The fewest threads that must make many outputs: a warp. */
const MANY_OUTPUTS = 1024;
const A_WARP = { kind: 'parallel-outputs', minThreads: 32, minBlocks: 1 } as const;

/** Returns a shortfall if fewer threads than a warp make all of many outputs. */
function almostSerial(judged: Judged): Missing | null {
  const elements = judged.case.outputs.reduce((sum, output) => sum + output.elements, 0);
  return elements > MANY_OUTPUTS ? parallelOutputs(A_WARP, judged) : null;
}

function shortfall(technique: Technique, judged: Judged): Shortfall {
  const { writing } = judged;
  switch (technique.kind) {
    case 'parallel-outputs':
      return parallelOutputs(technique, judged);
    case 'two-dimensional-blocks': {
      const isFlat = ({ block }: LaunchRecord) => block[0] <= 1 || block[1] <= 1;
      const few = preparingLaunches(judged.evidence, judged.case, { minThreads: FEW_THREADS, minBlocks: 1 });
      const flat =
        few.find(isFlat) ?? (isUnknown(writing) && !writing.every(isFlat) ? undefined : writing.find(isFlat));
      return flat ? { shortfall: { kind: technique.kind, block: flat.block }, launch: flat } : almostSerial(judged);
    }
    case 'shared-tiles':
      return sharedTiles(technique, judged) ?? almostSerial(judged);
    case 'global-traffic':
      return globalTraffic(technique, judged);
    case 'bank-conflicts':
      return bankConflicts(technique, judged);
    case 'launch-shape':
      return launchShape(technique, judged);
    case 'transfers':
      return transfers(technique, judged);
  }
}

/** A block has at most so many: with fewer, a launch does not use a GPU. */
const FEW_THREADS = 1024;

/** Launches with many threads make at least half of the outputs, and none with few makes them for the others. */
function parallelOutputs(technique: Extract<Technique, { kind: 'parallel-outputs' }>, judged: Judged): Missing | null {
  const { kind, minThreads, minBlocks } = technique;
  const { writing } = judged;
  const missing = (launch: LaunchRecord, threads: number, blocks: number): Missing => ({
    shortfall: { kind, threads, blocks, minThreads, minBlocks },
    launch,
  });
  const [small] = preparingLaunches(judged.evidence, judged.case, technique);
  if (small) return missing(small, launchedThreads(small), threadsOf(small.grid));
  if (isUnknown(writing)) {
    // It is not known which launch made the outputs; any launch with enough threads can have made them.
    const enough = writing.some((launch) => !isSmall(launch, technique));
    const [first] = writing;
    return enough ? null : missing(first, launchedThreads(first), threadsOf(first.grid));
  }
  const most = (launches: readonly LaunchRecord[]) =>
    launches.reduce<LaunchRecord | null>(
      (best, next) => (best && best.outcome.outputThreads >= next.outcome.outputThreads ? best : next),
      null,
    );
  const isParallel = (launch: LaunchRecord) =>
    (launch.outcome.outputThreads >= minThreads && launch.outcome.outputBlocks >= minBlocks) ||
    (!isSmall(launch, technique) && isShared(launch, judged.evidence, technique));
  const parallel = writing.filter(isParallel);
  if (parallel.length > 0 && (shareOf(parallel, writing) ?? 1) >= 0.5) return null;
  const shown = most(writing.filter((launch) => !isParallel(launch))) ?? writing[0];
  return missing(shown, shown.outcome.outputThreads, shown.outcome.outputBlocks);
}

/**
 * True if threads claim their work by atomic functions, as from a queue, in enough blocks. The schedule decides which of
 * them stores how much: in the emulator one block may take it all.
 */
function isShared({ outcome }: LaunchRecord, { compiled }: Evidence, { minBlocks }: Size): boolean {
  if (compiled.status !== 'compiled') return false;
  const { sites } = compiled.device;
  const count = (stores: LaunchRecord['outcome']['outputStores']) => stores.reduce((sum, each) => sum + each.count, 0);
  const claimed = outcome.outputStores.filter(({ site }) => sites[site]?.claimed);
  return (
    claimed.length > 0 &&
    2 * count(claimed) >= count(outcome.outputStores) &&
    (outcome.atomicBlocks ?? minBlocks) >= minBlocks
  );
}

function toFinding({ shortfall: what, launch, position }: Missing, evidence: Evidence, judged: CaseEvidence): Finding {
  const words = wordTechnique(what, judged.visible);
  const place = position ?? (launch ? launch.position : definitionOf(evidence.source, evidence.spec.entry.function));
  return {
    rule: 'missing-technique',
    severity: 'error',
    message: words.message,
    ...(place && { file: evidence.fileName, line: place.line, column: place.column }),
    ...(launch && { kernel: launch.kernel }),
    case: judged.name,
    ...(words.hint && { hint: words.hint }),
  };
}
