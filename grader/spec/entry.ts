import { C_TYPES, elementBytes, isFloatType, type ScalarTypeName, vectorFacts } from './elements.ts';
import type { AssignmentSpec, Parameter } from './schema.ts';

type Entry = AssignmentSpec['entry'];
export type ArrayParameter = Extract<Parameter, { shape: unknown }>;
export type ScalarParameter = Extract<Parameter, { role: 'scalar' }>;
/** What is handed to the function, or returned by it. */
export type PassedParameter = ArrayParameter | ScalarParameter;
export type Extent = ArrayParameter['shape'][number];
/** Value of each integer scalar parameter. */
export type Dims = Readonly<Record<string, number>>;

/** What a submission defines, as its author would write it: `void matmul(const float* m, const float* n, float* out, int h, int w, int k)`. */
export function prototype(spec: { readonly entry: Entry }): string {
  const { style, function: name } = spec.entry;
  const passed = passedParameters(spec.entry);
  // The given files declare what they call.
  if (style === 'program') return `int main(int argc, char** argv)`;
  if (style === 'torch') return `torch::Tensor ${name}(${passed.map(tensorParameter).join(', ')})`;
  const declared = passed.map((parameter) => `${cType(parameter)} ${parameter.name}`).join(', ');
  return `${style === 'kernel' ? '__global__ ' : ''}void ${name}(${declared})`;
}

/** Type of a parameter where inputs and outputs are pointers. */
export function cType(parameter: PassedParameter): string {
  if (parameter.role === 'scalar') return C_TYPES[parameter.type];
  const type = parameter.vector ? vectorFacts(parameter.vector).c : C_TYPES[parameter.type];
  return `${parameter.role === 'input' ? 'const ' : ''}${type}*`;
}

/** As pybind11 hands over what Python passes. */
function tensorParameter({ role, name, type }: PassedParameter): string {
  if (role !== 'scalar') return `torch::Tensor ${name}`;
  return `${isFloatType(type) ? 'double' : 'int64_t'} ${name}`;
}

/** The function's own parameters, in order. Dimensions are none; a tensor function returns its output. */
export function passedParameters({ style, parameters }: Entry): PassedParameter[] {
  return parameters.filter(
    (parameter): parameter is PassedParameter =>
      parameter.role !== 'dimension' && !(style === 'torch' && parameter.role === 'output'),
  );
}

export function arrayParameters(entry: Entry): ArrayParameter[] {
  return entry.parameters.filter((parameter): parameter is ArrayParameter => 'shape' in parameter);
}

/** The arrays that a case fills before the function is called. */
export function inputParameters(entry: Entry): ArrayParameter[] {
  return arrayParameters(entry).filter(isInput);
}

/** The arrays that are compared with what is expected. */
export function outputParameters(entry: Entry): ArrayParameter[] {
  return arrayParameters(entry).filter(isOutput);
}

/** True for an array that the function is given with content, whether or not it also changes it. */
export function isInput({ role }: Pick<Parameter, 'role'>): boolean {
  return role === 'input' || role === 'inout';
}

/** True for an array that the function fills or changes. */
export function isOutput({ role }: Pick<Parameter, 'role'>): boolean {
  return role === 'output' || role === 'inout';
}

/** The scalars and dimensions whose values a case's `dims` gives. */
export function integerScalars(entry: Entry): { readonly name: string; readonly type: ScalarTypeName }[] {
  return entry.parameters.flatMap((parameter) => {
    if (parameter.role === 'dimension') return [{ name: parameter.name, type: 'int32' as const }];
    if (parameter.role !== 'scalar') return [];
    const { name, type } = parameter;
    return isFloatType(type) ? [] : [{ name, type }];
  });
}

/** The scalars whose values the spec's `scalars` gives. */
export function floatScalars(entry: Entry): ScalarParameter[] {
  return entry.parameters.filter((parameter) => parameter.role === 'scalar').filter(({ type }) => isFloatType(type));
}

/** Names that an extent such as `3*height*width` or `rows+1` refers to. */
export function extentNames(extent: Extent): string[] {
  return typeof extent === 'number' ? [] : extent.split(/[*+]/).filter((factor) => !/^\d/.test(factor));
}

/**
 * Number of elements that an extent stands for.
 * @throws RangeError for a name that `dims` does not have (a spec that was loaded has none)
 */
export function evaluateExtent(extent: Extent, dims: Dims): number {
  if (typeof extent === 'number') return extent;
  const numberOf = (factor: string): number => {
    const value = /^\d/.test(factor) ? Number(factor) : dims[factor];
    if (value === undefined) throw new RangeError(`no value for the dimension ${factor} of ${extent}`);
    return value;
  };
  return extent
    .split('+')
    .map((term) => term.split('*').reduce((product, factor) => product * numberOf(factor), 1))
    .reduce((sum, term) => sum + term, 0);
}

/**
 * Extents of every input and output, slowest first, by parameter name.
 * `extents(spec, {h: 5, w: 10, k: 784})` gives `{m: [5, 784], n: [784, 10], out: [5, 10]}`.
 */
export function extents(spec: { readonly entry: Entry }, dims: Dims): Record<string, number[]> {
  return Object.fromEntries(
    arrayParameters(spec.entry).map(({ name, shape }) => [name, shape.map((extent) => evaluateExtent(extent, dims))]),
  );
}

/** Bytes of all inputs and outputs together. */
export function bufferBytes(spec: { readonly entry: Entry }, dims: Dims): number {
  return arrayParameters(spec.entry).reduce((total, { shape, type }) => {
    const count = shape.reduce<number>((product, extent) => product * evaluateExtent(extent, dims), 1);
    return total + count * elementBytes(type);
  }, 0);
}
