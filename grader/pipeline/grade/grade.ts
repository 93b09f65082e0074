import { type CompileResult, compileCached, type HeaderFile } from '../../compile/index.ts';
import { QUICK_TOOLS, TOOLS } from '../../device/sanitizer/index.ts';
import { inNamesOfNumba } from '../../explain/index.ts';
import type { PythonProblem } from '../../handin/index.ts';
import type { LaunchPlan } from '../../host/plan/index.ts';
import {
  type CaseEvidence,
  type CheckOutcome,
  type Evidence,
  hasUnchecked,
  isCorrect,
  judge,
  launchEntry,
  type ShownSource,
  siteLines,
  toCaseResults,
  withoutHidden,
} from '../../judge/index.ts';
import { score } from '../../judge/score/index.ts';
import type { Waiting } from '../../platform/queue/index.ts';
import type { CheckResult, GradeResult } from '../../result/index.ts';
import type { BuildResult } from '../../sandbox/index.ts';
import type { CountedLaunch } from '../../spec/index.ts';
import {
  type Assignment,
  asksForOverlap,
  comparesWithBaseline,
  errorHandlingOf,
  type SolutionCount,
} from '../../spec/index.ts';
import type { TimingEvidence } from '../../timing/index.ts';
import type { GpuRuns, GpuTarget } from '../gpu/index.ts';
import { baselineLaunches, baselineSectors } from './baseline.ts';
import type { Engine } from './engine.ts';
import { entryOptions } from './entry.ts';
import { estimateOf } from './estimate.ts';
import { failedCallsOf } from './failing-calls.ts';
import { refusedFiles } from './further-files.ts';
import { gpuCases } from './gpu-cases.ts';
import type { Measurable } from './handed.ts';
import { withHanded } from './handed.ts';
import { hiddenFault, together } from './hidden.ts';
import { measureInfluence } from './influence.ts';
import { type MadeCase, makeCases } from './inputs.ts';
import { judgeCase } from './judge-case.ts';
import { buildCached, nvccEvidence } from './native.ts';
import { participationOf } from './participation.ts';
import { largestCase, type PlannedCase, planCases } from './plan-cases.ts';
import { filesToCompile, programFiles } from './program.ts';
import { raggedCase } from './ragged-case.ts';
import { reorderedRun, type Subject, withReordered } from './reordered.ts';
import { solutionCount } from './solution.ts';
import { streamOrderedRun } from './stream-order.ts';
import { type FoundInStreams, overlappingCopiesOf, streamRacesOf } from './stream-races.ts';
import { asAnswered } from './style.ts';
import { refusedForTampering } from './tampering.ts';
import { judgeUntried } from './timed-kernels.ts';
import { timeSubmission } from './timing.ts';

export interface GradeRequest {
  readonly assignment: Assignment;
  readonly source: string;
  /** Files of its own that the source includes; default: none. */
  readonly headers?: readonly HeaderFile[];
  /** The student's program, if the source is a translation of it, line for line; reports show it. */
  readonly shown?: ShownSource;
  /** The reason, in words, if the file is no text; then `source` is empty. */
  readonly unreadable?: string;
  /** The parts of a program in Python that are not translated; then `source` is empty, and the result is open. */
  readonly untranslated?: readonly PythonProblem[];
  /** The name in findings. */
  readonly fileName: string;
  /** Of the file's bytes, in hexadecimal. */
  readonly sha256: string;
  readonly seed: string;
  /** The seed is no secret: drawn cases are for practice, and are shown, and the result tells the seed. */
  readonly seedIsPublic: boolean;
  readonly engine: Engine;
  /** On a GPU: speed is not measured, and earns nothing. */
  readonly untimed?: boolean;
  /** The cases that compute-sanitizer sees on a GPU: all, or a small one with ragged extents; default: none. */
  readonly sanitize?: 'all' | 'ragged';
  readonly onProgress?: (event: GradeProgress) => void;
  readonly signal?: AbortSignal;
}

export type GradeProgress =
  | { readonly stage: 'compile' }
  | { readonly stage: 'run'; readonly done: number; readonly total: number }
  | { readonly stage: 'sanitize' }
  | { readonly stage: 'time' }
  /** Others use the GPU: so many requests are before this one, and take about `expectedMs` milliseconds. */
  | { readonly stage: 'wait'; readonly before: number; readonly expectedMs: number }
  /** A program that is no grader keeps the GPU busy; `who` is a sentence. */
  | { readonly stage: 'busy'; readonly who: string }
  | { readonly stage: 'judge' };

