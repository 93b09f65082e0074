import { worded } from '../../explain/index.ts';
import type { LaunchRecord } from '../../host/index.ts';
import type { Finding } from '../../result/index.ts';
import type { Technique, TechniqueTree } from '../../spec/index.ts';
import { caseHolds } from '../correctness.ts';
import type { CaseEvidence, CheckOutcome, Evidence } from '../evidence.ts';
import { hasRaces } from '../faults.ts';
import { writtenShare } from '../participation.ts';
import { definitionOf } from '../source.ts';
import { summarize } from '../summary.ts';
import { bankConflicts, globalTraffic, sharedTiles } from './counters.ts';
import { errorHandling } from './error-handling.ts';
import { launchShape } from './launch-shape.ts';
import { overlap } from './overlap.ts';
import { evenThreads, isClaimed, isEven, leastEven } from './sharing.ts';
import { type Judged, type Missing, type Shortfall, withoutCounts } from './shortfall.ts';
import { transfers } from './transfers.ts';
import { globalAtomics, uses, usesNot } from './uses.ts';
import {
  isSmall,
  isUnknown,
  launchedThreads,
  preparingLaunches,
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
const NOTHING_WRITTEN: Missing = { shortfall: { kind: 'nothing-written' }, launch: null };

function allShortfalls(evidence: Evidence, judged: CaseEvidence): Shortfall[] {
  const [first, ...others] = writingLaunches(evidence, judged);
  // A program can do its work in other cases only.
  if (!first) return writtenShare(judged) < 1 / 2 ? [NOTHING_WRITTEN] : [];
  const about: Judged = { evidence, case: judged, writing: [first, ...others] };
  const { technique } = evidence.spec;
  if (technique.kind === 'none') return [];
  return (technique.kind === 'all' ? technique.of : [technique]).map((each) => shortfallOf(each, about));
}

type Part = Exclude<TechniqueTree, { kind: 'none' | 'all' }>;

/** Returns what is missing of a technique, or of several of which one is enough. */
function shortfallOf(technique: Part, about: Judged): Shortfall {
  if (technique.kind === 'not') return usesNot(technique.of, about);
  if (technique.kind !== 'any') return shortfall(technique, about);
  const each = technique.of.map((alternative) => shortfallOf(alternative, about));
  if (each.includes(null)) return null;
  if (each.includes('not-counted')) return 'not-counted';
  const [first] = each.filter((one) => one !== null && one !== 'not-counted');
  return { shortfall: { kind: 'no-alternative', alternatives: each.length }, launch: first?.launch ?? null };
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
      return parallelOutputs(technique, judged) ?? otherShapes(technique, judged);
    case 'two-dimensional-blocks': {
      const isFlat = ({ block }: LaunchRecord) => block[0] <= 1 || block[1] <= 1;
      const few = preparingLaunches(judged.evidence, judged.case, { minThreads: FEW_THREADS, minBlocks: 1 });
      const flat =
        few.find(isFlat) ?? (isUnknown(writing) && !writing.every(isFlat) ? undefined : writing.find(isFlat));
      if (flat) return { shortfall: { kind: technique.kind, block: [...flat.block] }, launch: flat };
      const serial = few.find((launch) => !isEven(launch, judged.evidence, A_WARP));
      return (serial ? uneven(serial, A_WARP.minThreads, judged) : idleDimension(judged)) ?? almostSerial(judged);
    }
    case 'shared-tiles':
      return sharedTiles(technique, judged) ?? almostSerial(judged);
    case 'global-traffic':
      return globalTraffic(technique, judged);
    case 'bank-conflicts':
      return bankConflicts(technique, judged);
    case 'launch-shape':
      return launchShape(technique, judged);
    case 'uses':
      return uses(technique, judged);
    case 'global-atomics':
      return globalAtomics(technique, judged);
    case 'transfers':
      return transfers(technique, judged);
    case 'overlap':
      return overlap(technique, judged);
    case 'error-handling':
      return errorHandling(technique, judged);
  }
}

/** The least work outside of the busiest column or row of a block's threads, as a factor. */
const LEAST_SPREAD = 1.25;
/** The least share of threads that work, of those that have an element. */
const LEAST_WORKING = 1 / 3;

