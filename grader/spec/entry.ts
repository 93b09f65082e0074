import type { AssignmentSpec, ElementTypeName, Parameter } from './schema.ts';

type Entry = AssignmentSpec['entry'];
export type ArrayParameter = Extract<Parameter, { shape: unknown }>;
export type ScalarParameter = Extract<Parameter, { role: 'scalar' }>;
export type Extent = ArrayParameter['shape'][number];
/** Value of each integer scalar parameter. */
export type Dims = Readonly<Record<string, number>>;

const C_TYPES: Record<ElementTypeName, string> = {
  uint8: 'unsigned char',
  int32: 'int',
  uint32: 'unsigned int',
  float32: 'float',
  float64: 'double',
};

const ELEMENT_BYTES: Record<ElementTypeName, number> = { uint8: 1, int32: 4, uint32: 4, float32: 4, float64: 8 };

export function elementBytes(type: ElementTypeName): number {
  return ELEMENT_BYTES[type];
}

/** The C declaration of the entry point: `void matmul(const float* m, const float* n, float* out, int h, int w, int k)`. */
export function prototype(spec: { readonly entry: Entry }): string {
  const parameters = spec.entry.parameters.map((parameter) => {
    const type = C_TYPES[parameter.type];
    if (parameter.role === 'scalar') return `${type} ${parameter.name}`;
    return `${parameter.role === 'input' ? 'const ' : ''}${type}* ${parameter.name}`;
  });
  return `void ${spec.entry.function}(${parameters.join(', ')})`;
}

export function arrayParameters(entry: Entry): ArrayParameter[] {
  return entry.parameters.filter((parameter) => parameter.role !== 'scalar');
}

/** The scalars whose values a case's `dims` gives. */
export function integerScalars(entry: Entry): ScalarParameter[] {
  return scalars(entry).filter((parameter) => parameter.type === 'int32' || parameter.type === 'uint32');
}

/** The scalars whose values the spec's `scalars` gives. */
export function floatScalars(entry: Entry): ScalarParameter[] {
  return scalars(entry).filter((parameter) => parameter.type === 'float32' || parameter.type === 'float64');
}

function scalars(entry: Entry): ScalarParameter[] {
  return entry.parameters.filter((parameter) => parameter.role === 'scalar');
}

/** Names that an extent such as `3*height*width` refers to. */
export function extentNames(extent: Extent): string[] {
  return typeof extent === 'number' ? [] : extent.split('*').filter((factor) => !/^\d/.test(factor));
}

/**
 * Number of elements that an extent stands for.
 * @throws RangeError for a name that `dims` does not have (a spec that was loaded has none)
 */
export function evaluateExtent(extent: Extent, dims: Dims): number {
  if (typeof extent === 'number') return extent;
  return extent.split('*').reduce((product, factor) => {
    const value = /^\d/.test(factor) ? Number(factor) : dims[factor];
    if (value === undefined) throw new RangeError(`no value for the dimension ${factor} of ${extent}`);
    return product * value;
  }, 1);
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