/** A result with what it was made from. */
export interface GradedView {
  readonly result: GradeResult;
  readonly evidence: Evidence;
  /** Inputs and expected outputs of each case of the evidence, for the report's pictures. */
  readonly cases: readonly MadeCase[];
  /** What the baseline does on the case whose accesses are counted; null where that is not known. */
  readonly baselineLaunches: readonly CountedLaunch[] | null;
  /** What the reference solution moves there; null where that is not known. */
  readonly solution: SolutionCount | null;
}

/** What the student may see: nothing in it was made from a hidden case, except the status and points of each check. */
export interface Graded extends GradedView {
  /** What staff may see: made from all cases. The same where no case is hidden. */
  readonly whole: GradedView;
}

/** What running cases gave. */
type Ran = Pick<Evidence, 'cases' | 'gpu' | 'sanitizer'>;

/** The same, and the means to run the cases again. */
type Repeatable = Ran & { readonly measurable: readonly Measurable[] };

const NOT_RUN: Repeatable = { cases: [], gpu: null, sanitizer: null, measurable: [] };

/**
 * Grades one submission: compile, run every case on the emulator and on the GPU where there is one, time it there, judge,
 * add up.
 * @param known - what it compiles to, where nothing of it is to be tried any more
 */
export async function gradeOnce(given: GradeRequest, known: CompileResult | null = null): Promise<Graded> {
  const answered = asAnswered(given.assignment, given.source);
  const files = programFiles(answered, given.headers ?? [], given.fileName, given.engine);
  const { headers, units } = files;
  const request = {
    ...given,
    assignment: answered,
    ...(given.headers || units.length > 0 ? { headers: files.shown } : {}),
  };
  const { assignment, engine, fileName, source, seed, signal } = request;
  const { spec } = assignment;
  const started = engine.now();
  const planned = planCases(spec, seed, request.seedIsPublic);
  const shown = planned.filter(({ visible }) => visible);

  request.onProgress?.({ stage: 'compile' });
  engine.prepare();
  const entry = entryOptions(spec);
  const refused = known ?? refusalOf(request.unreadable ?? files.refused ?? refusedFiles(spec, files.own), request);
  const building =
    engine.nvcc && refused === null && units.length === 0
      ? buildCached(engine, engine.nvcc, { source, fileName, headers, ...entry, ...(signal && { signal }) })
      : null;
  // Its failure is told when it is its turn.
  building?.catch(() => undefined);
  const compiling =
    refused !== null
      ? Promise.resolve(refused)
      : compileCached(engine, source, fileName, {
          ...entry,
          heapBytes: spec.limits.deviceMemoryMiB * 2 ** 20,
          ...filesToCompile(files),
          ...(engine.nvcc && { preprocessed: true }),
          timeoutMs: spec.limits.compileSeconds * 1000,
          ...(signal && { signal }),
        });
  // Inputs are made while Clang works. A fault in them is told only where the compiler has none.
  const [compiled, inputs] = await Promise.all([compiling, makeCases(assignment, shown, engine)]);

  const built = await building;
  const translated = request.shown ? asTranslated(compiled, built, fileName) : compiled;
  const program = { ...translated, diagnostics: [...translated.diagnostics, ...files.notes] };
  const image = built?.status === 'compiled' && engine.gpu ? built.fatbin : null;
  const onGpu =
    engine.gpu && image && program.status === 'compiled'
      ? { gpu: engine.gpu, runs: engine.gpu.runs({ program, image }, engine.symbolize) }
      : null;
  try {
    return await gradeCompiled(request, { started, planned, program, built, image, inputs, onGpu });
  } finally {
    await onGpu?.runs.dispose();
  }
}

/** A submission before its cases run: compiled and built, with its visible cases. */
interface Prepared {
  readonly started: number;
  readonly planned: readonly PlannedCase[];
  readonly program: CompileResult;
  readonly built: BuildResult | null;
  readonly image: Uint8Array | null;
  /** The visible cases. */
  readonly inputs: readonly MadeCase[];
  readonly onGpu: OnGpu | null;
}

