import { arrayParameters, isOutput, prototype } from '../../../spec/index.ts';
import type { ImpostorGenerator } from './impostor.ts';
import { componentsOf, countOf, deeds, includesOf, isCountable, OWN, type Store, storedAs } from './stores.ts';

/** Threads of the whole grid in a row, however many dimensions it has. */
const COUNTED = [
  `  size_t ${OWN}block = (size_t)blockDim.x * blockDim.y * blockDim.z;`,
  `  size_t ${OWN}threads = (size_t)gridDim.x * gridDim.y * gridDim.z * ${OWN}block;`,
  `  size_t ${OWN}mine = ((size_t)(blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) * ${OWN}block +`,
  '                (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;',
];

/**
 * The kernel alone, which walks over every output with the whole grid: it is launched in shapes that others chose.
 * Null if the size of an output is not a parameter of the kernel, which then cannot know how much there is to write.
 */
export const kernel: ImpostorGenerator = (spec, constant) => {
  const outputs = arrayParameters(spec.entry).filter(isOutput);
  if (!outputs.every((output) => isCountable(spec, output))) return null;
  return deeds(spec, constant).map(({ name, does, store }) => ({
    file: `${OWN}${name}.cu`,
    does: does.replace('launches a kernel that stores', 'stores'),
    source: [...includesOf(spec), '', `${prototype(spec)} {`, ...body(outputs, store), '}', ''].join('\n'),
  }));
};

function body(outputs: ReturnType<typeof arrayParameters>, store: Store): string[] {
  const { input } = store;
  const i = `${OWN}i`;
  const loops = outputs.flatMap((output) => {
    const element = input ? `${componentsOf(input)}[${i} % ${countOf(input)}]` : '';
    const stored = storedAs(output, store, element);
    if (stored === null) return [];
    const range = `size_t ${i} = ${OWN}mine; ${i} < ${countOf(output)}; ${i} += ${OWN}threads`;
    return [`  for (${range}) ${componentsOf(output)}[${i}] = ${stored};`];
  });
  return loops.length === 0 ? [] : [...COUNTED, ...loops];
}
