import type { AssignmentSpec, BasicTypeName } from '../../spec/index.ts';
import type { ScaffoldRequest } from './model.ts';

/** Of C, by element type. */
export const C_TYPES: Readonly<Record<BasicTypeName, string>> = {
  uint8: 'unsigned char',
  int32: 'int',
  uint32: 'unsigned int',
  float32: 'float',
  float64: 'double',
};

/** Of JavaScript, by element type. */
export const ARRAY_TYPES: Readonly<Record<BasicTypeName, string>> = {
  uint8: 'Uint8Array',
  int32: 'Int32Array',
  uint32: 'Uint32Array',
  float32: 'Float32Array',
  float64: 'Float64Array',
};

export const isFloat = (type: BasicTypeName): boolean => type.startsWith('float');

type Fields = Pick<ScaffoldRequest, 'inputs' | 'outputs' | 'factors'>;

/** Does the value have a fraction before it is stored? */
export const hasFraction = ({ inputs, factors }: Fields): boolean =>
  factors.length > 0 || inputs.some(({ type }) => isFloat(type));

/** The C type in which a thread sums up its inputs. */
export function accumulator({ inputs, outputs }: Fields): 'double' | 'float' | 'unsigned int' | 'int' {
  const types = [...inputs, ...outputs].map(({ type }) => type);
  if (types.includes('float64')) return 'double';
  if (types.includes('float32')) return 'float';
  return types.includes('uint32') ? 'unsigned int' : 'int';
}

/**
 * Values that leave room for the result in the outputs' types.
 * @param terms - how many inputs, each with its weight, are added up
 */
export function rangeOf(type: BasicTypeName, { outputs }: Fields, terms: number): readonly [number, number] {
  const smallest = outputs.some((output) => output.type === 'uint8');
  const unsigned = smallest || outputs.some((output) => output.type === 'uint32');
  const most = smallest ? Math.floor(240 / terms) : type === 'uint8' ? 255 : 1000;
  if (isFloat(type) && outputs.every((output) => isFloat(output.type))) return [-1, 1];
  return unsigned || type === 'uint8' || type === 'uint32' ? [0, most] : [-most, most];
}

/**
 * How far a right result may be off: whole numbers may be cut off or rounded, float32 may be summed in any order, and
 * float16 does not fit in.
 * @param terms - the extent whose length is the number of terms of a sum
 */
export function toleranceOf(fields: Fields, fraction: boolean, terms?: string): AssignmentSpec['tolerance'] {
  const float = fields.outputs.find(({ type }) => isFloat(type));
  if (float === undefined) return { absolute: fraction ? 1 : 0 };
  // Values up to 1 where inputs have fractions, up to a thousand where they are whole numbers.
  const scale = fields.inputs.every(({ type }) => isFloat(type)) ? 1 : 1000;
  const double = [...fields.inputs, ...fields.outputs].every(({ type }) => type !== 'float32');
  const [absolute, each] = double ? [1e-12, 1e-15] : [1e-5, 4e-7];
  const base = { absolute: scale * absolute };
  return terms === undefined ? base : { ...base, perTerm: { count: terms, absolute: scale * each } };
}
