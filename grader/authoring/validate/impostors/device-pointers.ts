import { outputParameters, prototype } from '../../../spec/index.ts';
import type { ImpostorGenerator } from './impostor.ts';
import { componentsOf, countOf, deeds, INCLUDES, kernelOf, launchOf, OWN } from './stores.ts';

/** The entry point takes device pointers and launches a kernel an output. */
export const devicePointers: ImpostorGenerator = (spec, constant) => {
  const outputs = outputParameters(spec.entry);
  return deeds(spec, constant).map(({ name, does, store }) => {
    const source = store.input && { pointer: componentsOf(store.input), count: countOf(store.input) };
    return {
      file: `${OWN}${name}.cu`,
      does,
      source: [
        ...INCLUDES,
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
