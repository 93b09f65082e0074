import type { SourcePosition } from '../../compile/index.ts';
import type { AccessEnd, DeviceFault, Dim3, NearBuffer } from '../../device/index.ts';
import type { BlockRecording, BlockStep } from '../../device/recording/index.ts';

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
  const at = momentOf(recording, steps, fault.at, fault.buffer);
  if (at === null) return null;
  const { other } = fault;
  const first =
    other?.position && isBlock(other.block, recording) ? momentOf(recording, steps, other, fault.buffer, at) : null;
  return { at, other: first };
}

function isBlock(block: Dim3, { at }: BlockRecording): boolean {
  return block.every((index, axis) => index === at[axis]);
}

/** @param apart - a step of another end of the same race, which is not the answer */
function momentOf(
  recording: BlockRecording,
  steps: readonly BlockStep[],
  { position, block, thread, access }: AccessEnd,
  buffer: NearBuffer | null,
  apart: Moment | null = null,
): Moment | null {
  if (!position || !isBlock(block, recording)) return null;
  const number = linear(thread, recording.block);
  const [warp, lane] = [Math.floor(number / 32), number % 32];
  for (const [index, step] of steps.entries()) {
    if (step.kind !== 'line' || step.warp !== warp || !isAt(recording, step.place, position)) continue;
    const own = step.lanes.get(lane);
    if (!own || (apart?.step === index && apart.thread === number)) continue;
    if (access === 'barrier' || buffer === null || buffer.role === 'local') return { step: index, thread: number };
    const has = own.accesses.some((each) => {
      const memory = recording.memory[each.memory];
      if (memory === undefined || (access !== 'atomic' && each.access !== access)) return false;
      const isNamed = memory.name === buffer.label || memory.space === 'shared';
      return isNamed && each.offset <= buffer.offset && buffer.offset < each.offset + each.bytes;
    });
    if (has) return { step: index, thread: number };
  }
  return null;
}

/** True if a step is of the line. */
export function isAt({ tables }: BlockRecording, place: number, { file, line }: SourcePosition): boolean {
  const event = tables.events[place];
  return event?.kind === 'step' && event.position.line === line && event.position.file === file;
}
