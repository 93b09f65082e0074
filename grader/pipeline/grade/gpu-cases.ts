import type { CompileResult } from '../../compile/index.ts';
import type { SanitizerFinding, Tool } from '../../device/sanitizer/index.ts';
import type { RunResult } from '../../host/index.ts';
import { type CaseEvidence, caseHolds, type GpuEvidence } from '../../judge/index.ts';
import { FIXED_LIMITS } from '../../limits/index.ts';
import type { Waiting } from '../../platform/queue/index.ts';
import type { Assignment } from '../../spec/index.ts';
import type { GpuRuns, GpuTarget } from '../gpu/index.ts';
import type { Engine } from './engine.ts';
import { gatherEvidence } from './evidence.ts';
import type { JudgedCase } from './judge-case.ts';

/** What runs on the GPU: Clang's host side, and nvcc's device side of the same source. */
export interface GpuSubmission {
  readonly compiled: Extract<CompileResult, { status: 'compiled' }>;
  readonly image: Uint8Array;
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
function endsItsProcess({ run: { host } }: CaseEvidence): boolean {
  return host.status === 'trapped' && host.endedWorker === true;
}

/** True if a kernel has taken the GPU's context along. */
function isLost({ launches }: RunResult): boolean {
  return launches.some(({ outcome }) => outcome.error >= ILLEGAL_ADDRESS);
}

function hangs({ host, launches }: RunResult): boolean {
  return host.status === 'stopped' || launches.some(({ outcome }) => outcome.error === LAUNCH_TIMEOUT);
}

/** True if threads wait for others that do not come: the emulator goes on, and a GPU may wait for ever. */
function canHang({ run }: CaseEvidence): boolean {
  return run.faults.some(({ rule }) => rule === 'barrier-divergence');
}

export interface GpuCaseOptions {
  /** The cases to repeat under compute-sanitizer as well; default: none. */
  readonly sanitize?: Sanitizing | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called while others use the GPU, and with null once the turn has come. */
  readonly onWaiting?: ((waiting: Waiting | null) => void) | undefined;
}

export interface Sanitizing {
  readonly judged: readonly Promise<JudgedCase>[];
  readonly tools: readonly Tool[];
  /** Nobody has asked for it: where there is no compute-sanitizer, it is left out. */
  readonly isOptional: boolean;
  readonly onBegin: () => void;
}

/** What the cases came to on the GPU, and under compute-sanitizer there; null: not tried. */
export interface JudgedOnGpu {
  readonly gpu: GpuEvidence;
  readonly sanitizer: readonly SanitizerFinding[] | null;
}

/**
 * Repeats the cases on the GPU, one after the other, until one ends the process or its time, and compares the outputs; then
 * some of them under compute-sanitizer. No host code runs. A case without a recording is left out if the emulator has not
 * judged it as right. All of it is one turn on the GPU, so the emulator's results come first.
 * @param runs - of the submission
 * @param judged - the results of the emulator, in the order of the cases
 */
export async function gpuCases(
  { spec }: Assignment,
  engine: Engine,
  gpu: GpuTarget,
  runs: GpuRuns,
  judged: readonly Promise<JudgedCase>[],
  { sanitize, ...options }: GpuCaseOptions = {},
): Promise<JudgedOnGpu> {
  const { name } = (await gpu.describe()).gpu;
  const recorded = await Promise.all(
    judged.map(async (judging) => {
      const { evidence: emulated, repeatable } = await judging;
      return { emulated, repeatable: await repeatable() };
    }),
  );
  runs.begin(sanitize?.tools ?? []);
  const cases: CaseEvidence[] = [];
  // What compute-sanitizer finds means nothing in a program that a GPU cannot repeat.
  const unjudged = (why: string, failed: readonly CaseEvidence[] = cases.filter(fails)): JudgedOnGpu => ({
    gpu: { name, cases: failed, unjudged: why },
    sanitizer: null,
  });
  let keeps: Promise<boolean> | null = null;
  try {
    for (const { emulated, repeatable } of recorded) {
      if (!repeatable) {
        if (caseHolds(emulated) && emulated.undecided === undefined)
          return unjudged('its calls cannot be recorded a second time');
        continue;
      }
      let outcome = await runs.run(repeatable, options);
      // The emulator came to an end here and saw nothing to wait for, so other users of the GPU can be the reason.
      if (outcome.status === 'ran' && hangs(outcome.run) && !canHang(emulated))
        outcome = await runs.run(repeatable, { ...options, launchTimeoutMs: FIXED_LIMITS.gpuPatientLaunchMs });
      // The emulator found nothing, and a program of somebody else that makes the driver reset the GPU fails all others.
      if (outcome.status === 'ran' && isLost(outcome.run) && caseHolds(emulated))
        outcome = await runs.run(repeatable, { ...options, isAlone: true });
      if (outcome.status === 'untranslatable') return unjudged(outcome.reason);
      const evidence = await gatherEvidence(spec, repeatable.own, outcome.run, repeatable.request);
      if (caseHolds(emulated) && !caseHolds(evidence)) keeps ??= keepsAddresses(engine, judged, options.signal);
      if (await keeps)
        return unjudged('it keeps addresses in memory of the device, where a GPU has 8 bytes for each', []);
      cases.push(evidence);
      // The other cases would need their time limit or a new process each, with the same result.
      if (hangs(outcome.run) || isLost(outcome.run) || endsItsProcess(evidence)) break;
    }
    const isSanitized = sanitize && !cases.some(endsItsProcess);
    const sanitizer = isSanitized ? await sanitizerFindings(runs, sanitize, options) : null;
    return { gpu: { name, cases, unjudged: null }, sanitizer };
  } finally {
    await runs.rest();
  }
}

/** Returns null where there is no compute-sanitizer and nobody has asked for it. */
async function sanitizerFindings(
  runs: GpuRuns,
  { judged, isOptional, onBegin }: Sanitizing,
  options: Pick<GpuCaseOptions, 'signal' | 'onWaiting'>,
): Promise<SanitizerFinding[] | null> {
  onBegin();
  const cases = await Promise.all(judged.map(async (judging) => (await judging).repeatable()));
  try {
    return await runs.sanitize(
      cases.filter((each) => each !== null),
      options,
    );
  } catch (error) {
    if (isOptional && error instanceof Error && error.name === 'SanitizerMissing') return null;
    throw error;
  }
}
