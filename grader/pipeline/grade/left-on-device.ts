import { BYTE_STATE } from '../../abi/index.ts';
import { viewElements } from '../../compare/index.ts';
import type { DeviceContent, RunResult } from '../../host/index.ts';
import {
  type ArrayParameter,
  type AssignmentSpec,
  agree,
  arrayParameters,
  elementBytes,
  outputParameters,
  type Tolerance,
  toleranceOf,
} from '../../spec/index.ts';
import type { MadeCase } from './inputs.ts';

/** Bit of a flag byte: a kernel stored this byte. */
const WRITTEN_BY_KERNEL: number = BYTE_STATE.written;
/** The part of an output that must be right: the same as for outputs that kernels wrote themselves. */
const ENOUGH = 1 / 2;

/**
 * True if kernels stored each right output in a buffer of the program. Host code that copies it too early, in a wrong
 * direction, or not at all makes a mistake of its own, and the kernels did the exercise's work.
 * @param buffers - an output may lie at any multiple of its own size in them
 */
export async function isLeftOnDevice(
  spec: Pick<AssignmentSpec, 'entry' | 'tolerance'>,
  made: MadeCase,
  buffers: readonly DeviceContent[],
): Promise<boolean> {
  if (buffers.length === 0) return false;
  const expected = await made.expected();
  const outputs = outputParameters(spec.entry);
  return outputs.every((parameter) => {
    const want = expected[parameter.name];
    const tolerance = toleranceOf(spec, made.plan.dims, parameter.name);
    if (!want || want.length === 0) return want !== undefined;
    const length = want.length * elementBytes(parameter.type);
    return buffers.some(({ bytes, state }) => {
      for (let start = 0; start + length <= bytes.length; start += length) {
        const part = { bytes: bytes.slice(start, start + length), state: state.subarray(start, start + length) };
        if (rightShare(part, want, parameter, tolerance) >= ENOUGH) return true;
      }
      return false;
    });
  });
}

/**
 * Returns a run whose outputs are what kernels left in buffers of the program, for host code that copies another buffer,
 * or at the beginning of inputs, for one that is exchanged with an output.
 * @returns `null` if kernels did not write half of a buffer for each output; of several such buffers the last counts
 */
export function withOutputsOnDevice(spec: Pick<AssignmentSpec, 'entry'>, run: RunResult): RunResult | null {
  const taken = new Set<DeviceContent>();
  const outputs: RunResult['outputs'][number][] = [];
  for (const output of run.outputs) {
    const parameter = arrayParameters(spec.entry).find(({ name }) => name === output.name);
    const length = output.bytes.length;
    const left = run.ownBuffers?.findLast(
      (buffer) =>
        !taken.has(buffer) && length <= buffer.bytes.length && writtenBytes(buffer, length) >= ENOUGH * length,
    );
    if (!parameter || !left) return null;
    taken.add(left);
    outputs.push({ ...output, bytes: left.bytes.slice(0, length), state: left.state.subarray(0, length) });
  }
  return { ...run, outputs };
}

function writtenBytes({ state }: DeviceContent, length: number): number {
  return state.subarray(0, length).reduce((sum, flags) => sum + ((flags & WRITTEN_BY_KERNEL) === 0 ? 0 : 1), 0);
}

/** Returns the share of elements that a kernel stored and that are right. */
function rightShare(
  { bytes, state }: DeviceContent,
  want: Float64Array,
  { type }: ArrayParameter,
  tolerance: Tolerance,
): number {
  const size = elementBytes(type);
  const got = viewElements(bytes, type);
  let right = 0;
  for (let index = 0; index < want.length; index++) {
    let flags = WRITTEN_BY_KERNEL;
    for (let byte = 0; byte < size; byte++) flags &= state[index * size + byte] ?? 0;
    if (flags !== 0 && agree(got[index] as number, want[index] as number, tolerance, type)) right += 1;
  }
  return right / want.length;
}
