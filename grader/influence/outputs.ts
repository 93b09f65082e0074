import type { OutputState } from '../record/index.ts';
import {
  type ArrayParameter,
  type AssignmentSpec,
  arrayParameters,
  type ElementArray,
  type ElementArrays,
  elementBytes,
  makeElements,
} from '../spec/index.ts';

/** The outputs that a run left, and whether the program got to its end. */
export interface RunOutputs {
  readonly outputs: readonly OutputState[];
  readonly finished: boolean;
}

/**
 * Runs one case with other inputs of the same types and sizes.
 * @returns `null` if the case cannot be run with these inputs
 */
export type RunWith = (inputs: ElementArrays) => Promise<RunOutputs | null>;

/** Expected outputs by name, in float64. */
export type Expected = Readonly<Record<string, Float64Array>>;

/** One case of a submission that was run, and the means to run it again. */
export interface Subject {
  readonly spec: Pick<AssignmentSpec, 'entry'>;
  readonly inputs: ElementArrays;
  /** Returns the expected outputs for any inputs of this case's sizes. */
  readonly expected: (inputs: ElementArrays) => Promise<Expected>;
  /** The run with {@link inputs}. */
  readonly before: RunOutputs;
  readonly runWith: RunWith;
  /** The seed of all draws, 0 to 2^32 - 1. */
  readonly seed: number;
}

/** Bit of an output's flag bytes: a kernel stored this byte. */
const WRITTEN_BY_KERNEL = 4;

export function outputsOf(spec: Subject['spec']): ArrayParameter[] {
  return arrayParameters(spec.entry).filter(({ role }) => role === 'output');
}

export function inputsOf(spec: Subject['spec']): ArrayParameter[] {
  return arrayParameters(spec.entry).filter(({ role }) => role === 'input');
}

/** Converts values to an element type, as a program would store them. */
export function stored(values: ArrayLike<number>, { type }: ArrayParameter): ElementArray {
  const elements = makeElements(type, values.length);
  elements.set(values);
  return elements;
}

/** Returns 1 for each element of an output whose every byte a kernel stored. */
export function writtenElements(output: OutputState | undefined, { type }: ArrayParameter): Uint8Array {
  const size = elementBytes(type);
  const written = new Uint8Array((output?.state.length ?? 0) / size);
  for (let index = 0; index < written.length; index++) {
    let flags = WRITTEN_BY_KERNEL;
    for (let byte = 0; byte < size; byte++) flags &= output?.state[index * size + byte] ?? 0;
    written[index] = flags === 0 ? 0 : 1;
  }
  return written;
}

/** Counts the elements that differ between two runs and that kernels stored in at least one of them. */
export function countChanged(spec: Subject['spec'], before: RunOutputs, after: RunOutputs): number {
  return sumOver(outputsOf(spec), (parameter) => {
    const [one, two] = [before, after].map(({ outputs }) => outputs.find(({ name }) => name === parameter.name));
    if (!one || !two) return 0;
    const size = elementBytes(parameter.type);
    const [inOne, inTwo] = [writtenElements(one, parameter), writtenElements(two, parameter)];
    let changed = 0;
    for (let index = 0; index < inOne.length; index++) {
      if (!inOne[index] && !inTwo[index]) continue;
      for (let byte = index * size; byte < (index + 1) * size; byte++) {
        if (one.bytes[byte] === two.bytes[byte]) continue;
        changed += 1;
        break;
      }
    }
    return changed;
  });
}

/** Counts the elements whose expected value, in the output's type, differs. */
export function countDepending(spec: Subject['spec'], before: Expected, after: Expected): number {
  return sumOver(outputsOf(spec), (parameter) => {
    const one = stored(before[parameter.name] ?? [], parameter);
    const two = stored(after[parameter.name] ?? [], parameter);
    let depending = 0;
    for (let index = 0; index < one.length; index++) if (one[index] !== two[index]) depending += 1;
    return depending;
  });
}

function sumOver(parameters: readonly ArrayParameter[], count: (parameter: ArrayParameter) => number): number {
  return parameters.reduce((sum, parameter) => sum + count(parameter), 0);
}
