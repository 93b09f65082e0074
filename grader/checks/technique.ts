import type { LaunchRecord } from '../record/index.ts';
import type { Finding } from '../result/index.ts';
import { wordTechnique } from '../wording/index.ts';
import type { CaseEvidence, CheckOutcome, Evidence } from './evidence.ts';
import { idleCase } from './participation.ts';
import { definitionOf } from './source.ts';
import { summarize } from './summary.ts';

/** What was asked for and what the launches of the largest case did. Numbers only: `wording/` makes sentences of them. */
export type TechniqueShortfall =
  | {
      readonly kind: 'parallel-outputs';
      readonly threads: number;
      readonly blocks: number;
      readonly minThreads: number;
      readonly minBlocks: number;
    }
  | { readonly kind: 'two-dimensional-blocks'; readonly block: readonly [number, number, number] }
  /** Host code wrote the outputs. */
  | { readonly kind: 'not-by-kernels' }
  | { readonly kind: 'shared-tiles'; readonly reason: 'not-from-shared' }
  | {
      readonly kind: 'shared-tiles';
      readonly reason: 'sectors';
      readonly sectors: number;
      readonly baseline: number;
      readonly maxRatio: number;
    };

interface Missing {
  readonly shortfall: TechniqueShortfall;
  readonly launch: LaunchRecord | null;
}

/** technique: the exercise is solved in the way that it teaches, judged on the largest case. */
export function judgeTechnique(evidence: Evidence): CheckOutcome {
  const judged = evidence.cases.find((candidate) => candidate.name === evidence.techniqueCase);
  const idle = idleCase(evidence.cases);
  if (!judged) return summarize('technique', 'skipped', [], evidence, { reason: 'not-run' });
  // Outputs that nobody wrote are correctness's to report; outputs that host code wrote are what this check is for.
  if (idle && !idle.outputs.every(({ comparison }) => 2 * comparison.unwritten <= comparison.checked)) {
    return summarize('technique', 'skipped', [], evidence, { idleCase: idle.name });
  }
  const missing = idle ? { shortfall: { kind: 'not-by-kernels' } as const, launch: null } : shortfall(evidence, judged);
  if (missing === 'not-counted') return summarize('technique', 'error', [], evidence, { reason: 'not-counted' });
  const findings = missing ? [toFinding(missing, evidence, judged)] : [];
  return summarize('technique', missing ? 'failed' : 'passed', findings, evidence);
}

function shortfall(evidence: Evidence, judged: CaseEvidence): Missing | 'not-counted' | null {
  const { technique } = evidence.spec;
  const writing = judged.run.launches.filter((launch) => launch.outcome.outputThreads > 0);
  const first = writing[0];
  if (technique.kind === 'none' || !first) return null;
  switch (technique.kind) {
    case 'parallel-outputs': {
      const largest = writing.reduce((a, b) => (b.outcome.outputThreads > a.outcome.outputThreads ? b : a));
      const { outputThreads: threads, outputBlocks: blocks } = largest.outcome;
      if (threads >= technique.minThreads && blocks >= technique.minBlocks) return null;
      const { minThreads, minBlocks } = technique;
      return { shortfall: { kind: technique.kind, threads, blocks, minThreads, minBlocks }, launch: largest };
    }
    case 'two-dimensional-blocks': {
      const flat = writing.find((launch) => launch.block[0] <= 1 || launch.block[1] <= 1);
      return flat ? { shortfall: { kind: technique.kind, block: flat.block }, launch: flat } : null;
    }
    case 'shared-tiles': {
      if (!fromShared(evidence, writing)) {
        return { shortfall: { kind: technique.kind, reason: 'not-from-shared' }, launch: first };
      }
      const baseline = evidence.baseline?.globalLoadSectors;
      if (baseline === undefined) throw new Error('technique shared-tiles needs the counters of the baseline');
      if (judged.run.launches.some(({ outcome }) => outcome.countersLost)) return 'not-counted';
      const sectors = total(judged.run.launches, 'globalLoadSectors');
      if (sectors <= technique.maxSectorRatio * baseline) return null;
      const { maxSectorRatio: maxRatio } = technique;
      return { shortfall: { kind: technique.kind, reason: 'sectors', sectors, baseline, maxRatio }, launch: first };
    }
  }
}

/** At least half of the stores to outputs store what was computed from values loaded from shared memory. */
function fromShared(evidence: Evidence, writing: readonly LaunchRecord[]): boolean {
  if (evidence.compiled.status !== 'compiled') return false;
  const { sites } = evidence.compiled.device;
  const stores = writing.flatMap((launch) => (launch.outcome.sharedLoads ? launch.outcome.outputStores : []));
  const shared = stores.filter((store) => sites[store.site]?.fromShared);
  const all = writing.flatMap((launch) => launch.outcome.outputStores);
  const count = (list: readonly { readonly count: number }[]) => list.reduce((sum, store) => sum + store.count, 0);
  return 2 * count(shared) >= count(all);
}

function total(launches: readonly LaunchRecord[], counter: string): number {
  return launches.reduce((sum, launch) => sum + (launch.outcome.counters[counter] ?? 0), 0);
}

function toFinding({ shortfall: what, launch }: Missing, evidence: Evidence, judged: CaseEvidence): Finding {
  const words = wordTechnique(what, judged.visible);
  const place = launch ? launch.position : definitionOf(evidence.source, evidence.spec.entry.function);
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
