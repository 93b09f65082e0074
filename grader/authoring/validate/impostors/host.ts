import { type ArrayParameter, arrayParameters, C_TYPES, isInput, isOutput, prototype } from '../../../spec/index.ts';
import type { Impostor, ImpostorGenerator } from './impostor.ts';
import { countOf, deeds, includesOf, isCountable, kernelOf, launchOf, OWN, type Store } from './stores.ts';

/**
 * The arrays lie in host memory: the entry point allocates, copies there, launches a kernel an output, and copies back.
 * One more does the copying by itself, without any kernel.
 */
export const host: ImpostorGenerator = (spec, constant) => {
  const arrays = arrayParameters(spec.entry);
  const outputs = arrays.filter(isOutput);
  if (!outputs.every((output) => isCountable(spec, output))) return null;
  const program = (name: string, does: string, parts: readonly string[]): Impostor => ({
    file: `${OWN}${name}.cu`,
    does,
    source: [...includesOf(spec), '', ...parts, ''].join('\n'),
  });
  return [
    ...deeds(spec, constant).map(({ name, does, store }) =>
      program(name, does, [
        ...outputs.map((output) => kernelOf(output, store)),
        `${prototype(spec)} {`,
        ...outputs.flatMap((output) => throughKernel(output, store)),
        '}',
      ]),
    ),
    ...arrays
      .filter((array) => isInput(array) && isCountable(spec, array))
      .map((input) =>
        program(`there_and_back_${input.name}`, `copies ${input.name} to the GPU and back, and launches nothing`, [
          `${prototype(spec)} {`,
          ...outputs.flatMap((output) => thereAndBack(input, output)),
          '}',
        ]),
      ),
  ];
};

const deviceName = ({ name }: ArrayParameter): string => `${OWN}device_${name}`;
/** An array that is input and output is on the device twice: what is copied, and what is filled. */
const sourceName = ({ name }: ArrayParameter): string => `${OWN}source_${name}`;
const bytesOf = (array: ArrayParameter): string => `${countOf(array)} * sizeof(${C_TYPES[array.type]})`;

function allocate(array: ArrayParameter, name: string = deviceName(array)): string[] {
  const type = C_TYPES[array.type];
  return [`  ${type}* ${name};`, `  cudaMalloc((void**)&${name}, ${bytesOf(array)});`];
}

function throughKernel(output: ArrayParameter, store: Store): string[] {
  const { input } = store;
  const source = input && { pointer: sourceName(input), count: countOf(input) };
  // A block of its own, so that several outputs can be copies of one input.
  return [
    '  {',
    ...allocate(output),
    ...(input
      ? [
          ...allocate(input, sourceName(input)),
          `  cudaMemcpy(${sourceName(input)}, ${input.name}, ${bytesOf(input)}, cudaMemcpyHostToDevice);`,
        ]
      : []),
    launchOf(output, deviceName(output), countOf(output), source),
    `  cudaMemcpy(${output.name}, ${deviceName(output)}, ${bytesOf(output)}, cudaMemcpyDeviceToHost);`,
    ...(input ? [`  cudaFree(${sourceName(input)});`] : []),
    `  cudaFree(${deviceName(output)});`,
    '  }',
  ];
}

/** As many bytes as both have. */
function thereAndBack(input: ArrayParameter, output: ArrayParameter): string[] {
  const bytes = `${OWN}bytes`;
  return [
    '  {',
    `  size_t ${bytes} = ${bytesOf(input)};`,
    `  if (${bytes} > ${bytesOf(output)}) ${bytes} = ${bytesOf(output)};`,
    ...allocate(input),
    `  cudaMemcpy(${deviceName(input)}, ${input.name}, ${bytes}, cudaMemcpyHostToDevice);`,
    `  cudaMemcpy(${output.name}, ${deviceName(input)}, ${bytes}, cudaMemcpyDeviceToHost);`,
    `  cudaFree(${deviceName(input)});`,
    '  }',
  ];
}
