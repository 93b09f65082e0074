import type { DeviceFault, Dim3 } from '../../device/index.ts';
import type { BlockRecording, RecordingRequest } from '../../device/recording/index.ts';
import type { RunResult } from '../../host/index.ts';
import type { Finding } from '../../result/index.ts';

/** The block to record, as far as the user has named it. */
export interface Wanted {
  readonly block: Dim3 | null;
  readonly thread: Dim3 | null;
  /** The kernel, as a student writes it; `null`: the first one that is launched. */
  readonly kernel: string | null;
  /** The finding of the judged build that the recording is to show; `null` if there is none. */
  readonly finding: Pick<Finding, 'rule' | 'line' | 'kernel' | 'block' | 'thread'> | null;
}

/** A recorded block with what the run found. */
export interface Recorded {
  /** `null` if no launch has the block. */
  readonly recording: BlockRecording | null;
  readonly faults: readonly DeviceFault[];
  readonly launches: RunResult['launches'];
  /** The fault that the recording was made for; `null` if there is none. */
  readonly fault: DeviceFault | null;
}

/** Rows of a recording: 32 bytes each. A page holds less. */
const MOST_ROWS = 600_000;

/**
 * Records the block that is wanted. If a fault is looked for and the first recording does not have it, the run is made
 * again for the launch and the block of the fault.
 */
export async function recordBlock(
  wanted: Wanted,
  run: (records: RecordingRequest) => Promise<RunResult>,
): Promise<Recorded> {
  const block = wanted.block ?? wanted.finding?.block ?? [0, 0, 0];
  const kernel = wanted.kernel ?? wanted.finding?.kernel ?? null;
  const first: RecordingRequest = { launch: null, kernel, block, aroundFault: false, rows: MOST_ROWS };
  let ran = await run(first);
  const fault = faultOf(ran.faults, wanted);
  if (fault && needsOther(ran.recording, fault))
    ran = await run({ ...first, launch: fault.launch, kernel: null, block: fault.at.block, aroundFault: true });
  const { recording = null, faults, launches } = ran;
  return { recording, faults, launches, fault: fault && (faultOf(faults, wanted) ?? fault) };
}

function needsOther(recording: BlockRecording | undefined, fault: DeviceFault): boolean {
  if (!recording || recording.launch !== fault.launch) return true;
  if (recording.at.some((index, axis) => index !== fault.at.block[axis])) return true;
  return recording.isCut && recording.fault === null;
}

/** Returns the fault that is wanted: that of the finding, or else the first one of the block and the thread. */
export function faultOf(
  faults: readonly DeviceFault[],
  { block, thread, kernel, finding }: Wanted,
): DeviceFault | null {
  const isWanted = ({ launch, at, kernel: of }: DeviceFault) =>
    launch >= 0 &&
    (kernel === null || of === kernel) &&
    (block === null || sameIndex(at.block, block)) &&
    (thread === null || sameIndex(at.thread, thread));
  if (!finding) return faults.find(isWanted) ?? null;
  const { rule, line, block: inBlock, thread: ofThread } = finding;
  const found = faults.find(
    ({ rule: of, at }) =>
      of === rule &&
      at.position?.line === line &&
      (inBlock === undefined || sameIndex(at.block, inBlock)) &&
      (ofThread === undefined || sameIndex(at.thread, ofThread)),
  );
  return found ?? null;
}

function sameIndex(one: readonly number[], other: readonly number[]): boolean {
  return one.every((index, axis) => index === other[axis]);
}
