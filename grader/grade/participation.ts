import {
  type CaseEvidence,
  casesWithWork,
  type Evidence,
  hasUnsetVariables,
  type Idleness,
  judge,
  type Participation,
  participationMatters,
  readsUndefined,
  WORKS,
  writtenShare,
} from '../checks/index.ts';
import type { CompileResult } from '../compile/index.ts';
import {
  copiedInput,
  dependence,
  inputsOf,
  isIdle,
  LEAST_INFLUENCE,
  measureInfluence,
  type RunOutputs,
  type RunWith,
  type Subject,
  toldApart,
} from '../influence/index.ts';
import type { RunResult } from '../record/index.ts';
import { score } from '../score/index.ts';
import type { Assignment } from '../spec/index.ts';
import type { Engine } from './engine.ts';
import { computedOutputs, type MadeCase } from './inputs.ts';
import { runRequest } from './request.ts';
import { deriveSeed } from './seed.ts';

/** The share of the points that a submission may earn that does not show the exercise's work. */
export const MOST_WITHOUT_WORK = 0.4;

type Program = Extract<CompileResult, { status: 'compiled' }>;

export interface ParticipationRequest {
  readonly assignment: Assignment;
  readonly engine: Pick<Engine, 'run'>;
  readonly evidence: Omit<Evidence, 'participation'>;
  /** The cases of the evidence, in its order. */
  readonly made: readonly MadeCase[];
  /** Compiles the submission with variables of device code that begin as 0. */
  readonly compileZeroed: () => Promise<CompileResult>;
  readonly seed: string;
  readonly signal?: AbortSignal | undefined;
}

/** A case that was run, and how. */
interface Run {
  readonly made: MadeCase;
  readonly seen: CaseEvidence;
}

/**
 * Finds out whether the kernels did the exercise's work, on visible cases only. If the least that kernels wrote of a
 * case is less than half, that case decides. Otherwise it is the largest, and a smaller one if that one shows none.
 */
export async function participationOf(request: ParticipationRequest): Promise<Participation> {
  const { evidence, made } = request;
  if (!participationMatters(evidence)) return WORKS;
  const runs = made.flatMap((own, index): (Run & CaseEvidence)[] => {
    const seen = evidence.cases[index];
    return seen?.visible ? [{ ...seen, made: own, seen }] : [];
  });
  const measure = new Measure(request);
  let shown: { readonly run: Run; readonly because: Idleness } | null = null;
  for await (const run of casesToMeasure(request, casesWithWork(runs))) {
    const because = await measure.idlenessOf(run);
    if (because === null) return WORKS;
    shown ??= { run, because };
  }
  if (shown === null) return WORKS;
  const { because, run } = shown;
  const isUndefined = readsUndefined(run.seen) || hasUnsetVariables(evidence);
  if (!isUndefined || writtenShare(run.seen) < 1 / 2) return { status: 'idle', because };
  const { score: points, maxScore } = score(judge({ ...evidence, participation: WORKS }), evidence.spec.rubric);
  return points <= MOST_WITHOUT_WORK * maxScore ? WORKS : { status: 'undefined', because };
}

async function* casesToMeasure({ assignment }: ParticipationRequest, runs: readonly Run[]): AsyncGenerator<Run> {
  const bySize = [...runs].sort((a, b) => a.made.plan.elements - b.made.plan.elements);
  // Of equal ones the largest.
  const [least] = [...bySize].reverse().sort((a, b) => writtenShare(a.seen) - writtenShare(b.seen));
  if (least && writtenShare(least.seen) < 1 / 2) {
    yield least;
    return;
  }
  const largest = bySize.pop();
  if (!largest) return;
  yield largest;
  if (inputsOf(assignment.spec).length === 0) return;
  // A case in which few outputs depend on a change needs too little of the work: two terms of a sum, say.
  const enough = (await dependence(pureSubject(assignment, largest.made))) / 2;
  for (const run of bySize) {
    if ((await dependence(pureSubject(assignment, run.made))) < enough) continue;
    yield run;
    return;
  }
}

