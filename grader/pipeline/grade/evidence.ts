import { BYTE_STATE } from '../../abi/index.ts';
import { alignedTo, compareOutput, viewElements } from '../../compare/index.ts';
import { type OutputState, outputBefore, type RunRequest, type RunResult } from '../../host/index.ts';
import type { CaseEvidence, OutputEvidence } from '../../judge/index.ts';
import type { PlacedObjection } from '../../simulator/index.ts';
import {
  type ArrayParameter,
  type AssignmentSpec,
  arrayParameters,
  comparisonOf,
  type ElementArray,
  elementBytes,
  isOutput,
  toleranceOf,
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
  const left = arrayParameters(spec.entry).flatMap((parameter): Left[] => {
    const output = run.outputs.find((candidate) => candidate.name === parameter.name);
    return isOutput(parameter) && output && expected[parameter.name] ? [leftIn(parameter, output)] : [];
  });
  const objections = await objectionsTo(spec, made, left);
  const outputs: OutputEvidence[] = [];
  for (const each of left) {
    const { as } = comparisonOf(spec, each.parameter.name);
    outputs.push(
      as === 'check'
        ? await checked(spec, made, each, objections)
        : await compare(spec, made, each, expected, () => outputBefore(placed, each.parameter.name)),
    );
  }
  const { name, visible, dims } = made.plan;
  return { name, visible, dims, run, outputs };
}

/** An output as a run left it. */
interface Left {
  readonly parameter: ArrayParameter;
  readonly output: OutputState;
  /** Flag bytes, in which each byte of an array that is given with content is written. */
  readonly state: Uint8Array;
  readonly got: () => ElementArray;
  /** Returns 1 for each element that was written. */
  readonly written: () => Uint8Array;
}

function leftIn(parameter: ArrayParameter, output: OutputState): Left {
  const { type, role } = parameter;
  const size = elementBytes(type);
  // An element that the program leaves as it was given can be right.
  const state = role === 'inout' ? new Uint8Array(output.state.length).fill(WRITTEN) : output.state;
  const written = () => {
    const elements = new Uint8Array(state.length / size);
    return elements.map((_, at) => (hasFlag(state, at * size, size, WRITTEN) ? 1 : 0));
  };
  return { parameter, output, state, got: () => viewElements(output.bytes, type), written };
}

async function compare(
  spec: AssignmentSpec,
  made: MadeCase,
  { parameter, output, state, got, written }: Left,
  expected: Readonly<Record<string, Float64Array>>,
  old: () => Uint8Array | null,
): Promise<OutputEvidence> {
  const { name, type } = parameter;
  const { dims } = made.plan;
  const whole = made.shapes[name] ?? [];
  const { want, shape, missing } = alignedTo({ spec, dims, parameter, shape: whole, got, written, expected });
  const length = want.length * elementBytes(type);
  const comparison = await compareOutput({
    got: output.bytes.subarray(0, length),
    state: state.subarray(0, length),
    want,
    shape,
    type,
    tolerance: toleranceOf(spec, dims, name),
    anyOrder: missing !== undefined,
    operation: spec.expected.operation,
    inputs: made.inputs,
    dims,
    old,
  });
  const writtenByKernels = countWritten(output.state.subarray(0, length), elementBytes(type));
  const elements = want.length;
  const isMissing = (parameter.file ?? parameter.from) !== undefined && comparison.unwritten > 0;
  if (isMissing) {
    const objections = [{ message: missingWords(parameter, whole), index: null }];
    const none = { ...comparison, wrong: Math.max(1, elements), unwritten: 0 };
    return { name, shape, comparison: none, elements, writtenByKernels, hasNoFile: true, objections };
  }
  const words = comparison.wrong > 0 ? wrongWords(parameter, output, want) : null;
  return {
    ...{ name, shape, comparison, elements, writtenByKernels, ...(missing !== undefined && { missing }) },
    ...(parameter.from && { isOfHost: true }),
    ...(words !== null && { objections: [{ message: words, index: null }] }),
  };
}

/** Says that the grader did not find an output of a program: it reads all of it, or nothing. */
function missingWords({ file, from, after, type, vector }: ArrayParameter, shape: readonly number[]): string {
  if (file !== undefined) {
    return `the program did not write the file ${file}, or not with the type ${vector ?? type} and the shape [${shape.join(', ')}]`;
  }
  const numbers = `${shape.reduce((product, extent) => product * extent, 1)} numbers of type ${type}`;
  const place = after === undefined ? '' : ` after "${after}"`;
  return from === 'numbers' ? `the program did not print ${numbers}${place}` : 'the program ended before this';
}

