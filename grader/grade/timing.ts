import { compileCached } from '../compile/index.ts';
import type { GpuTarget } from '../gpu/index.ts';
import { FIXED_LIMITS } from '../limits/index.ts';
import type { LaunchPlan } from '../plan/index.ts';
import { AssignmentError } from '../platform/errors.ts';
import {
  type Assignment,
  type AssignmentSpec,
  arrayParameters,
  bufferBytes,
  type Dims,
  extents,
  loadCalibration,
  operationsOf,
  thresholdsFor,
} from '../spec/index.ts';
import {
  measure,
  type Replay,
  ReplayFailure,
  type ReplayTask,
  type TimingEvidence,
  unmeasured,
} from '../timing/index.ts';
import type { Engine, Nvcc } from './engine.ts';
import { entryOptions } from './entry.ts';
import { toleranceOf } from './evidence.ts';
import type { GpuSubmission } from './gpu-cases.ts';
import { buildCached } from './native.ts';
import { plainLoopMs } from './plain-loop.ts';
import { planRequest } from './request.ts';

export interface TimingRequest {
  readonly assignment: Assignment;
  readonly engine: Engine;
  readonly nvcc: Nvcc;
  readonly gpu: GpuTarget;
  readonly submission: GpuSubmission;
  readonly signal?: AbortSignal;
}

/**
 * Times a submission against the assignment's baseline. Host code runs once, to learn the launch plans; what is timed
 * is their replay, in processes that no host code enters.
 * @throws AssignmentError where baseline or reference cannot be timed; InfrastructureError
 */
export async function timeSubmission(request: TimingRequest): Promise<TimingEvidence | null> {
  const { assignment, engine, gpu, submission, signal } = request;
  const { spec } = assignment;
  const { timing } = spec;
  if (!timing) return null;
  const model = await gpu.model();
  const calibration = loadCalibration(spec, model.name, (path) => engine.readFile(assignment, path));
  const about = {
    gpu: model,
    dims: timing.dims,
    thresholds: thresholdsFor(spec, calibration),
    calibrated: calibration !== null,
    bytes: bufferBytes(spec, timing.dims),
    operations: operationsOf(spec, timing.dims),
  };
  const open: Replay[] = [];
  const replay = async (program: GpuSubmission): Promise<Replay> => {
    const opened = await gpu.replay(await replayTask(request, program), signal);
    open.push(opened);
    return opened;
  };
  try {
    const opening = await Promise.allSettled([
      own(request, timing.baseline, replay),
      timing.reference === undefined ? null : own(request, timing.reference, replay),
      replay(submission),
    ]);
    // Our own programs' faults go first: they are no fault of the submission.
    for (const one of opening) if (one.status === 'rejected') throw one.reason;
    const [baseline, reference, student] = opening.map((one) => (one.status === 'fulfilled' ? one.value : null));
    if (!baseline || !student) throw new Error('a replay that was opened is missing');
    const measured = await measure(
      { gpu: model, student, baseline, reference: reference ?? null },
      { ...about, tolerance: toleranceOf(spec, timing.dims), outputs: outputsOf(spec, timing.dims) },
    );
    return { ...measured, cpuMs: await plainLoopMs(spec, timing.dims, engine.now) };
  } catch (error) {
    if (!(error instanceof ReplayFailure)) throw error;
    return unmeasured(
      about,
      error.kind === 'plan'
        ? { status: 'not-replayable', reason: error.message }
        : { status: 'failed', message: error.message },
    );
  } finally {
    await Promise.all(open.map((one) => one.close()));
  }
}

/** A program of the assignment: its failure is not the student's. */
async function own(
  { assignment, engine, nvcc }: TimingRequest,
  file: string,
  replay: (program: GpuSubmission) => Promise<Replay>,
): Promise<Replay> {
  const program = await buildOwn(assignment, engine, nvcc, file);
  try {
    return await replay(program);
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
  const [compiled, built] = await Promise.all([
    compileCached(engine, source, file, {
      ...entry,
      heapBytes: spec.limits.deviceMemoryMiB * 2 ** 20,
      timeoutMs: spec.limits.compileSeconds * 1000,
    }),
    buildCached(engine, nvcc, { source, fileName: file, ...entry }),
  ]);
  if (compiled.status === 'compiled' && built.status === 'compiled') return { compiled, image: built.fatbin };
  const diagnostics = [...compiled.diagnostics, ...built.diagnostics];
  throw new AssignmentError(`${file} of ${spec.id} does not compile.`, {
    details: diagnostics.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`),
  });
}

/** Runs host code once at the timed size, on zeros, for its launch plan. */
async function replayTask(
  { assignment: { spec }, engine, gpu, signal }: TimingRequest,
  { compiled, image }: GpuSubmission,
): Promise<ReplayTask> {
  const plan = await recordPlan(spec, engine, gpu, { compiled, image }, signal);
  const dims = spec.timing?.dims ?? {};
  const shapes = extents(spec, dims);
  const arrays = arrayParameters(spec.entry).map(({ name, type, role }) => ({
    name,
    type,
    role,
    count: (shapes[name] ?? []).reduce((product, extent) => product * extent, 1),
  }));
  return {
    program: { ...compiled.device, wasm: new Uint8Array() },
    image,
    plan,
    inputs: arrays.flatMap(({ role, ...array }) => {
      const distribution = spec.inputs[array.name];
      return role === 'input' && distribution ? [{ ...array, distribution }] : [];
    }),
    outputs: outputsOf(spec, dims),
    launchTimeoutMs: FIXED_LIMITS.timedLaunchMs,
  };
}

/** @throws ReplayFailure where host code does not come to its end, or a launch is refused */
async function recordPlan(
  spec: AssignmentSpec,
  engine: Engine,
  gpu: GpuTarget,
  { compiled, image }: GpuSubmission,
  signal: AbortSignal | undefined,
): Promise<LaunchPlan> {
  const runs = gpu.runs({ program: compiled, image }, engine.symbolize);
  try {
    const outcome = await runs.run(planRequest(spec, spec.timing?.dims ?? {}), {
      signal,
      launchTimeoutMs: FIXED_LIMITS.timedLaunchMs,
      memoryBytes: FIXED_LIMITS.timedMemoryBytes,
    });
    if (outcome.status === 'untranslatable') throw new ReplayFailure('plan', outcome.reason);
    const { host, launches, plan } = outcome.run;
    if (host.status !== 'returned') {
      throw new ReplayFailure('launch', 'at the timed size the program does not come to its end');
    }
    const failed = launches.find((launch) => launch.outcome.error !== 0);
    if (failed) {
      const { kernel, outcome: how } = failed;
      throw new ReplayFailure('launch', `at the timed size ${kernel} ends with CUDA error ${how.error}`);
    }
    return plan;
  } finally {
    await runs.dispose();
  }
}

function outputsOf(spec: AssignmentSpec, dims: Dims): ReplayTask['outputs'] {
  const shapes = extents(spec, dims);
  return arrayParameters(spec.entry)
    .filter(({ role }) => role === 'output')
    .map(({ name, type }) => ({
      name,
      type,
      count: (shapes[name] ?? []).reduce((product, extent) => product * extent, 1),
    }));
}
