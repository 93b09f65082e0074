import { compileCached } from '../../compile/index.ts';
import type { LaunchPlan } from '../../host/plan/index.ts';
import { AssignmentError, InfrastructureError } from '../../platform/index.ts';
import type { Hold } from '../../platform/queue/index.ts';
import {
  type Assignment,
  type AssignmentSpec,
  bufferBytes,
  loadCalibration,
  operationsOf,
  thresholdsFor,
} from '../../spec/index.ts';
import {
  blameless,
  type GpuModel,
  keptBytes,
  type MeasureOptions,
  measure,
  type Replay,
  ReplayFailure,
  type ReplayTask,
  type TimingEvidence,
  type TimingParts,
  type TimingSubject,
  unmeasured,
} from '../../timing/index.ts';
import type { GpuTarget, KeptModel, PreparedReplay } from '../gpu/index.ts';
import type { Engine, Nvcc } from './engine.ts';
import { entryOptions } from './entry.ts';
import type { GpuSubmission } from './gpu-cases.ts';
import { buildCached } from './native.ts';
import { plainLoopMs } from './plain-loop.ts';
import { asWritten } from './style.ts';
import { type TimingContext, timedOutputs, timedTask } from './timed-task.ts';

export interface TimingRequest extends TimingContext {
  readonly submission: GpuSubmission;
  /**
   * Called with what is to be timed, before anything is; default: everything is timed.
   * @returns why it is not timed, as a reason of a plan that cannot be replayed; `null` if it is
   */
  readonly refusePlan?: (plan: LaunchPlan) => Promise<string | null>;
}

/**
 * Times a submission against the assignment's baseline. Host code runs without a GPU, for its launch plan; what is timed
 * is their replay, in processes that no host code enters.
 * @throws AssignmentError where baseline or reference cannot be timed; InfrastructureError
 */
export async function timeSubmission(request: TimingRequest): Promise<TimingEvidence | null> {
  const { assignment, engine, submission } = request;
  const { spec } = assignment;
  const { timing } = spec;
  if (!timing) return null;
  const subject = await timingSubject(request, timing);
  try {
    // Plans are recorded before the GPU is asked for: nobody has to wait for host code.
    const recording = await Promise.allSettled([
      own(request, timing.baseline),
      timing.reference === undefined ? null : own(request, timing.reference),
      timedTask(request, submission),
    ]);
    // Our own programs' faults go first: they are no fault of the submission.
    for (const one of recording) if (one.status === 'rejected') throw one.reason;
    const [baseline, reference, student] = recording.map((one) => (one.status === 'fulfilled' ? one.value : null));
    if (!baseline || !student) throw new Error('a plan that was recorded is missing');
    const refusal = await request.refusePlan?.(student.plan);
    if (refusal) throw new ReplayFailure('plan', refusal);
    const measured = await measureAlone(request, subject, { baseline, reference: reference ?? null, student });
    // A GPU that has vanished fails in the same way as a kernel.
    if (measured.outcome.status === 'failed') await request.gpu.check();
    return { ...measured, cpuMs: await plainLoopMs(spec, timing.dims, engine.now) };
  } catch (error) {
    if (!(error instanceof ReplayFailure)) throw error;
    return unreplayed(subject, error);
  }
}

export interface TimedTasks {
  readonly baseline: ReplayTask;
  readonly reference: ReplayTask | null;
  readonly student: ReplayTask;
}

/** Timings that another program's work on the GPU may spoil. */
const MOST_SPOILED = 3;
/** Users of the GPU before a timing when its processes start. */
const STARTS_AHEAD = 2;

/** Programs of the assignment. */
type OwnProgram = 'baseline' | 'reference';

/**
 * Measures while no other process uses the GPU. Replays of the assignment's own programs wait between timings, with
 * their contexts and modules, and are used again; a submission's process is used once.
 * @throws AssignmentError, InfrastructureError
 */
export async function measureAlone(
  request: TimingRequest,
  subject: TimingSubject,
  tasks: TimedTasks,
): Promise<TimingEvidence> {
  const { engine, gpu, signal } = request;
  const waiting = new Map<OwnProgram, Replay>();
  for (const name of ['baseline', 'reference'] as const) {
    const replay = gpu.takeWaiting(keyOf(engine, tasks[name]), signal);
    if (replay) waiting.set(name, replay);
  }
  try {
    return await measureWith(request, subject, tasks, waiting);
  } catch (error) {
    const isOwn = error instanceof AssignmentError || error instanceof InfrastructureError;
    if (waiting.size === 0 || signal?.aborted || !isOwn) throw error;
    // Somebody else's program can take all contexts of a GPU along, and those that waited with them.
    return await measureWith(request, subject, tasks, new Map());
  }
}

