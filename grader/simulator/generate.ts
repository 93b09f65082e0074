import { AssignmentError, messageOf } from '../platform/index.ts';
import {
  type ArrayParameter,
  type AssignmentSpec,
  type Dims,
  type ElementArray,
  type ElementArrays,
  extents,
  inputParameters,
  integerRange,
  Random,
  storeElements,
} from '../spec/index.ts';
import type { SimulatorModule } from './assignment.ts';
import { aboutCase, placeOf } from './plain-loop.ts';

/** The inputs of a case that `generate` makes. */
export interface GenerateRequest {
  readonly names: readonly string[];
  readonly dims: Dims;
  /** 0 to 2^32 - 1. */
  readonly seed: number;
  /** Of the case, for messages. */
  readonly name?: string;
}

/**
 * Calls `generate` of `simulator.ts`. Equal seeds and dims give equal inputs.
 * @throws AssignmentError if it throws, draws from another generator, or does not return each input in full
 */
export function callGenerate(
  spec: Pick<AssignmentSpec, 'entry' | 'scalars'>,
  module: Pick<SimulatorModule, 'generate'>,
  { names, dims, seed, name }: GenerateRequest,
): Record<string, ElementArray> {
  const about = aboutCase(dims, name);
  const { generate } = module;
  if (typeof generate !== 'function') {
    throw new AssignmentError(
      `simulator.ts does not export generate, and assignment.yaml says that it makes ${names.join(', ')}.`,
    );
  }
  const draw = {
    random: new Random(seed, 'generate'),
    structure: new Random(1, 'structure'),
    dims: { ...spec.scalars, ...dims },
  };
  let returned: unknown;
  const ownRandom = Math.random;
  Math.random = () => {
    throw new Error('Math.random gives other numbers in each run; draw from the given `random`');
  };
  try {
    returned = generate(draw);
  } catch (error) {
    throw new AssignmentError(`generate of simulator.ts failed${about}: ${messageOf(error)}${placeOf(error)}.`, {
      cause: error,
    });
  } finally {
    Math.random = ownRandom;
  }
  const shapes = extents(spec, dims);
  return Object.fromEntries(
    inputParameters(spec.entry)
      .filter((parameter) => names.includes(parameter.name))
      .map((parameter) => {
        const values: unknown =
          typeof returned === 'object' && returned !== null ? Reflect.get(returned, parameter.name) : undefined;
        return [parameter.name, elementsOf(parameter, values, shapes[parameter.name] ?? [], about)];
      }),
  );
}

/** Returns an input that must be the same in each draw and is not; `null` if there is none. */
export function varyingInput(
  fixed: readonly string[],
  generated: ElementArrays,
  again: () => ElementArrays,
): string | null {
  if (fixed.length === 0) return null;
  const others = again();
  return fixed.find((name) => !generated[name]?.every((value, at) => Object.is(value, others[name]?.[at]))) ?? null;
}

/** Returns the error for an input with `structure: true` that differs between two draws. */
export function drawnFromRandom(name: string): AssignmentError {
  return new AssignmentError(
    `generate of simulator.ts makes ${name} from \`random\`, and assignment.yaml says \`structure: true\`. Draw it from \`structure\`.`,
  );
}

function elementsOf(
  { name, type }: ArrayParameter,
  values: unknown,
  shape: readonly number[],
  about: string,
): ElementArray {
  const length = shape.reduce((product, extent) => product * extent, 1);
  const wrong = (found: string): AssignmentError =>
    new AssignmentError(
      `generate of simulator.ts must return ${name}${about}: expected an array of ${length} numbers ([${shape.join(', ')}]); found ${found}.`,
    );
  const isArray = Array.isArray(values) || (ArrayBuffer.isView(values) && !(values instanceof DataView));
  if (!isArray) throw wrong(values instanceof Promise ? 'a promise' : values === undefined ? 'nothing' : typeof values);
  const given = values as unknown as ArrayLike<unknown>;
  if (given.length !== length) throw wrong(`${given.length} elements`);
  const range = integerRange(type);
  for (let at = 0; at < length; at++) {
    const value = given[at];
    const fits =
      typeof value === 'number' &&
      (range ? Number.isInteger(value) && value >= range[0] && value <= range[1] : !Number.isNaN(value));
    if (!fits) throw wrong(`${String(value)} at ${at}, which is not a ${type}`);
  }
  return storeElements(type, given as ArrayLike<number>);
}
