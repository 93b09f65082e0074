import { LAYOUT } from '../../abi/index.ts';
import type { DeviceVariable } from '../../compile/index.ts';
import type { Geometry } from '../../device/emulator/index.ts';
import { type DeviceProperties, isOfNothing } from '../../device/index.ts';
import { type Connections, execute } from '../execute.ts';
import { MOST_BLIND_OPERATIONS } from '../operations.ts';
import type { LaunchPlan } from '../plan/index.ts';
import type { RunPool } from '../pool.ts';
import type { RunRequest, RunResult } from '../run.ts';
import type { RunOptions } from '../run-worker.ts';
import type { Executed, PlanJob, Task } from '../task.ts';
import { noRun } from './record.ts';
import { NeedsKernels, TokenDevice } from './token-device.ts';

/** The start of device memory, as in the emulator. No host module's memory reaches it. */
const START = LAYOUT.first;
const END = 0x1_0000_0000;
const ALIGNMENT = 256;
const TOKEN_SEED = 1;

/** The calls of a program to the device, if they do not depend on results. */
export type Planned =
  | { readonly status: 'planned'; readonly plan: LaunchPlan }
  /** The program did not finish, or a launch failed. */
  | { readonly status: 'failed'; readonly reason: string }
  /** The calls depend on results. */
  | { readonly status: 'data-dependent'; readonly reason: string };

/**
 * Finds out what a program asks of a device, from host code alone: no kernel runs and no GPU is used. What is read from
 * the device is zeros. If host code reads anything it runs again on random numbers, and must ask the same.
 * @param properties - of the device that host code sees
 */
export async function planOf(
  pool: RunPool,
  request: RunRequest,
  properties: DeviceProperties,
  options: RunOptions,
): Promise<Planned> {
  const geometry = geometryOf(request.program.device.variables, properties);
  const ask = async (tokenSeed: number | null): Promise<RunResult | null> => {
    const limits = { ...request.limits, runtimeCalls: MOST_BLIND_OPERATIONS };
    const executed = await pool.plan({ ...request, limits }, { kind: 'plan', geometry, tokenSeed }, options);
    if (executed !== 'wall' && executed.replayed) return null;
    return await pool.resolve(request, executed, options);
  };
  const onZeros = await ask(null);
  if (!onZeros) return { status: 'data-dependent', reason: 'host code uses memory that kernels write' };
  if (!onZeros.plan.steps.some(({ step }) => step === 'read')) return planned(onZeros);
  const onTokens = await ask(TOKEN_SEED);
  const [zeros, tokens] = [planned(onZeros), onTokens ? planned(onTokens) : null];
  if (zeros.status === 'planned' && tokens?.status === 'planned') {
    if (JSON.stringify(zeros.plan) === JSON.stringify(tokens.plan)) return zeros;
    return { status: 'data-dependent', reason: 'what it asks of the GPU depends on results' };
  }
  // Host code can end early if results are not the expected ones.
  return tokens?.status === 'planned' ? tokens : zeros;
}

/** A device without memory for a plan. The content of memory that both sides reach does not matter to it. */
class PlanDevice extends TokenDevice {
  override mapHost(): void {}

  override setMallocHeap(): void {}
}

/** Runs host code on a device without memory. */
export function plan(task: Task, job: PlanJob, connections: Connections): Executed {
  try {
    return execute(
      task,
      (program, { layoutSeed }) => new PlanDevice(job.geometry, { layoutSeed, tokenSeed: job.tokenSeed }, program),
      connections,
    );
  } catch (error) {
    if (!(error instanceof NeedsKernels)) throw error;
    return { ...noRun(), replayed: { differs: 'needs kernels', untracedBytes: 0, endedOtherwise: true } };
  }
}

function planned({ host, launches, plan: own }: RunResult): Planned {
  if (host.status !== 'returned') return { status: 'failed', reason: 'the program does not finish' };
  const failed = launches.find((launch) => launch.outcome.error !== 0 && !isOfNothing(launch));
  if (failed) return { status: 'failed', reason: `${failed.kernel} ends with CUDA error ${failed.outcome.error}` };
  return { status: 'planned', plan: own };
}

/** Returns a layout with all addresses above host memory, for arrays that the emulator has no room for. */
function geometryOf(variables: readonly DeviceVariable[], properties: DeviceProperties): Geometry {
  let next = START;
  const placed = variables.map(({ name, bytes }) => {
    const address = next;
    next += Math.ceil((bytes + 1) / ALIGNMENT) * ALIGNMENT;
    return { name, address, bytes };
  });
  return { heap: next, heapBytes: END - next, mallocHeapBytes: 0, variables: placed, properties };
}