/** The key of everything that a replay repeats. */
function keyOf({ sha256 }: Engine, task: ReplayTask | null): string {
  if (!task) return '';
  const { image, ...other } = task;
  return sha256(image, JSON.stringify(other));
}

/** @param waiting - replays of the assignment's own programs that are open; all are closed, or wait again */
async function measureWith(
  request: TimingRequest,
  subject: TimingSubject,
  tasks: TimedTasks,
  waiting: ReadonlyMap<OwnProgram, Replay>,
): Promise<TimingEvidence> {
  const { assignment, engine, gpu, signal, onWaiting, onBusy } = request;
  const clock = new PartClock(engine.now);
  const toClose = new Set<Pick<Replay, 'close'>>(waiting.values());
  const prepared = new Map<keyof TimedTasks, PreparedReplay>();
  // The reference's outputs are compared with nobody's.
  const copyBytes = keptBytes(timedOutputs(assignment.spec, subject.dims));
  const programs = new Map<keyof TimedTasks, number>([
    ['student', copyBytes],
    ['baseline', copyBytes],
  ]);
  if (tasks.reference) programs.set('reference', 0);
  let hold: Hold | null = null;
  let starting: Promise<PromiseSettledResult<void>[]> | null = null;
  const start = () => {
    const one = async ([name, bytes]: [keyof TimedTasks, number]): Promise<void> => {
      const process = await gpu.prepareReplay(bytes);
      prepared.set(name, process);
      toClose.add(process);
    };
    const missing = [...programs].filter(([name]) => name === 'student' || !waiting.has(name));
    starting ??= Promise.allSettled(missing.map(one));
    return starting;
  };
  try {
    // Processes start while those before still use the GPU. More of them at a time would be too much for an engine.
    hold = await gpu.turn('exclusive', {
      signal,
      onWaiting: (queue) => {
        if (queue !== null && queue.before <= STARTS_AHEAD) void start();
        onWaiting?.(queue);
      },
    });
    clock.end('waitMs');
    for (const one of await start()) if (one.status === 'rejected') throw one.reason;
    clock.end('startMs');
    const open = async (name: keyof TimedTasks, task: ReplayTask): Promise<Replay> => {
      const next = prepared.get(name);
      if (!next) throw new Error('a process for a replay is missing');
      const replay = await next.open(task, signal);
      toClose.delete(next);
      toClose.add(replay);
      return replay;
    };
    const openOwn = async (name: OwnProgram): Promise<Replay | null> => {
      const task = tasks[name];
      if (!task) return null;
      return waiting.get(name) ?? asOwn(request, assignment.spec.timing?.[name] ?? '', () => open(name, task));
    };
    const opening = await Promise.allSettled([
      openOwn('baseline'),
      openOwn('reference'),
      open('student', tasks.student),
      gpu.waitForOthers('named', { signal, onBusy }),
    ]);
    for (const one of opening) if (one.status === 'rejected') throw one.reason;
    const [ofBaseline, ofReference, ofStudent] = opening;
    if (!isOpen(ofBaseline) || !isOpen(ofStudent)) throw new Error('a replay that was opened is missing');
    clock.end('openMs');
    const student = ofStudent.value;
    const own = { baseline: ofBaseline.value, reference: isOpen(ofReference) ? ofReference.value : null };
    const resting = new Set<OwnProgram>();
    const rest = async (name: OwnProgram): Promise<void> => {
      // The measurement is complete. A replay that cannot rest is closed, without a failure of the submission.
      if (await own[name]?.rest().catch(() => false)) resting.add(name);
    };
    const onTimed = async () => {
      clock.end('roundsMs');
      await Promise.all([blameless('submission', student).free(), rest('baseline'), rest('reference')]);
      await hold?.release();
      hold = null;
      clock.end('freeMs');
    };
    for (let spoiled = 0; ; spoiled++) {
      const timed = { gpu: subject.gpu, student, ...own };
      const measured = await measure(timed, { ...measureOptions(assignment.spec, subject), onTimed });
      const mayBeSpoiled = measured.outcome.status === 'unsteady' && spoiled < MOST_SPOILED;
      if (mayBeSpoiled && (await gpu.waitForOthers('any', { signal, onBusy }))) continue;
      clock.end('compareMs');
      for (const name of resting) {
        const replay = own[name];
        if (!replay) continue;
        toClose.delete(replay);
        await gpu.keepWaiting(keyOf(engine, tasks[name]), replay);
      }
      return { ...measured, parts: clock.parts };
    }
  } finally {
    await starting;
    await Promise.all([...toClose].map((one) => one.close()));
    await hold?.release();
  }
}

