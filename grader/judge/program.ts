import type { CompileResult } from '../compile/index.ts';
import { worded } from '../explain/index.ts';
import type { HostOutcome, RunResult } from '../host/index.ts';
import { CHECK_IDS, type CheckId, type Finding, type RelatedFacts, type Rule } from '../result/index.ts';
import { belongsHere, exhausted, toFinding } from './compile.ts';
import { apiErrorFinding, failedCallFinding, firstOfEachPlace, isLaunchError } from './correctness.ts';
import type { CaseEvidence } from './evidence.ts';
import { hostPointerFindings, sharedAliases, together, uninitializedLocals } from './faults.ts';
import { faultFindings } from './group.ts';
import { type ProgramLimits, programEnd } from './host-detail.ts';

/** What is known of a program with a `main` after its run: there is no exercise, and nothing is expected of it. */
export interface ProgramEvidence {
  readonly fileName: string;
  readonly source: string;
  readonly compiled: CompileResult;
  /** null where it does not compile. */
  readonly run: RunResult | null;
  readonly limits: ProgramLimits;
}

/** What each check finds, and what ended the program, which is told whatever is asked for. */
export interface ProgramFindings {
  readonly byCheck: Readonly<Partial<Record<CheckId, readonly Finding[]>>>;
  readonly fatal: readonly Finding[];
}

/** The same findings that a submission would get, but for those that need an exercise. */
export function programFindings(evidence: ProgramEvidence): ProgramFindings {
  const { compiled, run } = evidence;
  const compile = [
    ...compiled.diagnostics.filter(belongsHere).map((diagnostic) => toFinding(diagnostic, { program: true })),
    ...exhausted(evidence),
  ];
  const isFatal = (finding: Finding) => finding.severity === 'error';
  const fatal = compile.filter(isFatal);
  const warnings = compile.filter((finding) => !isFatal(finding));
  if (!run) return { byCheck: { compile: warnings }, fatal };
  const seen: CaseEvidence = { name: '', visible: true, dims: {}, run, outputs: [] };
  const faults = { cases: [seen], fileName: evidence.fileName, source: evidence.source };
  const ofDevice = faultFindings(faults, 'correctness').map(waitingForHost);
  const findings: Record<CheckId, Finding[]> = {
    compile: warnings,
    guards: faultFindings(faults, 'guards'),
    correctness: [
      ...ofDevice.filter((finding) => !endsProgram(finding)),
      ...firstOfEachPlace(faults, () => run.apiErrors.filter(isLaunchError), apiErrorFinding),
    ],
    memory: together([...uninitializedLocals(evidence), ...sharedAliases(evidence)], faultFindings(faults, 'memory')),
    races: faultFindings(faults, 'races'),
    technique: [],
    speedup: [],
  };
  findings.correctness.push(...failedCalls(seen, Object.values(findings).flat()));
  const ends = [
    ...ofDevice.filter(endsProgram),
    ...hostPointerFindings(faults),
    ...endFindings(run.host, evidence.limits),
  ];
  return {
    byCheck: Object.fromEntries(CHECK_IDS.map((id) => [id, findings[id].map(withoutCase)])),
    fatal: [...fatal, ...ends].map(withoutCase),
  };
}

/** A kernel that waits for host code can be right: only the emulator cannot run both at the same time. */
function waitingForHost(finding: Finding): Finding {
  const { detail } = finding;
  const isForHost = detail?.kind === 'waiting-loop' && detail.reason === 'host-code';
  return isForHost ? { ...finding, rule: 'unsupported-feature' } : finding;
}

function endsProgram({ rule }: Finding): boolean {
  return rule === 'timeout' || rule === 'unsupported-feature';
}

/** Returns the calls that failed in lines without another finding, one for each line. */
function failedCalls(seen: CaseEvidence, others: readonly Finding[]): Finding[] {
  const placeOf = ({ file, line }: Finding) => `${file}:${line}`;
  const known = new Set(others.map(placeOf));
  const failed = seen.run.apiErrors.flatMap((error) => failedCallFinding(error, seen) ?? []);
  return failed.filter((finding) => !known.has(placeOf(finding)) && known.add(placeOf(finding)));
}

function withoutCase({ case: _, ...finding }: Finding): Finding {
  return finding;
}

/** A GPU and a computer have more memory than the emulator: too little of it is no mistake of the program. */
const STOPPED_RULES: Readonly<Record<Extract<HostOutcome, { status: 'stopped' }>['limit'], Rule>> = {
  wall: 'timeout',
  memory: 'unsupported-feature',
  deviceMemory: 'unsupported-feature',
  output: 'host-fault',
  launches: 'host-fault',
  calls: 'host-fault',
  deviceSteps: 'timeout',
};

/** Returns the place of a thread in the kernel that was running when the time was over. */
function runningLoop(host: HostOutcome): RelatedFacts[] {
  if (host.status !== 'stopped' || !host.loop) return [];
  const { position, block, thread } = host.loop;
  const { file, line, column } = position;
  return [{ file, line, column, block: [...block], thread: [...thread], detail: { kind: 'running' } }];
}

/** A crash, or a limit; an abort is the program's own way to end. A device pointer that host code used has a finding of its own, and a kernel that is out of steps too. */
function endFindings(host: HostOutcome, limits: ProgramLimits): Finding[] {
  const crashed = host.status === 'trapped' && !host.devicePointer && !host.aborted;
  const stopped = host.status === 'stopped' && host.limit !== 'deviceSteps';
  if (!crashed && !stopped) return [];
  const { position } = host;
  return [
    worded({
      rule: stopped ? STOPPED_RULES[host.limit] : 'host-fault',
      severity: 'error',
      ...(position && { file: position.file, line: position.line, column: position.column }),
      detail: programEnd(host, limits),
      related: runningLoop(host),
    }),
  ];
}