/** The most characters of a line that a message has. */
const MOST_CHARACTERS = 80;

/** Says what is wrong with an exit status or a text; null for other outputs. */
function wrongWords({ from }: ArrayParameter, { bytes }: OutputState, want: ArrayLike<number>): string | null {
  if (from === 'exit-status') {
    const [got] = new Int32Array(bytes.slice(0, 4).buffer);
    return `the exit status is ${got} and should be ${want[0]}`;
  }
  if (from !== 'text') return null;
  const linesOf = (values: ArrayLike<number>) => {
    const all = Uint8Array.from({ length: values.length }, (_, at) => values[at] ?? 0);
    const end = all.indexOf(0);
    return new TextDecoder().decode(end < 0 ? all : all.subarray(0, end)).split('\n');
  };
  const [got, wanted] = [linesOf(bytes), linesOf(want)];
  const at = got.findIndex((line, index) => line !== wanted[index]);
  const place = at < 0 ? got.length : at;
  const quoted = (line: string | undefined, isLast: boolean) =>
    line === undefined || (line === '' && isLast)
      ? 'missing'
      : `"${line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line}"`;
  const [one, other] = [quoted(got[place], place >= got.length - 1), quoted(wanted[place], place >= wanted.length - 1)];
  return other === 'missing'
    ? `line ${place + 1} of the text is ${one}, and the right text ends before it`
    : `line ${place + 1} of the text is ${one} and should be ${other}`;
}

/** Calls `check` if it judges an output, and all that it needs was written. */
async function objectionsTo(
  spec: AssignmentSpec,
  made: MadeCase,
  left: readonly Left[],
): Promise<readonly PlacedObjection[]> {
  const judged = left.filter(({ parameter }) => comparisonOf(spec, parameter.name).as === 'check');
  const isComplete = judged.every(
    (each) =>
      comparisonOf(spec, each.parameter.name).unwritten === 'allowed' || each.written().every((one) => one === 1),
  );
  if (judged.length === 0 || !isComplete) return [];
  const byName = <T>(of: (each: Left) => T) => Object.fromEntries(left.map((each) => [each.parameter.name, of(each)]));
  return made.check({ outputs: byName(({ got }) => got()), written: byName(({ written }) => written()) });
}

/** Returns what `check` says of an output. */
async function checked(
  spec: AssignmentSpec,
  made: MadeCase,
  { parameter: { name, type }, output, state, written }: Left,
  all: readonly PlacedObjection[],
): Promise<OutputEvidence> {
  const shape = made.shapes[name] ?? [];
  const elements = written();
  const isOptional = comparisonOf(spec, name).unwritten === 'allowed';
  const own = all.filter((objection) => objection.output === name);
  const places = new Set(own.flatMap(({ at }) => at ?? []));
  // Only what was written is looked at: the value of each element is taken for right.
  const comparison = await compareOutput({
    got: new Uint8Array(output.bytes.length),
    state: isOptional ? new Uint8Array(state.length).fill(WRITTEN) : state,
    want: new Float64Array(elements.length),
    shape,
    type,
    tolerance: 0,
  });
  const objections = own.map(({ at, message }) => ({ message, index: at === null ? null : indexOf(at, shape) }));
  return {
    name,
    shape,
    comparison: {
      ...comparison,
      wrong: own.length > 0 ? Math.max(1, places.size) : 0,
      maxError: null,
      firstMismatch: objections.find(({ index }) => index)?.index ?? comparison.firstMismatch,
    },
    elements: isOptional ? elements.reduce((sum, one) => sum + one, 0) : elements.length,
    writtenByKernels: countWritten(output.state, elementBytes(type)),
    objections,
  };
}

function indexOf(flat: number, shape: readonly number[]): number[] {
  let rest = flat;
  return [...shape].reverse().reduce<number[]>((index, extent) => {
    index.unshift(rest % extent);
    rest = Math.floor(rest / extent);
    return index;
  }, []);
}

/** Elements whose every byte a kernel stored. */
function countWritten(state: Uint8Array, elementSize: number): number {
  let count = 0;
  for (let start = 0; start < state.length; start += elementSize)
    if (hasFlag(state, start, elementSize, WRITTEN_BY_KERNEL)) count++;
  return count;
}

function hasFlag(state: Uint8Array, start: number, bytes: number, flag: number): boolean {
  let flags = flag;
  for (let byte = 0; byte < bytes; byte++) flags &= state[start + byte] ?? 0;
  return flags !== 0;
}
