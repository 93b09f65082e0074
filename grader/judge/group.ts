import type { AccessEnd, DeviceFault } from '../device/index.ts';
import type { ExchangedArguments } from '../explain/index.ts';
import { worded } from '../explain/index.ts';
import { type CheckId, type Finding, type FindingDetail, RULES } from '../result/index.ts';
import { allocatedVariable } from './allocated-variable.ts';
import { type ElementOf, elementsOf } from './elements.ts';
import type { CaseEvidence, Evidence } from './evidence.ts';
import { exchangedIn } from './exchanged.ts';
import { type FaultContext, faultDetail, faultRelated } from './fault-detail.ts';
import { type Follows, followsIn, type SeenFault } from './follows.ts';
import { tellableLaunch, tellableThread } from './hidden.ts';

/** What findings of faults are made from: of a submission's cases, or of the one run of a program. */
export interface FaultEvidence extends Pick<Evidence, 'cases'> {
  readonly spec?: Pick<Evidence['spec'], 'races'>;
  readonly fileName?: string;
  /** Text of {@link fileName}. */
  readonly source?: string;
}

/** One distinct problem over all cases: its first occurrence, where that was, and how often it was seen in all. */
export interface Problem {
  readonly fault: DeviceFault;
  readonly case: CaseEvidence;
  readonly count: number;
  /** Every occurrence, the first one included. */
  readonly seen: readonly SeenFault[];
}

/**
 * Puts the faults of all cases together: a hundred threads, launches or cases with the same mistake at the same
 * place are one problem. The order is that of the first occurrences.
 */
export function groupFaults(cases: readonly CaseEvidence[], belongs: (fault: DeviceFault) => boolean): Problem[] {
  const problems = new Map<string, Problem & { readonly seen: SeenFault[] }>();
  for (const evidence of cases) {
    for (const seen of evidence.run.faults) {
      if (!belongs(seen)) continue;
      const fault = placed(seen, evidence);
      const key = [fault.rule, detailKey(fault), place(fault.at), fault.other && place(fault.other)].join('|');
      const known = problems.get(key);
      const one = { fault, case: evidence };
      known?.seen.push(one);
      problems.set(
        key,
        known ? { ...known, count: known.count + fault.count } : { ...one, count: fault.count, seen: [one] },
      );
    }
  }
  return mergeRacePairs([...problems.values()]);
}

/**
 * Returns what tells one mistake at a place from another. A null pointer with a large index leads to an address of host
 * memory, and a read of host memory gives a kernel other wrong pointers: at one place, the first access stands for all.
 */
function detailKey({ rule, kernel, detail }: DeviceFault): DeviceFault['detail'] {
  return (rule === 'host-device-pointer' && kernel) || detail === 'written-later' ? null : detail;
}

/** What has no place in device code of the submission is told where its kernel was launched. */
function placed(fault: DeviceFault, { run }: CaseEvidence): DeviceFault {
  const position = run.launches[fault.launch]?.position ?? null;
  if (position === null || (fault.at.position && (!fault.other || fault.other.position))) return fault;
  const at = (end: AccessEnd) => (end.position ? end : { ...end, position });
  return { ...fault, at: at(fault.at), other: fault.other && at(fault.other) };
}

/** A race seen from both of its ends, or of one place with several, is one problem: the pair that was seen first stands. */
function mergeRacePairs(problems: readonly Problem[]): Problem[] {
  const kept = new Map<string, Problem>();
  for (const problem of problems) {
    const { fault } = problem;
    const isRace = fault.rule === 'shared-race' || fault.rule === 'global-race';
    const ends = [place(fault.at), fault.other ? place(fault.other) : ''].sort();
    const kind = `${fault.rule}|${severityOf(problem)}|${isLockstep(problem)}`;
    const key = isRace ? `${kind}|${ends.join('|')}` : `${kept.size}`;
    const known = kept.get(key);
    kept.set(key, known ? across(known, problem) : problem);
  }
  return foldLockstep([...kept.values()]);
}

/** Two that are one problem: where either is between blocks, no barrier fixes it. */
function across(known: Problem, other: Problem): Problem {
  const { detail } = other.fault;
  const isBetween = detail === 'between-blocks' && known.fault.detail === 'inside-block';
  return { ...joined(known, other), ...(isBetween && { fault: { ...known.fault, detail } }) };
}

/** Returns a problem with the occurrences of another one, which is the same mistake. */
function joined(known: Problem, other: Problem): Problem {
  return { ...known, count: known.count + other.count, seen: [...known.seen, ...other.seen] };
}

