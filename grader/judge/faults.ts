import { worded } from '../explain/index.ts';
import type { StreamsStopped } from '../host/index.ts';
import type { CheckId, Finding, StreamsStop } from '../result/index.ts';
import { toFinding } from './compile.ts';
import { caseHolds } from './correctness.ts';
import type { CaseEvidence, CheckOutcome, Evidence } from './evidence.ts';
import { faultFindings } from './group.ts';
import { hostDetail } from './host-detail.ts';
import { reorderedFindings } from './reordered.ts';
import { withSanitizer } from './sanitizer.ts';
import { type SummaryFacts, summarize } from './summary.ts';

/** guards: no thread reads or writes global memory out of bounds, on any case, to the byte. */
export function judgeGuards(evidence: Evidence): CheckOutcome {
  return judgeFaults('guards', evidence, []);
}

/** memory: nothing uninitialised is read, no shared or local array overrun, no misaligned access, no use after free. */
export function judgeMemory(evidence: Evidence): CheckOutcome {
  const compiled = [...uninitializedLocals(evidence), ...sharedAliases(evidence)];
  return judgeFaults('memory', evidence, [...compiled, ...hostPointerFindings(evidence)]);
}

/**
 * Locals that the compiler sees read before they are written. If this happens on one path only, it is a warning: the
 * compiler does not know whether the program takes this path.
 */
export function uninitializedLocals({ compiled }: Pick<Evidence, 'compiled'>): Finding[] {
  return compiled.diagnostics
    .filter((diagnostic) => diagnostic.rule === 'uninitialized-read')
    .map((diagnostic) => {
      const isSure = diagnostic.detail?.hint !== 'uninitialized-on-a-path';
      return { ...toFinding(diagnostic), severity: isSure ? ('error' as const) : ('warning' as const) };
    });
}

/** Arrays of dynamic shared memory in one place: meant so now and then, and takes no points. */
export function sharedAliases({ compiled }: Pick<Evidence, 'compiled'>): Finding[] {
  return compiled.diagnostics.filter(({ rule }) => rule === 'shared-alias').map((diagnostic) => toFinding(diagnostic));
}

/** Host code that used a pointer into device memory: once a place. */
export function hostPointerFindings(evidence: Pick<Evidence, 'cases'>): Finding[] {
  const found = new Map<string, Finding>();
  for (const seen of evidence.cases) {
    const { host } = seen.run;
    if (host.status !== 'trapped' || !host.devicePointer) continue;
    const key = `${host.position?.line}:${host.position?.column}`;
    const known = found.get(key);
    const finding = worded({
      rule: 'host-device-pointer',
      severity: 'error',
      ...(host.position && { file: host.position.file, line: host.position.line, column: host.position.column }),
      case: known?.case ?? seen.name,
      count: (known?.count ?? 0) + 1,
      detail: hostDetail(host, seen.visible),
    });
    found.set(key, finding);
  }
  return [...found.values()];
}

/** races: no data race, no output that the order of threads decides, no barrier that only a part of a block reaches. */
export function judgeRaces(evidence: Evidence): CheckOutcome {
  const reordered = reorderedFindings(evidence);
  const facts = streamFacts(evidence.cases);
  if (!evidence.cases.some(hasUnchecked)) return judgeFaults('races', evidence, reordered, facts);
  // Accesses that are not on record can hide an order, so races of such a launch are not reported.
  const sure = judgeFaults('races', { ...evidence, cases: evidence.cases.map(withoutUnchecked) }, reordered, facts);
  if (sure.status !== 'passed') return sure;
  const status = evidence.cases.every(caseHolds) ? 'error' : 'skipped';
  return summarize('races', status, sure.findings, evidence, { reason: 'not-watched' });
}

/** True if threads race, whether or not that costs points. */
export function hasRaces(evidence: Evidence): boolean {
  return judgeRaces(evidence).findings.some(({ severity }) => severity === 'error');
}

/** True if accesses to global memory were not watched for races, because memory was used up. */
export function hasUnchecked({ run }: CaseEvidence): boolean {
  return run.launches.some(({ outcome }) => (outcome.unchecked ?? 0) > 0);
}

function withoutUnchecked(seen: CaseEvidence): CaseEvidence {
  const { launches, faults } = seen.run;
  const isSure = ({ rule, launch }: (typeof faults)[number]) =>
    rule !== 'global-race' || (launches[launch]?.outcome.unchecked ?? 0) === 0;
  return { ...seen, run: { ...seen.run, faults: faults.filter(isSure) } };
}

function streamFacts(cases: readonly CaseEvidence[]): SummaryFacts {
  const stopped = cases.find(({ run }) => run.streamsStopped)?.run.streamsStopped;
  return stopped ? { streams: streamsStop(stopped) } : {};
}

/** Returns the call from which on races between streams were not looked for, as a result has it. */
export function streamsStop({ reason, call, position }: StreamsStopped): StreamsStop {
  return { reason, call, ...(position && { line: position.line }) };
}

function judgeFaults(
  id: CheckId,
  evidence: Evidence,
  more: readonly Finding[],
  facts: SummaryFacts = {},
): CheckOutcome {
  const seen = faultFindings(evidence, id);
  const findings = withSanitizer(evidence, id, together(more, seen));
  const errors = findings.filter((finding) => finding.severity === 'error');
  if (errors.some(({ follows }) => !follows)) return summarize(id, 'failed', findings, evidence);
  const { participation } = evidence;
  return participation.status === 'idle'
    ? summarize(id, 'skipped', findings, evidence, { idle: participation.because })
    : summarize(id, 'passed', findings, evidence, { ...facts, ...(errors.length > 0 && { reason: 'follows' }) });
}

/** The compiler and the emulator may both have seen the same line: what ran is the better witness. */
export function together(more: readonly Finding[], seen: readonly Finding[]): Finding[] {
  const line = (finding: Finding) => `${finding.rule}:${finding.file}:${finding.line}`;
  const lines = new Set(seen.map(line));
  return [...more.filter((finding) => !lines.has(line(finding))), ...seen];
}
