import { CHECK_IDS, type CheckId } from '../result/index.ts';
import { acceptedByNvccAlone, judgeCompile } from './compile.ts';
import { judgeCorrectness } from './correctness.ts';
import type { CheckOutcome, Evidence } from './evidence.ts';
import { judgeGuards, judgeMemory, judgeRaces } from './faults.ts';
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
      : summarize(id, 'skipped', [], evidence, { reason: 'not-compiled' });
  });
}

/** What the kernels did cannot be told from what host code did: staff decide. */
function needsReview(compile: CheckOutcome, evidence: Evidence): CheckOutcome[] {
  return CHECK_IDS.map((id) => {
    if (id === 'compile') return compile;
    return id === 'speedup'
      ? judgeSpeedup(evidence)
      : summarize(id, 'error', [], evidence, { reason: 'data-dependent' });
  });
}
