import { type CaseEvidence, caseHolds, type GpuEvidence } from '../checks/index.ts';
import type { CompileResult } from '../compile/index.ts';
import type { GpuTarget } from '../gpu/index.ts';
import { FIXED_LIMITS } from '../limits/index.ts';
import type { Waiting } from '../platform/queue-lock.ts';
import type { RunResult } from '../record/index.ts';
import type { SanitizerFinding } from '../sanitizer/index.ts';
import type { Assignment } from '../spec/index.ts';
import type { Engine } from './engine.ts';
import { gatherEvidence } from './evidence.ts';
import type { JudgedCase } from './judge-case.ts';

/** What runs on the GPU: Clang's host side, and nvcc's device side of the same source. */
export interface GpuSubmission {
  readonly compiled: Extract<CompileResult, { status: 'compiled' }>;
  readonly image: Uint8Array;
}

/** Repeats under compute-sanitizer the cases that have a recording. */
export async function sanitizerFindings(
  gpu: GpuTarget,
  { compiled, image }: GpuSubmission,
  judged: readonly JudgedCase[],
  signal?: AbortSignal,
): Promise<SanitizerFinding[]> {
  const cases = await Promise.all(judged.map(({ repeatable }) => repeatable()));
  return await gpu.sanitize(
    { program: compiled, image },
    cases.filter((each) => each !== null),
    signal,
  );
}

/** cudaErrorIllegalAddress and cudaErrorLaunchTimeout. */
const ILLEGAL_ADDRESS = 700;
const LAUNCH_TIMEOUT = 702;

/** True if host code keeps addresses in at least one case. In a small case, a list can have no address. */
async function keepsAddresses(engine: Engine, judged: readonly Promise<JudgedCase>[], signal?: AbortSignal) {
  for (const judging of judged) {
    const repeatable = await (await judging).repeatable();
    const [first] = repeatable?.recorded ?? [];
    if (!repeatable || !first) continue;
    if (await engine.keepsAddresses({ ...repeatable.request, args: first.args }, signal)) return true;
  }
  return false;
}

function fails(seen: CaseEvidence): boolean {
  return !caseHolds(seen);
}

/** True if the case ended the process that holds the GPU, each time. */
export function endsItsProcess({ run: { host } }: CaseEvidence): boolean {
  return host.status === 'trapped' && host.endedWorker === true;
}

/** True if a kernel has taken the GPU's context along. */
function isLost({ launches }: RunResult): boolean {
  return launches.some(({ outcome }) => outcome.error >= ILLEGAL_ADDRESS);
}

function hangs({ host, launches }: RunResult): boolean {
  return host.status === 'stopped' || launches.some(({ outcome }) => outcome.error === LAUNCH_TIMEOUT);
}

export interface GpuCaseOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called while others use the GPU, and with null once the turn has come. */
  readonly onWaiting?: ((waiting: Waiting | null) => void) | undefined;
}

/**
 * Repeats the cases on the GPU, one after the other, until one ends the process or its time, and compares the outputs. No
 * host code runs. A case without a recording is left out if the emulator has not judged it as right.
 * @param judged - the results of the emulator, in the order of the cases
 */
export async function gpuCases(
  { spec }: Assignment,
  engine: Engine,
  gpu: GpuTarget,
  { compiled, image }: GpuSubmission,
  judged: readonly Promise<JudgedCase>[],
  options: GpuCaseOptions = {},
): Promise<GpuEvidence> {
  const { name } = (await gpu.describe()).gpu;
  const runs = gpu.runs({ program: compiled, image }, engine.symbolize);
  const cases: CaseEvidence[] = [];
  let keeps: Promise<boolean> | null = null;
  try {
    for (const judging of judged) {
      const { evidence: emulated, repeatable: recordings } = await judging;
      const repeatable = await recordings();
      if (!repeatable) {
        if (caseHolds(emulated) && emulated.undecided === undefined)
          return { name, cases: cases.filter(fails), unjudged: 'its calls cannot be recorded a second time' };
        continue;
      }
      let outcome = await runs.run(repeatable, options);
      // The emulator came to an end here, so other users of the GPU can be the reason.
      if (outcome.status === 'ran' && hangs(outcome.run))
        outcome = await runs.run(repeatable, { ...options, launchTimeoutMs: FIXED_LIMITS.gpuPatientLaunchMs });
      if (outcome.status === 'untranslatable') return { name, cases: cases.filter(fails), unjudged: outcome.reason };
      const evidence = await gatherEvidence(spec, repeatable.own, outcome.run, repeatable.request);
      if (caseHolds(emulated) && !caseHolds(evidence)) keeps ??= keepsAddresses(engine, judged, options.signal);
      if (await keeps)
        return {
          name,
          cases: [],
          unjudged: 'it keeps addresses in memory of the device, where a GPU has 8 bytes for each',
        };
      cases.push(evidence);
      // The other cases would need their time limit or a new process each, with the same result.
      if (hangs(outcome.run) || isLost(outcome.run) || endsItsProcess(evidence)) break;
    }
  } finally {
    await runs.dispose();
  }
  return { name, cases, unjudged: null };
}
