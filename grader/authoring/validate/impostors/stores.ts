import {
  type ArrayParameter,
  type AssignmentSpec,
  arrayParameters,
  C_TYPES,
  type ElementTypeName,
} from '../../../spec/index.ts';

/** A submission is a file of its own: with this in front, our names cannot meet those of parameters. */
export const OWN = 'impostor_';

/** The index of the element that a thread stores, in C. */
export const INDEX = `${OWN}i`;
/** Elements of a shared array: a block has at most as many threads. */
const MOST_THREADS = 1024;

/** What an impostor stores into an output. */
export interface Store {
  /** A C constant, or null. */
  readonly value: string | null;
  /** An input that is copied, from its beginning again where it is shorter than the output. */
  readonly input: ArrayParameter | null;
  /** The element goes through shared memory on its way. */
  readonly throughShared?: true;
}

/** What impostors of every style do, by the names of their files. */
export interface Deed {
  /** Without {@link OWN}, e.g. `copy_x`. */
  readonly name: string;
  readonly does: string;
  readonly store: Store;
}

/** @param constant - a value that many outputs have */
export function deeds(spec: AssignmentSpec, constant: number): Deed[] {
  const inputs = arrayParameters(spec.entry).filter(({ role }) => role === 'input');
  const value = (stored: string): Store => ({ value: stored, input: null });
  return [
    { name: 'empty', does: 'launches a kernel that stores nothing', store: { value: null, input: null } },
    { name: 'zero', does: 'writes zero everywhere', store: value('0') },
    ...(constant === 0
      ? []
      : [{ name: 'constant', does: `writes ${constant} everywhere`, store: value(String(constant)) }]),
    { name: 'index', does: 'writes the index of each element', store: value(INDEX) },
    ...inputs.flatMap((input): Deed[] => [
      { name: `copy_${input.name}`, does: `copies ${input.name}`, store: { value: null, input } },
      {
        name: `shared_${input.name}`,
        does: `copies ${input.name} through shared memory`,
        store: { value: null, input, throughShared: true },
      },
    ]),
  ];
}

/** The kernel that an entry point with a launch of its own starts for this output: a thread an element. */
export function kernelOf(output: ArrayParameter, store: Store): string {
  const { input } = store;
  const type = C_TYPES[output.type];
  const from = input ? `, const ${C_TYPES[input.type]}* source, int available` : '';
  const stored = storedAs(type, store, `source[${INDEX} % available]`);
  return [
    `__global__ void ${OWN}kernel_${output.name}(${type}* target, int count${from}) {`,
    `  int ${INDEX} = blockIdx.x * blockDim.x + threadIdx.x;`,
    ...sharedTile(store),
    ...(stored === null ? [`  (void)${INDEX};`] : [`  if (${INDEX} < count) target[${INDEX}] = ${stored};`]),
    '}',
    '',
  ].join('\n');
}

export const FILLS = 'fills the outputs with cudaMemset, and launches nothing';

/** The call that fills an output; pointer and count are C expressions. */
export function fillOf(target: string, count: string, type: ElementTypeName): string {
  return `  cudaMemset(${target}, 1, ${count} * sizeof(${C_TYPES[type]}));`;
}

/** The launch of {@link kernelOf}; pointers and counts are C expressions. */
export function launchOf(
  output: ArrayParameter,
  target: string,
  count: string,
  source: { readonly pointer: string; readonly count: string } | null,
): string {
  const from = source ? `, ${source.pointer}, ${source.count}` : '';
  return `  ${OWN}kernel_${output.name}<<<(${count} + 255) / 256, 256>>>(${target}, ${count}${from});`;
}

/** Declares what {@link storedAs} needs of shared memory. */
export function sharedTile({ input, throughShared }: Store): string[] {
  return input && throughShared ? [`  __shared__ ${C_TYPES[input.type]} ${OWN}tile[${MOST_THREADS}];`] : [];
}

/** A thread's own element of the shared array. */
const OWN_PLACE = `${OWN}tile[(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x]`;

/** @param element - the element of an input that is copied, a C expression; null where nothing is stored */
export function storedAs(type: string, { value, input, throughShared }: Store, element: string): string | null {
  if (input) return `(${type})${throughShared ? `(${OWN_PLACE} = ${element})` : element}`;
  return value === null ? null : `(${type})(${value})`;
}

/** Elements, as a C expression of the integer scalars; brackets around all of it. */
export function countOf({ shape }: ArrayParameter): string {
  return `(${shape.map((extent) => `(${String(extent).replaceAll('*', ' * ')})`).join(' * ')})`;
}
