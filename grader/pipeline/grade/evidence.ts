import { BYTE_STATE } from '../../abi/index.ts';
import { compareOutput } from '../../compare/index.ts';
import { type OutputState, outputBefore, type RunRequest, type RunResult } from '../../host/index.ts';
import type { CaseEvidence, OutputEvidence } from '../../judge/index.ts';
import {
  type ArrayParameter,
  type AssignmentSpec,
  arrayParameters,
  elementBytes,
  evaluateExtent,
  isOutput,
} from '../../spec/index.ts';
import type { MadeCase } from './inputs.ts';

/** Bit of an output's flag bytes: a kernel stored this byte. */
const WRITTEN_BY_KERNEL: number = BYTE_STATE.written;

/** Bit of an output's flag bytes: something stored this byte. */
const WRITTEN: number = BYTE_STATE.initialised;

type Placed = Pick<RunRequest, 'args' | 'layoutSeed'>;

/**
 * Compares what a run left in the outputs with what is expected there.
 * @param placed - what was run: it tells what lay in the outputs before
 */
export async function gatherEvidence(
  spec: AssignmentSpec,
  made: MadeCase,
  run: RunResult,
  placed: Placed,
): Promise<CaseEvidence> {
  const expected = await made.expected();
  const outputs: OutputEvidence[] = [];
  for (const parameter of arrayParameters(spec.entry)) {
    const output = run.outputs.find((candidate) => candidate.name === parameter.name);
    const want = expected[parameter.name];
    if (isOutput(parameter) && output && want) outputs.push(await compare(spec, parameter, made, output, want, placed));
  }
  const { name, visible, dims } = made.plan;
  return { name, visible, dims, run, outputs };
}

async function compare(
  spec: AssignmentSpec,
  parameter: ArrayParameter,
  made: MadeCase,
  output: OutputState,
  want: Float64Array,
  placed: Placed,
): Promise<OutputEvidence> {
  const { name, type, role } = parameter;
  const shape = made.shapes[name] ?? [];
  const comparison = await compareOutput({
    got: output.bytes,
    // An element that the program leaves as it was given can be right.
    state: role === 'inout' ? new Uint8Array(output.state.length).fill(WRITTEN) : output.state,
    want,
    shape,
    type,
    tolerance: toleranceOf(spec, made.plan.dims),
    operation: spec.expected.operation,
    inputs: made.inputs,
    dims: made.plan.dims,
    old: () => outputBefore(placed, name),
  });
  const bytes = elementBytes(type);
  return { name, shape, comparison, elements: want.length, writtenByKernels: countWritten(output.state, bytes) };
}

/** `absolute`, and `perTerm.absolute` for each term that an element sums; in units of the output. */
export function toleranceOf({ tolerance }: Pick<AssignmentSpec, 'tolerance'>, dims: MadeCase['plan']['dims']): number {
  const { absolute, perTerm } = tolerance;
  return perTerm ? absolute + perTerm.absolute * evaluateExtent(perTerm.count, dims) : absolute;
}

/** True if an element is right: the same value, NaN and infinities included, or within the tolerance. */
export function agree(one: number, other: number, tolerance: number): boolean {
  return Object.is(one, other) || Math.abs(one - other) <= tolerance;
}

/** Elements whose every byte a kernel stored. */
function countWritten(state: Uint8Array, elementSize: number): number {
  let count = 0;
  for (let start = 0; start < state.length; start += elementSize) {
    let flags = WRITTEN_BY_KERNEL;
    for (let byte = 0; byte < elementSize; byte++) flags &= state[start + byte] ?? 0;
    if (flags !== 0) count++;
  }
  return count;
}
