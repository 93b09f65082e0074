import {
  type CaseEvidence,
  type CheckOutcome,
  type Evidence,
  isCorrect,
  judge,
  launchEntry,
  siteLines,
  tellableCases,
  toCaseResults,
} from '../checks/index.ts';
import { type CompileResult, compileCached, refusedOnGpu } from '../compile/index.ts';
import type { CountedLaunch } from '../estimate/index.ts';
import type { Waiting } from '../platform/queue-lock.ts';
import type { CheckResult, GradeResult } from '../result/index.ts';
import { score } from '../score/index.ts';
import { type Assignment, comparesWithBaseline, type SolutionCount } from '../spec/index.ts';
import type { TimingEvidence } from '../timing/index.ts';
import { baselineLaunches, baselineSectors } from './baseline.ts';
import type { Engine } from './engine.ts';
import { entryOptions } from './entry.ts';
import { estimateOf } from './estimate.ts';
import { gatherEvidence } from './evidence.ts';
import { gpuCases, sanitizerFindings } from './gpu-cases.ts';
import { type MadeCase, makeCase } from './inputs.ts';
import { buildCached, nvccEvidence } from './native.ts';
import { participationOf } from './participation.ts';
import { largestCase, type PlannedCase, planCases } from './plan-cases.ts';
import { runRequest } from './request.ts';
import { solutionCount } from './solution.ts';
import { timeSubmission } from './timing.ts';

