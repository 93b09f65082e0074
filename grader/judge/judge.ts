import { CHECK_IDS, type CheckId } from '../result/index.ts';
import { acceptedByNvccAlone, judgeCompile } from './compile.ts';
import { caseHolds, judgeCorrectness } from './correctness.ts';
import type { CheckOutcome, Evidence } from './evidence.ts';
import { judgeGuards, judgeMemory, judgeRaces } from './faults.ts';
import { WORKS, writesHalf } from './participation.ts';
import { judgeSpeedup } from './speedup.ts';
import { summarize } from './summary.ts';
import { judgeTechnique } from './technique/index.ts';

const JUDGES: Readonly<Record<CheckId, (evidence: Evidence) => CheckOutcome>> = {
  compile: judgeCompile,
  guards: judgeGuards,
  correctness: judgeCorrectness,
  memory: judgeMemory,
  races: judgeRaces,
  technique: judgeTechnique,
  speedup: judgeSpeedup,
};

/** All checks in their order. Where the submission does not compile, the others are skipped and earn nothing. */
export function judge(evidence: Evidence): CheckOutcome[] {
  const compile = judgeCompile(evidence);
  if (evidence.compiled.status === 'compiled' && compile.status === 'passed') {
    if (evidence.cases.some(({ undecided }) => undecided !== undefined)) return needsReview(compile, evidence);
    return CHECK_IDS.map((id) => (id === 'compile' ? compile : JUDGES[id](evidence)));
  }
  if (acceptedByNvccAlone(evidence)) {
    return CHECK_IDS.map((id) =>
      id === 'compile' ? compile : summarize(id, 'error', [], evidence, { reason: 'clang-refuses' }),
    );
  }
  return CHECK_IDS.map((id) => {
    if (id === 'compile') return compile;
    return id === 'speedup'
      ? judgeSpeedup(evidence)
      : summarize(id, 'skipped', [], evidence, { reason: compile.status === 'failed' ? 'not-compiled' : 'not-run' });
  });
}

/** The checks that a run on any valid inputs can fail. */
const FAIL_ON_ANY_DATA: ReadonlySet<CheckId> = new Set(['guards', 'memory', 'races']);

/**
 * Leaves to staff what no replay can tell: what the kernels do with the inputs. Faults of kernels count all the same: the
 * run that has them was given valid inputs, if not the case's.
 */
function needsReview(compile: CheckOutcome, evidence: Evidence): CheckOutcome[] {
  return CHECK_IDS.map((id) => {
    if (id === 'compile') return compile;
    if (id === 'speedup') return judgeSpeedup(evidence);
    const judged = FAIL_ON_ANY_DATA.has(id) ? JUDGES[id](evidence) : null;
    return judged?.status === 'failed' ? judged : summarize(id, 'error', [], evidence, { reason: 'not-replayed' });
  });
}

/** The checks that earn points only for work. */
const NEED_WORK: ReadonlySet<CheckId> = new Set(['guards', 'memory', 'races', 'technique']);

/**
 * True if points depend on whether the kernels did the exercise's work, and that is not known yet. It is known if
 * every case is right and kernels wrote the outputs.
 */
export function participationMatters(evidence: Omit<Evidence, 'participation'>): boolean {
  const { cases } = evidence;
  if (cases.length === 0 || (cases.every(caseHolds) && writesHalf(cases))) return false;
  const outcomes = judge({ ...evidence, participation: WORKS });
  return outcomes.some(({ id, status }) => NEED_WORK.has(id) && status === 'passed');
}