interface OnGpu {
  readonly gpu: GpuTarget;
  readonly runs: GpuRuns;
}

async function gradeCompiled(
  request: GradeRequest,
  { started, planned, program, built, image, inputs, onGpu }: Prepared,
): Promise<Graded> {
  const { assignment, engine, fileName, source, seed, signal } = request;
  const { spec } = assignment;
  const hidden = planned.filter(({ visible }) => !visible);
  const largest = largestCase(planned);
  let baseline: Evidence['baseline'] = null;
  const runs = (cases: readonly MadeCase[], own: Pick<GradeRequest, 'onProgress' | 'sanitize'>): Promise<Repeatable> =>
    program.status === 'compiled'
      ? runCases({ ...request, ...own }, program, onGpu, cases, largest)
      : Promise.resolve(NOT_RUN);
  const ran = await runs(inputs, request);
  const compiled = refusedForTampering(program, ran.cases, fileName);
  const { measurable, ...seen } = compiled.status === 'compiled' ? ran : NOT_RUN;
  if (compiled.status === 'compiled' && largest && comparesWithBaseline(spec)) {
    baseline = await baselineSectors(assignment, largest, engine);
  }

  const unmeasured: Omit<Evidence, 'participation'> = {
    spec,
    fileName,
    source,
    ...(request.headers && { headers: request.headers }),
    ...(request.shown && { shown: request.shown }),
    compiled,
    ...seen,
    techniqueCase: largest?.name ?? null,
    baseline,
    nvcc: built && engine.nvcc && nvccEvidence(built, compiled, engine.nvcc.version),
    timing: null,
    timingSkipped: engine.gpu && image ? 'not-correct' : 'no-gpu',
  };
  const untimed = { ...unmeasured, participation: await participationOf(assignment, unmeasured, measurable) };
  const evidence = await withTiming(request, untimed, image);
  request.onProgress?.({ stage: 'judge' });
  const ofBaseline = largest && seen.cases.length > 0 ? await baselineLaunches(assignment, largest, engine) : null;
  const solution = largest && seen.cases.length > 0 ? solutionCount(assignment, largest, engine) : null;
  const described = await engine.gpu?.describe();
  const own = judge(evidence);
  // Whatever the student sees is made by now, the duration too: hidden cases run last, and can change none of it.
  const durationMs = 1000 * Math.ceil((engine.now() - started) / 1000);
  const view = (from: Evidence, outcomes: readonly CheckOutcome[], seedIsTold: boolean): GradeResult => ({
    ...(request.shown ? ofProgram(resultOf(request, from, outcomes)) : resultOf(request, from, outcomes)),
    ...estimated(engine.gpu ? null : estimateOf(from, ofBaseline)),
    environment: {
      ...engine.versions,
      nvcc: engine.nvcc?.version ?? null,
      driver: described?.driver ?? null,
      gpu: described?.gpu.name ?? null,
      image: engine.nvcc?.image ?? null,
      ...(engine.nvcc && { sandbox: engine.nvcc.sandbox }),
      limits: { ...spec.limits },
      ...(seedIsTold && { seed }),
      durationMs,
    },
  });
  const about = { baselineLaunches: ofBaseline, solution };
  if (hidden.length === 0 || compiled.status !== 'compiled') {
    const graded = { result: view(evidence, own, request.seedIsPublic), evidence, cases: inputs, ...about };
    return { ...graded, whole: { ...graded, result: view(evidence, own, true) } };
  }
  const unseen = await hiddenFault(async () => {
    const cases = await makeCases(assignment, hidden, engine);
    // Under compute-sanitizer, one small case is enough, and that was a visible one.
    const sanitize = request.sanitize === 'all' ? request.sanitize : undefined;
    return { cases, ran: await runs(cases, { sanitize, onProgress: undefined }) };
  }, signal);
  const unseenProgram = refusedForTampering(compiled, unseen.ran.cases, fileName);
  const all =
    unseenProgram.status === 'compiled'
      ? await hiddenFault(async () => {
          const whole = together(evidence, unseen.ran);
          const ofAll = [...measurable, ...unseen.ran.measurable];
          return { ...whole, participation: await participationOf(assignment, whole, ofAll, evidence) };
        }, signal)
      : { ...evidence, cases: [], gpu: null, sanitizer: null, compiled: unseenProgram };
  const outcomes = judge(all);
  const told = withoutHidden(own, outcomes, spec.feedback.hidden);
  return {
    ...{ result: view(evidence, told, false), evidence, cases: inputs, ...about },
    whole: { result: view(all, outcomes, true), evidence: all, cases: [...inputs, ...unseen.cases], ...about },
  };
}

