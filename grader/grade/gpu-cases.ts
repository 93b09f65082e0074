import type { CaseEvidence, GpuEvidence } from '../checks/index.ts';
import type { CompileResult } from '../compile/index.ts';
import type { GpuTarget } from '../gpu/index.ts';
import { FIXED_LIMITS } from '../limits/index.ts';
import type { Waiting } from '../platform/queue-lock.ts';
import type { RunResult } from '../record/index.ts';
import type { Assignment } from '../spec/index.ts';
import type { Engine } from './engine.ts';
import { gatherEvidence } from './evidence.ts';
import type { MadeCase } from './inputs.ts';
import { runRequest } from './request.ts';

/** What runs on the GPU: Clang's host side, and nvcc's device side of the same source. */
export interface GpuSubmission {
  readonly compiled: Extract<CompileResult, { status: 'compiled' }>;
  readonly image: Uint8Array;
}

/** Runs every case once more under compute-sanitizer. */
export function sanitizerFindings(
  { spec }: Assignment,
  gpu: GpuTarget,
  { compiled, image }: GpuSubmission,
  made: readonly MadeCase[],
  signal?: AbortSignal,
): ReturnType<GpuTarget['sanitize']> {
  const requests = made.map((own) => {
    const { program: _, ...request } = runRequest(spec, compiled, own.plan, own, false);
    return request;
  });
  return gpu.sanitize({ program: compiled, image }, requests, signal);
}

/** cudaErrorLaunchTimeout */
const LAUNCH_TIMEOUT = 702;

function hangs({ host, launches }: RunResult): boolean {
  return host.status === 'stopped' || launches.some(({ outcome }) => outcome.error === LAUNCH_TIMEOUT);
}

export interface GpuCaseOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called while others use the GPU, and with null once the turn has come. */
  readonly onWaiting?: ((waiting: Waiting | null) => void) | undefined;
}

/**
 * Runs the cases on the GPU, one after the other, until one does not end, and compares what they left.
 * @param emulated - what the emulator saw of a case
 */
export async function gpuCases(
  assignment: Assignment,
  engine: Engine,
  gpu: GpuTarget,
  { compiled, image }: GpuSubmission,
  made: readonly MadeCase[],
  emulated: (own: MadeCase) => Promise<CaseEvidence>,
  options: GpuCaseOptions = {},
): Promise<GpuEvidence> {
  const { name } = (await gpu.describe()).gpu;
  const runs = gpu.runs({ program: compiled, image }, engine.symbolize);
  const cases: CaseEvidence[] = [];
  try {
    for (const own of made) {
      const { program: _, ...request } = runRequest(assignment.spec, compiled, own.plan, own, false);
      let outcome = await runs.run(request, options);
      // A GPU that others keep busy is no endless kernel; what does not end on the emulator either is one.
      if (outcome.status === 'ran' && hangs(outcome.run) && !hangs((await emulated(own)).run)) {
        outcome = await runs.run(request, { ...options, launchTimeoutMs: FIXED_LIMITS.gpuPatientLaunchMs });
      }
      if (outcome.status === 'untranslatable') return { name, cases: [], unjudged: outcome.reason };
      cases.push(await gatherEvidence(assignment.spec, own, outcome.run, request));
      // Each would take its time limit again, and say the same.
      if (hangs(outcome.run)) break;
    }
  } finally {
    await runs.dispose();
  }
  return { name, cases, unjudged: null };
}
