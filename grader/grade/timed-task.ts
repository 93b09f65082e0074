import type { GpuTarget } from '../gpu/index.ts';
import { FIXED_LIMITS } from '../limits/index.ts';
import type { LaunchPlan } from '../plan/index.ts';
import { type AssignmentSpec, arrayParameters, type Dims, extents } from '../spec/index.ts';
import { ReplayFailure, type ReplayTask } from '../timing/index.ts';
import type { Engine } from './engine.ts';
import type { GpuSubmission } from './gpu-cases.ts';
import { planRequest } from './request.ts';
import type { TimingContext } from './timing.ts';

/**
 * What is replayed of a program: runs host code once at the timed size, on zeros, for its launch plan.
 * @throws ReplayFailure where host code does not come to its end, or a launch is refused
 */
export async function timedTask(
  { assignment: { spec }, engine, gpu, signal }: TimingContext,
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
    outputs: timedOutputs(spec, dims),
    launchTimeoutMs: FIXED_LIMITS.timedLaunchMs,
  };
}

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

export function timedOutputs(spec: AssignmentSpec, dims: Dims): ReplayTask['outputs'] {
  const shapes = extents(spec, dims);
  return arrayParameters(spec.entry)
    .filter(({ role }) => role === 'output')
    .map(({ name, type }) => ({
      name,
      type,
      count: (shapes[name] ?? []).reduce((product, extent) => product * extent, 1),
    }));
}