/** True if a case launches the kernel of the largest one in another shape: technique is judged there too. */
function isShapeOf(plan: PlannedCase, largest: PlannedCase | null): boolean {
  return largest !== null && plan.launch !== null && plan.name.split('@')[0] === largest.name.split('@')[0];
}

/** Adds to the evidence of a case what other orders of its threads and of its streams show. */
async function inOtherOrders(subject: Subject, source: string): Promise<CaseEvidence> {
  const reordered = await reorderedRun(subject);
  const byStreams = await streamOrderedRun(subject, source);
  // An output that the order decides says more than the bytes that two calls share.
  const inStreams: FoundInStreams = byStreams.length > 0 ? { faults: [] } : await streamRacesOf(subject, source);
  return withReordered(
    subject.judged.evidence,
    { outputs: [...reordered.outputs, ...byStreams], faults: [...reordered.faults, ...inStreams.faults] },
    inStreams.streamsStopped,
  );
}

/** Runs cases on the emulator, and on the GPU if there is one. */
async function runCases(
  request: GradeRequest,
  compiled: Compiled,
  onGpu: OnGpu | null,
  inputs: readonly MadeCase[],
  largest: PlannedCase | null,
): Promise<Repeatable> {
  const { assignment, engine, signal, onProgress } = request;
  let done = 0;
  const total = inputs.length;
  onProgress?.({ stage: 'run', done, total });
  const reversed = raggedCase(inputs.filter(({ plan }) => plan.visible));
  const ragged = raggedCase(inputs);
  const runCase = async (own: MadeCase): Promise<Measurable> => {
    const counters = own.plan === largest || isShapeOf(own.plan, largest);
    const judged = await judgeCase({ assignment, engine, compiled, own, counters, signal });
    const subject = { assignment, engine, compiled, own, judged };
    const seen = own === reversed ? await inOtherOrders(subject, allText(request)) : judged.evidence;
    const influence =
      own.plan === largest ? await measureInfluence(assignment, compiled, own.plan, seen.run, engine, signal) : null;
    const overlappingCopies =
      own.plan === largest && asksForOverlap(assignment.spec)
        ? await overlappingCopiesOf(subject, allText(request))
        : undefined;
    const handling = own.plan === largest ? errorHandlingOf(assignment.spec) : undefined;
    const [small = own] = inputs.filter(({ plan }) => plan.visible);
    // A program that fails by itself has findings of its own.
    const failedCalls =
      handling && seen.run.apiErrors.length === 0 ? await failedCallsOf(subject, small, handling.status) : undefined;
    done += 1;
    onProgress?.({ stage: 'run', done, total });
    const run = {
      ...seen.run,
      ...(influence && { influence }),
      ...(overlappingCopies !== undefined && { overlappingCopies }),
    };
    return { ...judged, made: own, evidence: { ...seen, run, ...(failedCalls && { failedCalls }) } };
  };
  // The one that takes longest begins first; results keep the order of the specification.
  const runs = new Map([...inputs].sort((a, b) => b.plan.elements - a.plan.elements).map((own) => [own, runCase(own)]));
  const each = inputs.map((own) => runs.get(own) as Promise<Measurable>);
  const running = Promise.all(each);
  running.catch(() => undefined);
  const onWaiting = waitingIn(request, { stage: 'run', done, total });
  const sanitize = request.sanitize && {
    judged: request.sanitize === 'ragged' ? each.filter((_, index) => inputs[index] === ragged) : each,
    tools: request.sanitize === 'ragged' ? QUICK_TOOLS : TOOLS,
    // Unless somebody has asked for it, a machine without it judges with the emulator's checks.
    isOptional: request.sanitize === 'ragged',
    onBegin: () => onProgress?.({ stage: 'sanitize' }),
  };
  const judged = onGpu
    ? await gpuCases(assignment, engine, onGpu.gpu, onGpu.runs, each, { sanitize, signal, onWaiting })
    : null;
  const measurable = await withHanded(assignment.spec, compiled, await running);
  const cases = measurable.map(({ evidence }) => evidence);
  return { cases, gpu: judged?.gpu ?? null, sanitizer: judged?.sanitizer ?? null, measurable };
}

