import type { SourcePosition } from '../../compile/index.ts';
import type { AccessEnd, DeviceFault, Dim3, NearBuffer } from '../../device/index.ts';
import type { BlockRecording, BlockStep, ThreadAccess } from '../../device/recording/index.ts';

/** A step of the recording, and the thread that it is about. */
export interface Moment {
  readonly step: number;
  /** The thread in its block, x fastest. */
  readonly thread: number;
}

/** The two ends of a fault in a recording: the later one, and the earlier one if it is in this block. */
export interface Shown {
  readonly at: Moment;
  readonly other: Moment | null;
}

export function linear([x, y, z]: Dim3, [width, height]: Dim3): number {
  return (z * height + y) * width + x;
}

/**
 * Returns where a recording has a fault: the same line, the same thread, and the same element of the same memory. `null`
 * if it has none of that.
 */
export function shownFault(recording: BlockRecording, steps: readonly BlockStep[], fault: DeviceFault): Shown | null {
  const ends = momentsOf(recording, steps, fault.at, fault.buffer);
  const [first] = ends;
  if (!first) return null;
  const others = fault.other ? momentsOf(recording, steps, fault.other, fault.buffer) : [];
  const barriers = barriersBefore(steps);
  for (const other of others) {
    const at = ends.find(({ step }) => step !== other.step && barriers[step] === barriers[other.step]);
    if (at) return { at, other };
  }
  // One line of two lanes: both accesses are in one step.
  const together = others.find(({ step, thread }) => ends.some((at) => at.step === step && at.thread !== thread));
  return { at: (together && ends.find(({ step }) => step === together.step)) ?? first, other: together ?? null };
}

/** Returns for each step the number of barriers before it: no barrier is between two steps with the same number. */
function barriersBefore(steps: readonly BlockStep[]): readonly number[] {
  let passed = 0;
  return steps.map(({ kind }) => (kind === 'barrier' ? passed++ : passed));
}

function isBlock(block: Dim3, { at }: BlockRecording): boolean {
  return block.every((index, axis) => index === at[axis]);
}

/** Returns the steps in which a thread makes an access, or reaches a line of another kind of fault. */
function momentsOf(
  recording: BlockRecording,
  steps: readonly BlockStep[],
  { position, block, thread, access }: AccessEnd,
  buffer: NearBuffer | null,
): readonly Moment[] {
  if (!position || !isBlock(block, recording)) return [];
  const number = linear(thread, recording.block);
  const [warp, lane] = [Math.floor(number / 32), number % 32];
  return steps.flatMap((step, index) => {
    if (step.kind !== 'line' || step.warp !== warp || !isAt(recording, step.place, position)) return [];
    const own = step.lanes.get(lane);
    if (!own) return [];
    const isAnyAccess = access === 'barrier' || buffer === null || buffer.role === 'local';
    const has = isAnyAccess || own.accesses.some((each) => isAccess(recording, each, access, buffer));
    return has ? [{ step: index, thread: number }] : [];
  });
}

function isAccess(
  { memory }: BlockRecording,
  { access, memory: number, offset, bytes }: ThreadAccess,
  kind: AccessEnd['access'],
  { label, role, offset: at }: NearBuffer,
): boolean {
  const accessed = memory[number];
  if (!accessed || access !== kind) return false;
  const isNamed = accessed.name === label || (role === 'shared' && accessed.space === 'shared');
  return isNamed && offset <= at && at < offset + bytes;
}

/** True if a step is of the line. */
export function isAt({ tables }: BlockRecording, place: number, { file, line }: SourcePosition): boolean {
  const event = tables.events[place];
  return event?.kind === 'step' && event.position.line === line && event.position.file === file;
}
