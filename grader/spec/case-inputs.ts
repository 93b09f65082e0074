import { AssignmentError, messageOf } from '../platform/index.ts';
import { type ElementArray, type ElementArrays, type ElementTypeName, elementBytes, viewElements } from './elements.ts';
import { type Dims, extents, inputParameters } from './entry.ts';
import { generateInputs } from './inputs.ts';
import { readNpy } from './npy.ts';
import { decodePpm } from './picture.ts';
import type { AssignmentSpec, Distribution } from './schema.ts';

/** What decides the inputs of a case. */
export interface CaseInputs {
  readonly dims: Dims;
  /** 0 to 2^32 - 1. */
  readonly seed: number;
  /** Inputs that are read from files beside the spec, by parameter name. */
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** Distributions that replace the spec's, by parameter name. */
  readonly inputs?: Readonly<Record<string, Distribution>> | undefined;
  /** Inputs that `generate` of `simulator.ts` has made, by parameter name. */
  readonly generated?: ElementArrays | undefined;
}

/**
 * The inputs of a case, generated or read from its files.
 * @param readFile - content of a file beside `assignment.yaml`
 * @throws AssignmentError where a file cannot be read or has another size than the case
 */
export function makeCaseInputs(
  spec: Pick<AssignmentSpec, 'entry' | 'inputs'>,
  { dims, seed, files = {}, inputs = {}, generated = {} }: CaseInputs,
  readFile: (relativePath: string) => Uint8Array,
): Record<string, ElementArray> {
  const shapes = extents(spec, dims);
  const made = generateInputs(spec, dims, seed, inputs, generated);
  for (const { name, type } of inputParameters(spec.entry)) {
    const file = files[name];
    if (file !== undefined) made[name] = readElements(file, type, shapes[name] ?? [], readFile);
  }
  return made;
}

function readElements(
  file: string,
  type: ElementTypeName,
  shape: readonly number[],
  readFile: (relativePath: string) => Uint8Array,
): ElementArray {
  const count = shape.reduce((product, extent) => product * extent, 1);
  let content: Uint8Array;
  try {
    content = readFile(file);
    if (file.toLowerCase().endsWith('.npy')) return readNpy(content, type, shape);
    if (/\.p[gp]m$/i.test(file)) {
      const { width, height, planes } = decodePpm(content);
      const [rows, columns] = shape.slice(-2);
      if (shape.length > 1 && (rows !== height || columns !== width)) {
        throw new RangeError(`it is ${height} x ${width} (height x width), the case ${rows} x ${columns}`);
      }
      content = planes;
    }
  } catch (error) {
    throw new AssignmentError(`The input file ${file} cannot be used: ${messageOf(error)}.`, { cause: error });
  }
  if (content.length !== count * elementBytes(type)) {
    const wanted = `${count} elements of ${elementBytes(type)} bytes`;
    throw new AssignmentError(`The input file ${file} has ${content.length} bytes, the case needs ${wanted}.`);
  }
  return viewElements(new Uint8Array(content), type);
}
