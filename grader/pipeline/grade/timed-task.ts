import { FIXED_LIMITS } from '../../limits/index.ts';
import type { Waiting } from '../../platform/queue/index.ts';
import {
  type Assignment,
  type AssignmentSpec,
  arrayParameters,
  type Dims,
  extents,
  isInput,
  outputParameters,
  toleranceOf,
} from '../../spec/index.ts';
import { ReplayFailure, type ReplayTask, type TimedOutput } from '../../timing/index.ts';
import type { GpuTarget } from '../gpu/index.ts';
import type { Engine, Nvcc } from './engine.ts';
import type { GpuSubmission } from './gpu-cases.ts';
import { planRequest } from './request.ts';

export interface TimingContext {
  readonly assignment: Assignment;
  readonly engine: Engine;
  readonly nvcc: Nvcc;
  readonly gpu: GpuTarget;
  readonly signal?: AbortSignal;
  /** Called while others use the GPU, and with null once the turn has come. */
  readonly onWaiting?: (waiting: Waiting | null) => void;
  /** Called with who keeps the GPU busy, beside all graders. */
  readonly onBusy?: (who: string) => void;
}

/**
 * What is replayed of a program. Its host code runs at the timed size for its launch plan, and no GPU is near.
 * @throws ReplayFailure if host code does not finish, a launch is refused, or the plan depends on results
 */
export async function timedTask(
  { assignment: { spec }, engine, signal }: TimingContext,
  { compiled, image }: GpuSubmission,
): Promise<ReplayTask> {
  const dims = spec.timing?.dims ?? {};
  const planned = await engine.plan({ ...planRequest(spec, dims), program: compiled }, signal);
  if (planned.status === 'failed') throw new ReplayFailure('launch', `at the timed size ${planned.reason}`);
  if (planned.status === 'data-dependent') throw new ReplayFailure('plan', planned.reason);
  const { plan } = planned;
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
      return isInput({ role }) && distribution ? [{ ...array, distribution }] : [];
    }),
    outputs: timedOutputs(spec, dims),
    launchTimeoutMs: FIXED_LIMITS.timedLaunchMs,
  };
}

export function timedOutputs(spec: AssignmentSpec, dims: Dims): TimedOutput[] {
  const shapes = extents(spec, dims);
  return outputParameters(spec.entry).map(({ name, type }) => ({
    name,
    type,
    count: (shapes[name] ?? []).reduce((product, extent) => product * extent, 1),
    tolerance: toleranceOf(spec, dims, name),
  }));
}
