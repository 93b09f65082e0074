import {
  type ArrayParameter,
  type AssignmentSpec,
  arrayParameters,
  C_TYPES,
  extentNames,
  inputParameters,
  passedParameters,
} from '../../../spec/index.ts';

/** A submission is a file of its own: with this in front, our names cannot meet those of parameters. */
export const OWN = 'impostor_';

/** What an impostor stores into an output. */
export interface Store {
  /** A C constant, or null. */
  readonly value: string | null;
  /** An input that is copied, from its beginning again where it is shorter than the output. */
  readonly input: ArrayParameter | null;
}

/** What impostors of every style do, by the names of their files. */
export interface Deed {
  /** Without {@link OWN}, e.g. `copy_x`. */
  readonly name: string;
  readonly does: string;
  readonly store: Store;
}

/** True if the parameters of the function say how many elements an array has. The elements of a sparse matrix are an input of their own. */
export function isCountable({ entry }: AssignmentSpec, { shape }: ArrayParameter): boolean {
  const passed = new Set(passedParameters(entry).map(({ name }) => name));
  return shape.every((extent) => extentNames(extent).every((name) => passed.has(name)));
}

/** @param constant - a value that many outputs have */
export function deeds(spec: AssignmentSpec, constant: number): Deed[] {
  // Tensors know their sizes.
  const isKnown = (input: ArrayParameter) => spec.entry.style === 'torch' || isCountable(spec, input);
  const inputs = inputParameters(spec.entry).filter(isKnown);
  const value = (stored: string): Store => ({ value: stored, input: null });
  return [
    { name: 'empty', does: 'launches a kernel that stores nothing', store: { value: null, input: null } },
    { name: 'zero', does: 'writes zero everywhere', store: value('0') },
    ...(constant === 0
      ? []
      : [{ name: 'constant', does: `writes ${constant} everywhere`, store: value(String(constant)) }]),
    ...inputs.map((input) => ({
      name: `copy_${input.name}`,
      does: `copies ${input.name}`,
      store: { value: null, input },
    })),
  ];
}

/** The kernel that an entry point with a launch of its own starts for this output: one thread per element. */
export function kernelOf(output: ArrayParameter, { value, input }: Store): string {
  const type = C_TYPES[output.type];
  const from = input ? `, const ${C_TYPES[input.type]}* source, int available` : '';
  const stored = storedAs(output, { value, input }, 'source[i % available]');
  return [
    `__global__ void ${OWN}kernel_${output.name}(${type}* target, int count${from}) {`,
    '  int i = blockIdx.x * blockDim.x + threadIdx.x;',
    ...(stored === null ? ['  (void)i;'] : [`  if (i < count) target[i] = ${stored};`]),
    '}',
    '',
  ].join('\n');
}

/** The launch of {@link kernelOf}; pointers and counts are C expressions. */
export function launchOf(
  output: ArrayParameter,
  target: string,
  count: string,
  source: { readonly pointer: string; readonly count: string } | null,
): string {
  const from = source ? `, ${source.pointer}, ${source.count}` : '';
  return `  ${OWN}kernel_${output.name}<<<(${count} + 255) / 256, 256>>>((${C_TYPES[output.type]}*)${target}, ${count}${from});`;
}

/** @param element - the element of an input that is copied, a C expression; null where nothing is stored */
export function storedAs(output: ArrayParameter, { value, input }: Store, element: string): string | null {
  // Half precision converts from and to float alone.
  const isNarrow = [output, input].some((array) => array?.type === 'half' || array?.type === 'bfloat16');
  const cast = `(${C_TYPES[output.type]})${isNarrow ? '(float)' : ''}`;
  if (input) return `${cast}${element}`;
  return value === null ? null : `${cast}(${value})`;
}

/** The headers of an impostor. Those of half precision take more time than the rest of the program. */
export function includesOf({ entry }: AssignmentSpec): string[] {
  const types = new Set(arrayParameters(entry).map(({ type }) => type));
  return [
    '#include <cuda_runtime.h>',
    ...(types.has('half') ? ['#include <cuda_fp16.h>'] : []),
    ...(types.has('bfloat16') ? ['#include <cuda_bf16.h>'] : []),
  ];
}

/** An array as its components, a C expression. */
export function componentsOf({ name, type, vector, role }: ArrayParameter): string {
  if (vector === undefined) return name;
  return `((${role === 'input' ? 'const ' : ''}${C_TYPES[type]}*)${name})`;
}

/** Elements, as a C expression of the integer scalars; brackets around all of it. */
export function countOf({ shape }: ArrayParameter): string {
  return `(${shape.map((extent) => `(${String(extent).replaceAll(/[*+]/g, ' $& ')})`).join(' * ')})`;
}