/** The threads of two-dimensional blocks must differ in their work, in x and in y. */
function idleDimension({ case: { outputs }, writing, evidence }: Judged): Missing | null {
  if (hasRaces(evidence)) return null;
  const works = writing.flatMap(({ outcome }) => outcome.work ?? []);
  if (works.length < writing.length || writing.every((launch) => isClaimed(launch, evidence, A_WARP))) return null;
  const total = (name: 'threads' | 'accesses' | 'columnMost' | 'rowMost') =>
    works.reduce((sum, work) => sum + work[name], 0);
  const threads = writing.reduce((sum, launch) => sum + launchedThreads(launch), 0);
  const elements = outputs.reduce((sum, output) => sum + output.elements, 0);
  if (elements <= MANY_OUTPUTS || total('accesses') === 0) return null;
  const isSpread = total('accesses') >= LEAST_SPREAD * Math.max(total('columnMost'), total('rowMost'));
  const working = total('threads');
  if (isSpread && working >= LEAST_WORKING * Math.min(threads, elements)) return null;
  return { shortfall: { kind: 'idle-dimension', working, threads }, launch: writing[0] };
}

/** A kernel that the grader launches must share the work in each shape of the largest case. */
function otherShapes(technique: Extract<Technique, { kind: 'parallel-outputs' }>, judged: Judged): Missing | null {
  const { evidence } = judged;
  if (evidence.spec.entry.style !== 'kernel') return null;
  const base = judged.case.name.split('@')[0];
  for (const other of evidence.cases) {
    if (other === judged.case || other.name.split('@')[0] !== base) continue;
    const [first, ...others] = writingLaunches(evidence, other);
    const elements = other.outputs.reduce((sum, output) => sum + output.elements, 0);
    if (!first || elements <= MANY_OUTPUTS) continue;
    const minThreads = Math.min(technique.minThreads, Math.ceil(launchedThreads(first) / 2));
    const minBlocks = Math.min(technique.minBlocks, threadsOf(first.grid));
    const about = { evidence, case: other, writing: [first, ...others] } as const;
    const missing = parallelOutputs({ ...technique, minThreads, minBlocks }, about);
    if (missing) return { ...missing, of: other };
  }
  return null;
}

/**
 * The shortfall of a launch whose threads do unequal parts of the work. Nothing is known of submissions that fail for
 * races: their threads can store over each other, and the stores that remain are no measure of what each thread did.
 */
function uneven(launch: LaunchRecord, minThreads: number, { evidence }: Judged): Missing | null {
  if (hasRaces(evidence)) return null;
  const threads = Math.max(1, Math.floor(evenThreads(launch)));
  return { shortfall: { kind: 'uneven-work', threads, least: Math.ceil(leastEven(minThreads)) }, launch };
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
  if (small)
    return isSmall(small, technique)
      ? missing(small, launchedThreads(small), threadsOf(small.grid))
      : uneven(small, minThreads, judged);
  if (isUnknown(writing)) {
    // It is not known which launch made the outputs; any launch with enough threads can have made them.
    const enough = writing.filter((launch) => !isSmall(launch, technique));
    const [first] = writing;
    if (enough.some((launch) => isEven(launch, judged.evidence, technique))) return null;
    const [serial] = enough;
    return serial ? uneven(serial, minThreads, judged) : missing(first, launchedThreads(first), threadsOf(first.grid));
  }
  const most = (launches: readonly LaunchRecord[]) =>
    launches.reduce<LaunchRecord | null>(
      (best, next) => (best && best.outcome.outputThreads >= next.outcome.outputThreads ? best : next),
      null,
    );
  const isWide = ({ outcome }: LaunchRecord) =>
    outcome.outputThreads >= minThreads && outcome.outputBlocks >= minBlocks;
  const isParallel = (launch: LaunchRecord) =>
    (isWide(launch) && evenThreads(launch) >= leastEven(minThreads)) ||
    (!isSmall(launch, technique) && isClaimed(launch, judged.evidence, technique));
  const parallel = writing.filter(isParallel);
  if (parallel.length > 0 && (shareOf(parallel, writing) ?? 1) >= 0.5) return null;
  const shown = most(writing.filter((launch) => !isParallel(launch))) ?? writing[0];
  if (isWide(shown)) return uneven(shown, minThreads, judged);
  return missing(shown, shown.outcome.outputThreads, shown.outcome.outputBlocks);
}

function toFinding(
  { shortfall: what, launch, position, of }: Missing,
  evidence: Evidence,
  largest: CaseEvidence,
): Finding {
  const judged = of ?? largest;
  const place = position ?? (launch ? launch.position : definitionOf(evidence.source, evidence.spec.entry.function));
  return worded({
    rule: 'missing-technique',
    severity: 'error',
    ...(place && { file: evidence.fileName, line: place.line, column: place.column }),
    ...(launch && { kernel: launch.kernel }),
    case: judged.name,
    detail: judged.visible ? what : withoutCounts(what),
  });
}
