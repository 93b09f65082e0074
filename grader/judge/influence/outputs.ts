import { BYTE_STATE } from '../../abi/index.ts';
import { viewElements } from '../../compare/index.ts';
import type { OutputState, RunResult } from '../../host/index.ts';
import { InfrastructureError } from '../../platform/index.ts';
import { RULES } from '../../result/index.ts';
import {
  type ArrayParameter,
  type AssignmentSpec,
  arrayParameters,
  type ElementArray,
  type ElementArrays,
  elementBytes,
  inputParameters,
  isOutput,
  isStructure,
  makeElements,
  storeElements,
} from '../../spec/index.ts';

/** Expected outputs by name, in float64. */
export type Expected = Readonly<Record<string, Float64Array>>;

/** One case of a submission that was run, and the means to run it again. */
export interface Subject {
  readonly spec: Pick<AssignmentSpec, 'entry'> & Partial<Pick<AssignmentSpec, 'inputs'>>;
  readonly inputs: ElementArrays;
  /** Returns the expected outputs for any inputs of this case's sizes. */
  readonly expected: (inputs: ElementArrays) => Promise<Expected>;
  /** The run with {@link inputs}. */
  readonly before: RunResult;
  /** Runs the case with other inputs of the same types and sizes; null if it cannot be run again. */
  readonly runWith: ((inputs: ElementArrays) => Promise<RunResult>) | null;
  /** The seed of all draws, 0 to 2^32 - 1. */
  readonly seed: number;
}

/** What is known of a case without a submission. */
export type Known = Pick<Subject, 'spec' | 'inputs' | 'expected' | 'seed'>;

/** An output as a run left it, beside what is expected there. */
export interface Output {
  readonly parameter: ArrayParameter;
  readonly got: ElementArray;
  readonly want: ElementArray;
  /** 1 for each element of which a kernel stored every byte. */
  readonly written: Uint8Array;
}

/** Bit of an output's flag bytes: a kernel stored this byte. */
const WRITTEN_BY_KERNEL: number = BYTE_STATE.written;

/** Returns the inputs that can have other values: what is `structure` has the same in each draw. */
export function inputsOf(spec: Subject['spec']): ArrayParameter[] {
  return inputParameters(spec.entry).filter(({ name }) => {
    const distribution = spec.inputs?.[name];
    return distribution === undefined || !isStructure(distribution);
  });
}

/** Returns the outputs of a run. One of another size counts as not written. */
export function outputsOf(
  spec: Subject['spec'],
  { outputs }: Pick<RunResult, 'outputs'>,
  expected: Expected,
): Output[] {
  return arrayParameters(spec.entry).flatMap((parameter): Output[] => {
    const wanted = expected[parameter.name];
    if (!isOutput(parameter) || !wanted) return [];
    const want = stored(wanted, parameter);
    const output = outputs.find(({ name }) => name === parameter.name);
    const isWhole = output?.bytes.length === want.length * elementBytes(parameter.type);
    const got = isWhole ? viewElements(output.bytes, parameter.type) : makeElements(parameter.type, want.length);
    const written = isWhole ? writtenElements(output, parameter) : new Uint8Array(want.length);
    return [{ parameter, got, want, written }];
  });
}

/** Returns the expected outputs for altered inputs; `null` if there are none for values that an assignment does not expect. */
export async function expectedOrNull(subject: Known, inputs: ElementArrays): Promise<Expected | null> {
  try {
    return await subject.expected(inputs);
  } catch (error) {
    if (error instanceof InfrastructureError) throw error;
    return null;
  }
}

/** Returns how many expected values differ. */
export function countDepending(before: readonly Output[], after: readonly Output[]): number {
  return countOf(before, after, (one, two, at) => !Object.is(one.want[at], two.want[at]));
}

/** Returns how many outputs differ that a kernel wrote in at least one of two runs. */
export function countChanged(before: readonly Output[], after: readonly Output[]): number {
  return countOf(
    before,
    after,
    (one, two, at) => (one.written[at] || two.written[at]) !== 0 && !Object.is(one.got[at], two.got[at]),
  );
}

function countOf(
  before: readonly Output[],
  after: readonly Output[],
  counts: (one: Output, two: Output, at: number) => boolean,
): number {
  let count = 0;
  before.forEach((one, which) => {
    const two = after[which] as Output;
    for (let at = 0; at < one.want.length; at++) if (counts(one, two, at)) count += 1;
  });
  return count;
}

/** Converts values to an element type, as a program would store them. */
export function stored(values: ArrayLike<number>, { type }: ArrayParameter): ElementArray {
  return storeElements(type, values);
}

function writtenElements({ state }: OutputState, { type }: ArrayParameter): Uint8Array {
  const size = elementBytes(type);
  const written = new Uint8Array(state.length / size);
  for (let index = 0; index < written.length; index++) {
    let flags = WRITTEN_BY_KERNEL;
    for (let byte = 0; byte < size; byte++) flags &= state[index * size + byte] ?? 0;
    written[index] = flags === 0 ? 0 : 1;
  }
  return written;
}

/**
 * True if the outputs of a run follow from its inputs: host code returned, every launch ended by itself, and nothing
 * undefined was used.
 */
export function isDefined({ host, launches, faults }: RunResult): boolean {
  return (
    host.status === 'returned' &&
    launches.every(({ outcome }) => outcome.error === 0) &&
    !faults.some(({ rule }) => rule !== 'leak' && (RULES[rule] === 'guards' || RULES[rule] === 'memory'))
  );
}