/** What is known of a case without running anything. */
function pureSubject(assignment: Assignment, { inputs, plan }: MadeCase): Omit<Subject, 'before' | 'runWith'> {
  return {
    spec: assignment.spec,
    inputs,
    expected: (altered) => computedOutputs(assignment, altered, plan.dims),
    seed: 1,
  };
}

/** Measures cases of one submission. */
class Measure {
  readonly #request: ParticipationRequest;
  #zeroed: Promise<Program | null> | null = null;

  constructor(request: ParticipationRequest) {
    this.#request = request;
  }

  /** Returns what shows that a case was run without its work, or `null`. */
  async idlenessOf(run: Run): Promise<Idleness | null> {
    const { evidence } = this.#request;
    const own = outputsOf(run.seen.run);
    if (run.seen.outputs.every(({ writtenByKernels }) => writtenByKernels === 0)) {
      return this.#idleness(run, own, async () => own);
    }
    // What is undefined without a finding, such as the value of a lane that is not there, shows only in a second try.
    const tries = readsUndefined(run.seen) || hasUnsetVariables(evidence) ? [true] : [false, true];
    let shown: Idleness | null = null;
    for (const undefinedIsZero of tries) {
      const runWith = await this.#runnerOf(run, undefinedIsZero);
      const because = await this.#idleness(run, (await runWith(run.made.inputs)) ?? own, runWith);
      if (because === null) return null;
      shown ??= because;
    }
    return shown;
  }

  async #idleness({ made, seen }: Run, before: RunOutputs, runWith: RunWith): Promise<Idleness | null> {
    const { assignment, seed } = this.#request;
    const known = pureSubject(assignment, made);
    const subject: Subject = { ...known, seed: deriveSeed(seed, 'influence', seen.name), before, runWith };
    const expected = await subject.expected(made.inputs);
    if (inputsOf(assignment.spec).length === 0) {
      const share = toldApart(assignment.spec, before, expected, subject.seed);
      return share < LEAST_INFLUENCE ? { case: seen.name, kind: 'not-told-apart', share } : null;
    }
    const array = copiedInput(subject, expected);
    if (array !== null) return { case: seen.name, kind: 'copy', array };
    const influences = await measureInfluence(subject);
    if (influences.length === 0 && writtenShare(seen) < 1 / 2) {
      return { case: seen.name, kind: 'unwritten', share: writtenShare(seen) };
    }
    const idle = influences.find(isIdle);
    switch (idle?.status) {
      case 'measured': {
        const { array: name, depending, changed } = idle;
        return { case: seen.name, kind: 'no-influence', array: name, depending, changed };
      }
      case 'unfinished':
        return { case: seen.name, kind: 'unfinished', array: idle.array };
      default:
        return null;
    }
  }

  /**
   * Returns what runs the case with other inputs.
   * @param undefinedIsZero - a value that is not a number hides what else a result depends on
   */
  async #runnerOf({ made, seen }: Run, undefinedIsZero: boolean): Promise<RunWith> {
    const { assignment, engine, evidence, signal } = this.#request;
    const { compiled } = evidence;
    if (compiled.status !== 'compiled') return async () => null;
    const isZeroed = undefinedIsZero && hasUnsetVariables(evidence);
    const program = isZeroed ? ((await this.#zeroedProgram()) ?? compiled) : compiled;
    return async (inputs) => {
      if (inputs === made.inputs && !undefinedIsZero) return outputsOf(seen.run);
      const request = runRequest(assignment.spec, program, made.plan, { inputs, shapes: made.shapes }, false);
      return outputsOf(await engine.run({ ...request, undefinedIsZero }, signal));
    };
  }

  #zeroedProgram(): Promise<Program | null> {
    this.#zeroed ??= this.#request
      .compileZeroed()
      .then((compiled) => (compiled.status === 'compiled' ? compiled : null));
    return this.#zeroed;
  }
}

function outputsOf(run: RunResult): RunOutputs {
  return { outputs: run.outputs, finished: isFinished(run) };
}

/** True if host code returned and every launch ran to its end. */
function isFinished({ host, launches }: RunResult): boolean {
  return host.status === 'returned' && launches.every(({ outcome }) => outcome.error === 0);
}