type Compiled = Extract<CompileResult, { status: 'compiled' }>;

function estimated(estimate: ReturnType<typeof estimateOf>): Pick<GradeResult, 'estimate'> {
  return estimate ? { estimate } : {};
}

/** Returns what a result says of the evidence; `environment` is the machine's. */
function resultOf(
  { assignment: { spec }, engine, fileName, sha256 }: GradeRequest,
  evidence: Evidence,
  outcomes: readonly CheckOutcome[],
): Omit<GradeResult, 'environment'> {
  const lineOf = siteLines(evidence.compiled);
  const total = score(outcomes, spec.rubric);
  return {
    schemaVersion: 1,
    assignment: spec.id,
    submission: { file: fileName, sha256 },
    target: engine.gpu ? 'gpu' : 'emulator',
    verdict: total.verdict,
    responsible: responsible(outcomes, evidence),
    score: total.score,
    maxScore: total.maxScore,
    checks: total.checks.map(copyCheck),
    cases: toCaseResults(evidence),
    launches: evidence.cases.flatMap((seen) =>
      seen.run.launches.map((launch) => ({ ...launchEntry(launch, lineOf), case: seen.name })),
    ),
    timing: timingResult(evidence),
  };
}

/** Tells findings of a translation as those of the program that is shown: in its names, and without columns. */
function ofProgram<R extends Pick<GradeResult, 'checks'>>(result: R): R {
  const placed = <P extends { column?: number | undefined }>({ column: _, ...rest }: P): Omit<P, 'column'> => rest;
  const checks = result.checks.map((check) => ({
    ...check,
    findings: check.findings.map(({ column: _, related, follows, ...finding }) => ({
      ...finding,
      message: inNamesOfNumba(finding.message),
      ...(finding.hint !== undefined && { hint: inNamesOfNumba(finding.hint) }),
      ...(related && {
        related: related.map((one) => ({ ...placed(one), message: inNamesOfNumba(one.message) })),
      }),
      ...(follows && { follows: placed(follows) }),
    })),
  }));
  return { ...result, checks };
}

/** Returns the text of the source and of its headers. */
function allText({ source, headers = [] }: GradeRequest): string {
  return [source, ...headers.map(({ text }) => text)].join('\n');
}

/** Returns what grades a translation. If a compiler refuses it, the grader is at fault, and it costs no points. */
function asTranslated(compiled: CompileResult, built: BuildResult | null, fileName: string): CompileResult {
  const refused = [compiled, built].find((result) => result?.status === 'rejected');
  if (refused?.status !== 'rejected') return compiled;
  const untranslated = { rule: 'unsupported-feature', detail: { feature: 'a form of Numba' } } as const;
  const diagnostics = refused.diagnostics.filter(
    ({ severity, rule }) => severity === 'error' && (rule === null || rule === 'compile-error'),
  );
  if (diagnostics.length === 0) return compiled;
  const own = diagnostics.filter(({ file }) => file.startsWith(fileName.replace(/ cell \d+$/, '')));
  const [first] = own.length > 0 ? own : diagnostics;
  return { status: 'rejected', diagnostics: first ? [{ ...first, ...untranslated }] : [] };
}

/** Returns the diagnostics of a hand-in without a source; `null` if it has one. That of a file without text is at its first character. */
function refusalOf(unreadable: string | null, { untranslated, fileName: file }: GradeRequest): CompileResult | null {
  const common = { severity: 'error', side: 'both' } as const;
  if (untranslated) {
    const diagnostics = untranslated.map(({ reason, ...place }) => ({
      ...common,
      ...place,
      message: reason,
      rule: 'unsupported-feature' as const,
      detail: { feature: 'a form of Numba', reason },
    }));
    return { status: 'rejected', diagnostics };
  }
  if (unreadable === null) return null;
  const diagnostic = { ...common, message: unreadable, file, line: 1, column: 1, rule: 'compile-error' as const };
  return { status: 'rejected', diagnostics: [diagnostic] };
}

