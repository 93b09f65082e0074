import type { AccessEnd, DeviceFault } from '../devices/index.ts';
import { type CheckId, type Finding, RULES } from '../result/index.ts';
import { wordFault } from '../wording/index.ts';
import type { CaseEvidence, Evidence } from './evidence.ts';
import { tellableLaunch, tellableThread } from './hidden.ts';

/** One distinct problem over all cases: its first occurrence, where that was, and how often it was seen in all. */
export interface Problem {
  readonly fault: DeviceFault;
  readonly case: CaseEvidence;
  readonly count: number;
}

/**
 * Puts the faults of all cases together: a hundred threads, launches or cases with the same mistake at the same
 * place are one problem. The order is that of the first occurrences.
 */
export function groupFaults(cases: readonly CaseEvidence[], belongs: (fault: DeviceFault) => boolean): Problem[] {
  const problems = new Map<string, Problem>();
  for (const evidence of cases) {
    for (const fault of evidence.run.faults) {
      if (!belongs(fault)) continue;
      const key = [fault.rule, fault.detail, place(fault.at), fault.other && place(fault.other)].join('|');
      const known = problems.get(key);
      problems.set(
        key,
        known ? { ...known, count: known.count + fault.count } : { fault, case: evidence, count: fault.count },
      );
    }
  }
  return mergeRacePairs([...problems.values()]);
}

/** A race seen from both of its ends, or of one place with several, is one problem: the pair that was seen first stands. */
function mergeRacePairs(problems: readonly Problem[]): Problem[] {
  const kept = new Map<string, Problem>();
  for (const problem of problems) {
    const { fault } = problem;
    const isRace = fault.rule === 'shared-race' || fault.rule === 'global-race';
    const ends = [place(fault.at), fault.other ? place(fault.other) : ''].sort();
    const key = isRace ? `${fault.rule}|${severityOf(problem)}|${ends.join('|')}` : `${kept.size}`;
    const known = kept.get(key);
    kept.set(key, known ? { ...known, count: known.count + problem.count } : problem);
  }
  return [...kept.values()];
}

function place(end: AccessEnd): string {
  return end.position ? `${end.position.line}:${end.position.column}` : '-';
}

/** Same-value writes are a note unless the assignment is strict; a leak is a warning; the rest are errors. */
function severityOf(problem: Problem, spec?: Evidence['spec']): Finding['severity'] {
  const { rule, detail } = problem.fault;
  if (rule === 'leak') return 'warning';
  if (RULES[rule] === 'races' && detail === 'same-value')
    return spec?.races?.sameValueWrites === 'error' ? 'error' : 'note';
  return 'error';
}

/** The findings of one check that come from what the device saw. */
export function faultFindings(evidence: Evidence, check: CheckId): Finding[] {
  return groupFaults(evidence.cases, (fault) => RULES[fault.rule] === check).map((problem) =>
    toFinding(problem, evidence),
  );
}

function toFinding(problem: Problem, evidence: Evidence): Finding {
  const { fault } = problem;
  const words = wordFault(fault, {
    fileName: evidence.fileName,
    caseName: problem.case.name,
    visible: problem.case.visible,
    dims: problem.case.dims,
    count: problem.count,
    launch: tellableLaunch(problem.case, problem.case.run.launches[fault.launch] ?? null),
  });
  return {
    rule: fault.rule,
    severity: severityOf(problem, evidence.spec),
    message: words.message,
    ...(fault.at.position && {
      file: evidence.fileName,
      line: fault.at.position.line,
      column: fault.at.position.column,
    }),
    ...(fault.kernel && { kernel: fault.kernel, ...tellableThread(problem.case, fault.at) }),
    case: problem.case.name,
    count: problem.count,
    ...(words.hint && { hint: words.hint }),
    ...(words.related.length > 0 && { related: [...words.related] }),
  };
}