/** What lanes of one warp do in one case and threads of different warps in another is one problem: the graver stands. */
function foldLockstep(problems: readonly Problem[]): Problem[] {
  const ends = ({ fault: { rule, at, other } }: Problem) =>
    [rule, ...[place(at), other ? place(other) : ''].sort()].join('|');
  const graver = new Map(
    problems
      .filter((p) => RULES[p.fault.rule] === 'races' && severityOf(p) === 'error' && !isLockstep(p))
      .map((p) => [ends(p), p]),
  );
  const folded = new Map<Problem, Problem>();
  for (const problem of problems.filter(isLockstep)) {
    const stands = graver.get(ends(problem));
    if (stands) folded.set(stands, joined(folded.get(stands) ?? stands, problem));
  }
  const rest = problems
    .filter((problem) => !isLockstep(problem) || !graver.has(ends(problem)))
    .map((problem) => folded.get(problem) ?? problem);
  // Who counts on lockstep does so at every step of a reduction, and who sends half a warp into a branch sends it past all
  // the matrix functions in there: that is one problem, told at the first of them.
  const kept = new Map<string, Problem>();
  for (const problem of rest) {
    const { rule, kernel, buffer, detail, waiting } = problem.fault;
    const common = isLockstep(problem) ? buffer?.label : detail === 'whole-warp' ? waiting?.arrived : null;
    const key = common === null ? `${kept.size}` : [rule, kernel, detail, common].join('|');
    const known = kept.get(key);
    kept.set(key, known ? joined(known, problem) : problem);
  }
  return [...kept.values()];
}

/** True for a race of lanes of one warp that lockstep hides. */
function isLockstep({ fault }: Problem): boolean {
  return fault.detail === 'warp-lockstep' || fault.detail === 'warp-volatile';
}

function place(end: AccessEnd): string {
  return end.position ? `${end.position.file}:${end.position.line}:${end.position.column}` : '-';
}

/** Same-value writes are a note unless the assignment is strict; a leak and undefined arithmetic are a warning. */
function severityOf(problem: Problem, spec?: FaultEvidence['spec']): Finding['severity'] {
  const { rule, detail } = problem.fault;
  if (rule === 'leak' || rule === 'undefined-arithmetic' || detail === 'unwritten-copy') return 'warning';
  // In global memory, two accesses through `volatile` are no data race for PTX.
  if (rule === 'global-race' && detail === 'warp-volatile') return 'warning';
  // In an exercise, code that works only while lanes run together is a mistake, unless the exercise is about such code.
  if (detail === 'warp-volatile') return spec && spec.races?.warpSynchronous !== 'allowed' ? 'error' : 'warning';
  if (RULES[rule] === 'races' && detail === 'same-value')
    return spec?.races?.sameValueWrites === 'error' ? 'error' : 'note';
  return 'error';
}

/** The findings of one check that come from what the device saw. */
export function faultFindings(evidence: FaultEvidence, check: CheckId): Finding[] {
  const about: Asked = {
    elementOf: elementsOf(evidence.cases),
    exchangedOf: evidence.source === undefined ? () => null : exchangedIn(evidence.source, evidence.cases),
    followsOf: followsIn(evidence.cases),
  };
  return groupFaults(evidence.cases, (fault) => RULES[fault.rule] === check).map((problem) =>
    toFinding(problem, evidence, about),
  );
}

/** What is asked of source and launches for each problem, and worked out once for all of them. */
interface Asked {
  readonly elementOf: (problem: Problem) => ElementOf;
  readonly exchangedOf: (kernel: string) => ExchangedArguments | null;
  readonly followsOf: (seen: readonly SeenFault[]) => Follows | null;
}

/** An index that leads outside, or to memory that is not initialized, is right if two arguments are exchanged. */
function withExchanged(detail: FindingDetail, kernel: string, { exchangedOf }: Asked): FindingDetail {
  switch (detail.kind) {
    case 'out-of-bounds':
    case 'tile-out-of-bounds':
    case 'uninitialized': {
      const exchanged = exchangedOf(kernel);
      return exchanged ? { ...detail, exchanged } : detail;
    }
    default:
      return detail;
  }
}

function toFinding(problem: Problem, evidence: FaultEvidence, about: Asked): Finding {
  const { fault } = problem;
  const at = fault.at.position;
  const follows = about.followsOf(problem.seen);
  const context: FaultContext = {
    visible: problem.case.visible,
    launch: tellableLaunch(problem.case, problem.case.run.launches[fault.launch] ?? null),
    sameValueIsError: severityOf(problem, evidence.spec) === 'error',
    elementOf: about.elementOf(problem),
    variable: allocatedVariable(evidence, fault.buffer?.allocatedAt ?? null),
    ...(evidence.fileName !== undefined && { fileName: evidence.fileName }),
  };
  return worded({
    rule: fault.rule,
    severity: severityOf(problem, evidence.spec),
    ...(at && { file: at.file, line: at.line, column: at.column }),
    ...(fault.kernel && { kernel: fault.kernel, ...tellableThread(problem.case, fault.at) }),
    case: problem.case.name,
    count: problem.count,
    ...(follows && { follows }),
    related: faultRelated(fault, context),
    detail: withExchanged(faultDetail(fault, context), fault.kernel ?? '', about),
  });
}
