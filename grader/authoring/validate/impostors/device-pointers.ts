import { arrayParameters, prototype } from '../../../spec/index.ts';
import type { ImpostorGenerator } from './impostor.ts';
import { countOf, deeds, kernelOf, launchOf, OWN } from './stores.ts';

/** The entry point takes device pointers and launches a kernel an output. */
export const devicePointers: ImpostorGenerator = (spec, constant) => {
  const outputs = arrayParameters(spec.entry).filter(({ role }) => role === 'output');
  return deeds(spec, constant).map(({ name, does, store }) => {
    const source = store.input && { pointer: store.input.name, count: countOf(store.input) };
    return {
      file: `${OWN}${name}.cu`,
      does,
      source: [
        '#include <cuda_runtime.h>',
        '',
        ...outputs.map((output) => kernelOf(output, store)),
        `${prototype(spec)} {`,
        ...outputs.map((output) => launchOf(output, output.name, countOf(output), source)),
        '}',
        '',
      ].join('\n'),
    };
  });
};