/** Milliseconds of each part, from the end of the part before. */
class PartClock {
  readonly #now: () => number;
  readonly #parts: { -readonly [Name in keyof TimingParts]: number } = {
    waitMs: 0,
    startMs: 0,
    openMs: 0,
    roundsMs: 0,
    freeMs: 0,
    compareMs: 0,
  };
  #last: number;

  constructor(now: () => number) {
    this.#now = now;
    this.#last = now();
  }

  end(part: keyof TimingParts): void {
    const now = this.#now();
    this.#parts[part] += now - this.#last;
    this.#last = now;
  }

  get parts(): TimingParts {
    const entries = Object.entries(this.#parts).map(([name, ms]) => [name, Math.round(ms)]);
    return { ...this.#parts, ...Object.fromEntries(entries) };
  }
}

function isOpen(one: PromiseSettledResult<Replay | null>): one is PromiseFulfilledResult<Replay> {
  return one.status === 'fulfilled' && one.value !== null;
}

/** What is known of the assignment's timing on this GPU before anything is measured. */
export async function timingSubject(
  { assignment, engine, gpu }: TimingContext,
  { dims }: NonNullable<AssignmentSpec['timing']>,
): Promise<TimingSubject> {
  const { spec } = assignment;
  const model = await gpu.model(await keptModel(engine, gpu));
  const calibration = loadCalibration(spec, model.name, (path) => engine.readFile(assignment, path));
  return {
    gpu: model,
    dims,
    thresholds: thresholdsFor(spec, calibration),
    calibrated: calibration !== null,
    bytes: bufferBytes(spec, dims),
    operations: operationsOf(spec, dims),
  };
}

/** The cache has a GPU's own bandwidth: no grading process measures what another one knows. */
async function keptModel({ cache, sha256 }: Engine, gpu: GpuTarget): Promise<KeptModel> {
  const { gpu: own, driver } = await gpu.describe();
  const key = sha256('gpu-model-1', own.uuid, own.name, driver);
  return {
    get: async () => ((await cache.get(key)) as GpuModel | undefined) ?? null,
    put: (model) => cache.put(key, model),
  };
}

export function measureOptions(spec: AssignmentSpec, { gpu: _, ...about }: TimingSubject): MeasureOptions {
  return { ...about, tolerance: 0, outputs: timedOutputs(spec, about.dims) };
}

/** The evidence of a submission whose plan could not be recorded, or is none that can be replayed. */
export function unreplayed(subject: TimingSubject, { kind, message }: ReplayFailure): TimingEvidence {
  return unmeasured(
    subject,
    kind === 'plan' ? { status: 'not-replayable', reason: message } : { status: 'failed', message },
  );
}

/** A program of the assignment: its failure is not the student's. */
async function own(given: TimingContext, file: string): Promise<ReplayTask> {
  const context = { ...given, assignment: asWritten(given.assignment) };
  const { assignment, engine, nvcc } = context;
  const program = await buildOwn(assignment, engine, nvcc, file);
  return asOwn(context, file, () => timedTask(context, program));
}

/** @throws AssignmentError where a program of the assignment cannot be replayed */
export async function asOwn<T>({ assignment }: TimingContext, file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ReplayFailure)) throw error;
    throw new AssignmentError(`${file} of ${assignment.spec.id} cannot be timed: ${error.message}.`, { cause: error });
  }
}

/** @throws AssignmentError where a file of the assignment does not compile */
export async function buildOwn(
  assignment: Assignment,
  engine: Engine,
  nvcc: Nvcc,
  file: string,
): Promise<GpuSubmission> {
  const { spec } = assignment;
  const source = new TextDecoder().decode(engine.readFile(assignment, file));
  const entry = entryOptions(spec);
  const build = () =>
    Promise.all([
      compileCached(engine, source, file, {
        ...entry,
        heapBytes: spec.limits.deviceMemoryMiB * 2 ** 20,
        timeoutMs: spec.limits.compileSeconds * 1000,
      }),
      buildCached(engine, nvcc, { source, fileName: file, ...entry }),
    ]);
  // All processes of a batch need the same programs at about the same time.
  const [compiled, built] = await (engine.cache.oneAtATime?.(engine.sha256('own', source, file), build) ?? build());
  if (compiled.status === 'compiled' && built.status === 'compiled') return { compiled, image: built.fatbin };
  const diagnostics = [...compiled.diagnostics, ...built.diagnostics];
  throw new AssignmentError(`${file} of ${spec.id} does not compile.`, {
    details: diagnostics.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`),
  });
}
