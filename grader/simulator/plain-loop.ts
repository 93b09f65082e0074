import { AssignmentError, messageOf } from '../platform/index.ts';
import { type AssignmentSpec, type Dims, type ElementArrays, extents, outputParameters } from '../spec/index.ts';
import type { SimulatorModule } from './assignment.ts';

/**
 * Calls the plain loop of an assignment, `expected` of `simulator.ts`, and checks what it returns.
 * @param dims - sizes of the case, and scalars that are its own
 * @param name - of the case, for messages; absent for inputs that no case has
 * @throws AssignmentError where it throws or does not return every output in full: a mistake of the assignment
 */
export function callExpected(
  spec: Pick<AssignmentSpec, 'entry' | 'scalars'>,
  module: Pick<SimulatorModule, 'expected'>,
  inputs: ElementArrays,
  dims: Dims,
  name?: string,
): Readonly<Record<string, Float64Array>> {
  const about = aboutCase(dims, name);
  let returned: unknown;
  try {
    returned = module.expected(inputs, { ...spec.scalars, ...dims });
  } catch (error) {
    throw new AssignmentError(`The plain loop of simulator.ts failed${about}: ${messageOf(error)}${placeOf(error)}.`, {
      cause: error,
    });
  }
  const shapes = extents(spec, dims);
  const outputs: Record<string, Float64Array> = {};
  for (const { name: output } of outputParameters(spec.entry)) {
    const values: unknown =
      typeof returned === 'object' && returned !== null ? Reflect.get(returned, output) : undefined;
    const shape = shapes[output] ?? [];
    const length = shape.reduce((product, extent) => product * extent, 1);
    const wanted = `a Float64Array of ${length} elements ([${shape.join(', ')}])`;
    const wrong = (found: string): AssignmentError =>
      new AssignmentError(
        `expected of simulator.ts must return ${output}${about}: expected ${wanted}; found ${found}.`,
      );
    if (typeof values === 'string') {
      const text = textElements(values, length);
      if (text === null) throw wrong(`a text of ${new TextEncoder().encode(values).length} bytes`);
      outputs[output] = text;
      continue;
    }
    if (!isNumbers(values)) throw wrong(kindOf(returned, values));
    if (values.length !== length) throw wrong(`${values.length} elements`);
    outputs[output] = values instanceof Float64Array ? values : Float64Array.from(values);
  }
  return outputs;
}

/** Returns the bytes of a text, and zeros; null if it is too long: the last byte must be free. */
export function textElements(text: string, length: number): Float64Array | null {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length >= length) return null;
  const elements = new Float64Array(length);
  elements.set(bytes);
  return elements;
}

function isNumbers(values: unknown): values is ArrayLike<number> {
  if (ArrayBuffer.isView(values)) return !(values instanceof DataView) && !(values instanceof BigInt64Array);
  return Array.isArray(values) && values.every((value) => typeof value === 'number');
}

function kindOf(returned: unknown, values: unknown): string {
  if (returned instanceof Promise) return 'a promise: expected is no async function';
  if (ArrayBuffer.isView(returned)) return 'an array, and not an object with the outputs by name';
  if (typeof returned !== 'object' || returned === null) return `that it returned ${String(returned)}`;
  if (values === undefined) {
    const names = Object.keys(returned);
    return names.length === 0 ? 'an object without outputs' : `an object with ${names.join(', ')}`;
  }
  if (Array.isArray(values)) return 'an array with something else than numbers';
  return typeof values === 'object' ? 'an object' : String(values);
}

/** Returns ` in the case large (n = 1000)`, for messages. */
export function aboutCase(dims: Dims, name?: string): string {
  const where = name === undefined ? '' : ` in the case ${name}`;
  const sizes = Object.entries(dims).map(([key, value]) => `${key} = ${value}`);
  return `${where} (${sizes.join(', ') || 'no sizes'})`;
}

/** Returns ` at simulator.ts:12:5` for an error of that file, and nothing for others. */
export function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const [, line, column] = /simulator\.[tj]s:(\d+):(\d+)/.exec(error.stack ?? '') ?? [];
  return line === undefined ? '' : ` at simulator.ts:${line}:${column}`;
}
