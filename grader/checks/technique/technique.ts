import type { Finding } from '../../result/index.ts';
import { type Technique, techniquesOf } from '../../spec/index.ts';
import { wordTechnique } from '../../wording/index.ts';
import { caseHolds } from '../correctness.ts';
import type { CaseEvidence, CheckOutcome, Evidence } from '../evidence.ts';
import { writesHalf } from '../participation.ts';
import { definitionOf } from '../source.ts';
import { summarize } from '../summary.ts';
import { bankConflicts, globalTraffic, sharedTiles } from './counters.ts';
import { launchShape } from './launch-shape.ts';
import type { Judged, Missing, Shortfall } from './shortfall.ts';
import { transfers } from './transfers.ts';

/** technique: the exercise is solved in the way that it teaches, judged on the largest case. */
export function judgeTechnique(evidence: Evidence): CheckOutcome {
  const judged = evidence.cases.find((candidate) => candidate.name === evidence.techniqueCase);
  const { participation } = evidence;
  if (!judged) return summarize('technique', 'skipped', [], evidence, { reason: 'not-run' });
  // Outputs that are not right are correctness's to report; right ones that host code wrote are what this check is for.
  const byHost = participation.status === 'idle' && evidence.cases.every(caseHolds) && !writesHalf(evidence.cases);
  if (participation.status !== 'works' && !byHost) {
    return summarize('technique', 'skipped', [], evidence, { idle: participation.because });
  }
  const shortfalls = byHost ? [HOST_ONLY] : [carriedOver(judged), ...allShortfalls(evidence, judged)];
  const missing = shortfalls.filter((shortfall) => shortfall !== null && shortfall !== 'not-counted');
  if (missing.length === 0 && shortfalls.includes('not-counted'))
    return summarize('technique', 'error', [], evidence, { reason: 'not-counted' });
  const findings = missing.map((each) => toFinding(each, evidence, judged));
  return summarize('technique', findings.length > 0 ? 'failed' : 'passed', findings, evidence);
}

/** What the host computed is no kernel's work, though a kernel has stored it. */
function carriedOver({ run }: CaseEvidence): Shortfall {
  const { carriedOver: position } = run;
  return position === undefined ? null : { shortfall: { kind: 'carried-over' }, launch: null, position };
}

const HOST_ONLY: Missing = { shortfall: { kind: 'not-by-kernels' }, launch: null };

function allShortfalls(evidence: Evidence, judged: CaseEvidence): Shortfall[] {
  const [first, ...others] = judged.run.launches.filter((launch) => launch.outcome.outputThreads > 0);
  if (!first) return [];
  return techniquesOf(evidence.spec).map((technique) =>
    shortfall(technique, { evidence, case: judged, writing: [first, ...others] }),
  );
}

function shortfall(technique: Technique, judged: Judged): Shortfall {
  const { writing } = judged;
  switch (technique.kind) {
    case 'parallel-outputs': {
      const largest = writing.reduce((a, b) => (b.outcome.outputThreads > a.outcome.outputThreads ? b : a));
      const { outputThreads: threads, outputBlocks: blocks } = largest.outcome;
      if (threads >= technique.minThreads && blocks >= technique.minBlocks) return null;
      const { kind, minThreads, minBlocks } = technique;
      return { shortfall: { kind, threads, blocks, minThreads, minBlocks }, launch: largest };
    }
    case 'two-dimensional-blocks': {
      const flat = writing.find((launch) => launch.block[0] <= 1 || launch.block[1] <= 1);
      return flat ? { shortfall: { kind: technique.kind, block: flat.block }, launch: flat } : null;
    }
    case 'shared-tiles':
      return sharedTiles(technique, judged);
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