/** Reports the queue for the GPU, and the stage that goes on once the turn has come. */
function waitingIn({ onProgress }: GradeRequest, stage: GradeProgress): (waiting: Waiting | null) => void {
  return (waiting) => onProgress?.(waiting ? { stage: 'wait', ...waiting } : stage);
}

/** What is wrong is not timed: it earns nothing, however fast it is. */
async function withTiming(request: GradeRequest, evidence: Evidence, image: Uint8Array | null): Promise<Evidence> {
  const { assignment, engine, untimed, onProgress, signal } = request;
  const { compiled, gpu } = evidence;
  if (!engine.gpu || !engine.nvcc || !image || compiled.status !== 'compiled' || !isCorrect(evidence)) return evidence;
  if (untimed) return { ...evidence, timingSkipped: 'no-timing' };
  if (gpu?.unjudged) return { ...evidence, timingSkipped: assignment.spec.timing ? 'not-repeated' : 'no-timing' };
  onProgress?.({ stage: 'time' });
  let judged = evidence;
  const refusePlan = async (plan: LaunchPlan): Promise<string | null> => {
    const tried = await judgeUntried({ assignment, engine, compiled, cases: evidence.cases, signal }, plan);
    if (tried.added) judged = { ...evidence, cases: [...evidence.cases, tried.added] };
    return isCorrect(judged) ? tried.refusal : 'a smaller case is wrong';
  };
  const timing = await timeSubmission({
    assignment,
    engine,
    nvcc: engine.nvcc,
    gpu: engine.gpu,
    submission: { compiled, image },
    refusePlan,
    onWaiting: waitingIn(request, { stage: 'time' }),
    onBusy: (who) => onProgress?.({ stage: 'busy', who }),
    ...(signal && { signal }),
  });
  if (!isCorrect(judged)) return { ...judged, timing: null, timingSkipped: 'not-correct' };
  return { ...judged, timing, timingSkipped: timing ? null : 'no-timing' };
}

/** Times of what was wrong or failed say nothing. */
function timingResult({ timing }: Evidence): GradeResult['timing'] {
  if (!timing || timing.rounds.length === 0 || !TIMED.has(timing.outcome.status)) return null;
  const { gpu, studentMs, baselineMs, ratio, interval, tier, referenceMs, cpuMs } = timing;
  const { rounds, dropped, tooClose, calibrated, tiers, parts } = timing;
  return {
    gpu: gpu.name,
    studentMs,
    baselineMs,
    ratio,
    interval: [...interval],
    repetitions: rounds.length,
    tier,
    referenceMs,
    cpuMs,
    dropped,
    tooClose,
    calibrated,
    tiers: tiers.map((threshold) => ({ ...threshold })),
    ...(parts && { parts: { ...parts } }),
  };
}

const TIMED: ReadonlySet<TimingEvidence['outcome']['status']> = new Set(['measured', 'below-floor', 'unsteady']);

function copyCheck(check: CheckResult): CheckResult {
  return { ...check, findings: [...check.findings] };
}

/** True if accesses were not counted, because memory was used up. */
function isUncounted({ run }: CaseEvidence): boolean {
  return run.launches.some(({ outcome }) => outcome.countersLost);
}

/**
 * Returns who has to act. An error is this machine's fault, because the student's mistakes are failures; `null` if staff
 * decide.
 */
function responsible(outcomes: readonly CheckOutcome[], { cases, compiled }: Evidence): GradeResult['responsible'] {
  if (cases.some(({ undecided }) => undecided !== undefined)) return null;
  const isFailed = outcomes.some(({ status }) => status === 'failed');
  if (!isFailed && cases.some((seen) => hasUnchecked(seen) || isUncounted(seen))) return null;
  const open = outcomes.filter(({ status }) => status === 'error');
  // The compiler of the emulator has run out of time or memory on what nvcc compiles.
  if (open.length > 0 && compiled.status === 'exhausted') return null;
  if (open.some(({ findings }) => findings.some(({ rule }) => rule === 'needs-review'))) return null;
  if (outcomes.some((outcome) => outcome.status === 'error')) return 'infrastructure';
  return outcomes.some((outcome) => outcome.status === 'failed') ? 'student' : null;
}