export interface GradeRequest {
  readonly assignment: Assignment;
  readonly source: string;
  /** Why the file is no text that could be compiled, in words; then `source` is empty. */
  readonly unreadable?: string;
  /** As it is to appear in findings. */
  readonly fileName: string;
  /** Of the file's bytes, in hexadecimal. */
  readonly sha256: string;
  readonly seed: string;
  /** The result may tell the seed: it was given on the command line. */
  readonly seedIsPublic: boolean;
  readonly engine: Engine;
  /** On a GPU: speed is not measured, and earns nothing. */
  readonly untimed?: boolean;
  /** Ask compute-sanitizer too, where there is a GPU. */
  readonly sanitize?: boolean;
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
  | { readonly stage: 'judge' };

export interface Graded {
  readonly result: GradeResult;
  readonly evidence: Evidence;
  /** Inputs and expected outputs of each case, for the report's pictures of visible ones. */
  readonly cases: readonly MadeCase[];
  /** What the baseline does on the case whose accesses are counted; null where that is not known. */
  readonly baselineLaunches: readonly CountedLaunch[] | null;
  /** What the reference solution moves there; null where that is not known. */
  readonly solution: SolutionCount | null;
}

/** Grades one submission: compile, run every case on the emulator and on the GPU where there is one, time it there, judge, add up. */
export async function gradeSubmission(request: GradeRequest): Promise<Graded> {
  const { assignment, engine, fileName, source, seed, signal } = request;
  const { spec } = assignment;
  const started = engine.now();
  const planned = planCases(spec, seed);
  const largest = largestCase(planned);

  request.onProgress?.({ stage: 'compile' });
  engine.prepare();
  const entry = entryOptions(spec);
  const { unreadable } = request;
  const building =
    engine.nvcc && unreadable === undefined
      ? buildCached(engine, engine.nvcc, { source, fileName, ...entry, ...(signal && { signal }) })
      : null;
  // Its failure is told when it is its turn.
  building?.catch(() => undefined);
  const options = {
    ...entry,
    heapBytes: spec.limits.deviceMemoryMiB * 2 ** 20,
    timeoutMs: spec.limits.compileSeconds * 1000,
    ...(signal && { signal }),
  };
  const compiling =
    unreadable === undefined
      ? compileCached(engine, source, fileName, options)
      : refuseUnreadable(unreadable, fileName);
  // Inputs are made while Clang works. A fault in them is told only where the compiler has none.
  const [anywhere, inputs] = await Promise.all([compiling, makeCases(request, planned)]);

  const made: MadeCase[] = [];
  const cases: CaseEvidence[] = [];
  let baseline: Evidence['baseline'] = null;
  let gpu: Evidence['gpu'] = null;
  let sanitizer: Evidence['sanitizer'] = null;
  const built = await building;
  const image = built?.status === 'compiled' && engine.gpu ? built.fatbin : null;
  const compiled = image ? refusedOnGpu(anywhere, source) : anywhere;
  if (compiled.status === 'compiled') {
    let done = 0;
    const total = planned.length;
    request.onProgress?.({ stage: 'run', done, total });
    const runCase = async (own: MadeCase) => {
      const asked = runRequest(spec, compiled, own.plan, own, own.plan === largest);
      const run = await engine.run(asked, signal);
      done += 1;
      request.onProgress?.({ stage: 'run', done, total });
      return gatherEvidence(spec, own, run, asked);
    };
    // The one that takes longest begins first; results keep the order of the specification.
    const runs = new Map(
      [...inputs].sort((a, b) => b.plan.elements - a.plan.elements).map((own) => [own, runCase(own)]),
    );
    const emulated = (own: MadeCase) => runs.get(own) as Promise<CaseEvidence>;
    const evidence = Promise.all(inputs.map(emulated));
    evidence.catch(() => undefined);
    made.push(...inputs);
    if (engine.gpu && image) {
      const onWaiting = waitingIn(request, { stage: 'run', done, total });
      gpu = await gpuCases(assignment, engine, engine.gpu, { compiled, image }, inputs, emulated, {
        signal,
        onWaiting,
      });
    }
    cases.push(...(await evidence));
    if (request.sanitize && engine.gpu && image) {
      request.onProgress?.({ stage: 'sanitize' });
      sanitizer = await sanitizerFindings(assignment, engine.gpu, { compiled, image }, inputs, signal);
    }
    if (largest && comparesWithBaseline(spec)) {
      baseline = await baselineSectors(assignment, largest, engine);
    }
  }

  const seen: Omit<Evidence, 'participation'> = {
    spec,
    fileName,
    source,
    compiled,
    cases,
    techniqueCase: largest?.name ?? null,
    baseline,
    nvcc: built && nvccEvidence(built),
    gpu,
    sanitizer,
    timing: null,
    timingSkipped: engine.gpu && image ? 'not-correct' : 'no-gpu',
  };
  const compileZeroed = () => compileCached(engine, source, fileName, { ...options, zeroVariables: true });
  const participation = await participationOf({
    assignment,
    engine,
    evidence: seen,
    made,
    compileZeroed,
    seed,
    signal,
  });
  const evidence = await withTiming(request, { ...seen, participation }, image);
  request.onProgress?.({ stage: 'judge' });
  const outcomes = judge(evidence);
  const known = largest && cases.length > 0 ? await baselineLaunches(assignment, largest, engine) : null;
  const solution = largest && cases.length > 0 ? solutionCount(assignment, largest, engine) : null;
  const estimate = engine.gpu ? null : estimateOf(evidence, known);
  const lineOf = siteLines(compiled);
  const total = score(outcomes, spec.rubric);
  const described = await engine.gpu?.describe();
  const result: GradeResult = {
    schemaVersion: 1,
    assignment: spec.id,
    submission: { file: fileName, sha256: request.sha256 },
    target: engine.gpu ? 'gpu' : 'emulator',
    verdict: total.verdict,
    responsible: responsible(outcomes),
    score: total.score,
    maxScore: total.maxScore,
    checks: total.checks.map(copyCheck),
    cases: toCaseResults(evidence),
    launches: tellableCases(cases).flatMap((seen) =>
      seen.run.launches.map((launch) => ({ ...launchEntry(launch, lineOf), case: seen.name })),
    ),
    timing: timingResult(evidence),
    ...(estimate && { estimate }),
    environment: {
      ...engine.versions,
      nvcc: engine.nvcc?.version ?? null,
      driver: described?.driver ?? null,
      gpu: described?.gpu.name ?? null,
      image: engine.nvcc?.image ?? null,
      ...(engine.nvcc && { sandbox: engine.nvcc.sandbox }),
      limits: { ...spec.limits },
      ...(request.seedIsPublic && { seed }),
      durationMs: Math.round(engine.now() - started),
    },
  };
  return { result, evidence, cases: made, baselineLaunches: known, solution };
}

/** What is no text has its mistake where it begins. */
async function refuseUnreadable(message: string, file: string): Promise<CompileResult> {
  return {
    status: 'rejected',
    diagnostics: [{ severity: 'error', message, file, line: 1, column: 1, side: 'both', rule: 'compile-error' }],
  };
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
  if (untimed || gpu?.unjudged) return { ...evidence, timingSkipped: 'no-timing' };
  onProgress?.({ stage: 'time' });
  const timing = await timeSubmission({
    assignment,
    engine,
    nvcc: engine.nvcc,
    gpu: engine.gpu,
    submission: { compiled, image },
    onWaiting: waitingIn(request, { stage: 'time' }),
    ...(signal && { signal }),
  });
  return { ...evidence, timing, timingSkipped: timing ? null : 'no-timing' };
}

/** Times of what was wrong or failed say nothing. */
function timingResult({ timing }: Evidence): GradeResult['timing'] {
  if (!timing || timing.rounds.length === 0 || !TIMED.has(timing.outcome.status)) return null;
  const { gpu, studentMs, baselineMs, ratio, interval, tier, referenceMs, cpuMs } = timing;
  const { rounds, dropped, tooClose, calibrated, tiers } = timing;
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
  };
}

const TIMED: ReadonlySet<TimingEvidence['outcome']['status']> = new Set(['measured', 'below-floor', 'unsteady']);

async function makeCases({ assignment, engine }: GradeRequest, planned: readonly PlannedCase[]): Promise<MadeCase[]> {
  return planned.map((plan) => makeCase(assignment, plan, engine));
}

function copyCheck(check: CheckResult): CheckResult {
  return { ...check, findings: [...check.findings] };
}

/** An error is nobody's fault but this machine's: the student's mistakes are failures. */
function responsible(outcomes: readonly CheckOutcome[]): GradeResult['responsible'] {
  if (outcomes.some((outcome) => outcome.status === 'error')) return 'infrastructure';
  return outcomes.some((outcome) => outcome.status === 'failed') ? 'student' : null;
}
