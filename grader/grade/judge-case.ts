import type { CaseEvidence } from '../checks/index.ts';
import type { CompileResult } from '../compile/index.ts';
import type { RunResult } from '../record/index.ts';
import type { Judging } from '../replay/index.ts';
import type { Assignment } from '../spec/index.ts';
import { decoyArguments, decoyRuns } from './decoys.ts';
import type { Engine } from './engine.ts';
import { gatherEvidence } from './evidence.ts';
import type { MadeCase } from './inputs.ts';
import { runRequest } from './request.ts';

export interface CaseToJudge {
  readonly assignment: Assignment;
  readonly engine: Engine;
  readonly compiled: Extract<CompileResult, { status: 'compiled' }>;
  readonly own: MadeCase;
  /** Its memory accesses are counted. */
  readonly counters: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Judges one case on the emulator: host code runs on decoys, its kernels on the case's inputs. */
export async function judgeCase({
  assignment,
  engine,
  compiled,
  own,
  counters,
  signal,
}: CaseToJudge): Promise<CaseEvidence> {
  const { spec } = assignment;
  const asked = runRequest(spec, compiled, own.plan, own, counters);
  const evidenceOf = (run: RunResult) => gatherEvidence(spec, own, run, asked);
  let seen: { readonly run: RunResult; readonly evidence: CaseEvidence } | null = null;
  const judging: Judging = {
    decoys: (number) => decoyArguments(assignment, own.plan, asked, number),
    decoyRuns: decoyRuns(spec, own.plan),
    isRight: async (run) => {
      seen = { run, evidence: await evidenceOf(run) };
      return isRight(seen.evidence);
    },
  };
  const judged = await engine.judge(asked, judging, signal);
  const last = seen as { readonly run: RunResult; readonly evidence: CaseEvidence } | null;
  switch (judged.status) {
    case 'judged':
      return last?.run === judged.run ? last.evidence : await evidenceOf(judged.run);
    case 'metered':
      return await evidenceOf(judged.run);
    case 'data-dependent':
      return { ...(await evidenceOf(judged.run)), undecided: judged.reason };
  }
}

function isRight({ outputs }: CaseEvidence): boolean {
  return outputs.every(({ comparison }) => comparison.wrong === 0 && comparison.unwritten === 0);
}
