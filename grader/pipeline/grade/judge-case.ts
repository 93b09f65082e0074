import type { CompileResult } from '../../compile/index.ts';
import type { Recorded, RunRequest, RunResult } from '../../host/index.ts';
import type { Judged, Judging, Recordings, RunAgain } from '../../host/replay/index.ts';
import type { CaseEvidence } from '../../judge/index.ts';
import type { Assignment } from '../../spec/index.ts';
import { decoyArguments, decoyPlan, decoyRuns } from './decoys.ts';
import type { Engine } from './engine.ts';
import { gatherEvidence } from './evidence.ts';
import { type MadeCase, makeCase } from './inputs.ts';
import { runRequest } from './request.ts';

/** The bytes that host code may make from data where a run on fresh data can tell: at most, and of larger outputs. */
const METERED = { bytes: 64, share: 0.05, outputBytes: 1024 } as const;
/** The number of the fresh data, which no decoy has. */
const FRESH = 1_000;

export interface CaseToJudge {
  readonly assignment: Assignment;
  readonly engine: Engine;
  readonly compiled: Extract<CompileResult, { status: 'compiled' }>;
  readonly own: MadeCase;
  /** Its memory accesses are counted. */
  readonly counters: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A case that was judged. */
export interface JudgedCase {
  readonly evidence: CaseEvidence;
  /** The run with the case's own inputs. Another one is judged if host code made bytes from them. */
  readonly run: RunResult;
  /** Runs the case with other inputs; null if there is no way. */
  readonly again: RunAgain | null;
  /** Returns the recordings for another device; `null` if there are none. */
  readonly repeatable: () => Promise<RepeatableCase | null>;
  /** The recordings that `again` repeats; absent if host code runs again. */
  readonly repeated?: readonly Recorded[];
}

/** A case that another device can repeat without host code. */
export interface RepeatableCase {
  /** The case with the inputs that are judged: its own, or fresh ones if host code made bytes from them. */
  readonly own: MadeCase;
  readonly request: RunRequest;
  readonly recorded: readonly Recorded[];
}

/** Judges one case on the emulator: host code runs on decoys, its kernels on the case's inputs. */
export async function judgeCase({
  assignment,
  engine,
  compiled,
  own,
  counters,
  signal,
}: CaseToJudge): Promise<JudgedCase> {
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
  const evidenceOnFresh = async ({ untracedBytes, like, run }: Extract<Judged, { status: 'metered' }>) => {
    const outputBytes = run.outputs.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const most = Math.min(METERED.bytes, METERED.share * outputBytes);
    if (untracedBytes > most || outputBytes < METERED.outputBytes) return null;
    const fresh = await makeCase(assignment, decoyPlan(spec, own.plan, FRESH), engine);
    const request = runRequest(spec, compiled, own.plan, fresh, counters);
    const direct = await engine.runDirectly(request, like, most, signal);
    if (!direct) return null;
    const made = { ...fresh, plan: own.plan };
    const repeatable = async () => ({ own: made, request, recorded: direct.recorded });
    return { evidence: await gatherEvidence(spec, made, direct.run, request), repeatable };
  };
  const judged = await engine.judge(asked, judging, signal);
  const last = seen as { readonly run: RunResult; readonly evidence: CaseEvidence } | null;
  const { run } = judged;
  const repeatable = (recordings: Recordings) => async () => {
    const recorded = await recordings();
    return recorded && { own, request: asked, recorded };
  };
  switch (judged.status) {
    case 'judged': {
      const { again, repeated } = judged;
      const seenOnce = last?.run === run ? last.evidence : await evidenceOf(run);
      const evidence = await withHostMade(seenOnce, run, again, asked);
      return { evidence, run, again, repeatable: repeatable(judged.recordings), ...(repeated && { repeated }) };
    }
    case 'metered': {
      const onFresh = await evidenceOnFresh(judged);
      const onOwn = async () => ({
        evidence: await withHostMade(await evidenceOf(run), run, judged.again, asked),
        repeatable: repeatable(judged.recordings),
      });
      return { run, again: judged.again, ...(onFresh ?? (await onOwn())) };
    }
    case 'data-dependent': {
      const evidence = { ...(await evidenceOf(run)), undecided: judged.reason };
      return { evidence, run, again: null, repeatable: async () => null };
    }
  }
}

/** Adds how many elements of each output differ if host code makes other values, for wrong outputs. */
async function withHostMade(
  evidence: CaseEvidence,
  run: RunResult,
  again: RunAgain | null,
  { args }: RunRequest,
): Promise<CaseEvidence> {
  if (!again || (run.hostMadeBytes ?? 0) === (run.cutBytes ?? 0) || isRight(evidence)) return evidence;
  const other = await again(args, { otherHostValues: true });
  const bytesOf = ({ outputs }: RunResult, name: string) => outputs.find((output) => output.name === name)?.bytes;
  const outputs = evidence.outputs.map((output) => {
    const [one, two] = [bytesOf(run, output.name), bytesOf(other, output.name)];
    if (!one || !two || one.length !== two.length) return output;
    const differing = new Set<number>();
    const elementBytes = one.length / Math.max(1, output.elements);
    for (let at = 0; at < one.length; at++) if (one[at] !== two[at]) differing.add(Math.floor(at / elementBytes));
    return { ...output, hostMade: differing.size };
  });
  return { ...evidence, outputs };
}

function isRight({ outputs }: CaseEvidence): boolean {
  return outputs.every(({ comparison }) => comparison.wrong === 0 && comparison.unwritten === 0);
}
