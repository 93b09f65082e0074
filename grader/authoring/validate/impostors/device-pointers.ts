import { outputParameters, prototype } from '../../../spec/index.ts';
import type { ImpostorGenerator } from './impostor.ts';
import { componentsOf, countOf, deeds, includesOf, isCountable, kernelOf, launchOf, OWN } from './stores.ts';

/** The entry point takes device pointers and launches a kernel per output; null if it does not get the size of one. */
export const devicePointers: ImpostorGenerator = (spec, constant) => {
  const outputs = outputParameters(spec.entry);
  if (!outputs.every((output) => isCountable(spec, output))) return null;
  return deeds(spec, constant).map(({ name, does, store }) => {
    const source = store.input && { pointer: componentsOf(store.input), count: countOf(store.input) };
    return {
      file: `${OWN}${name}.cu`,
      does,
      source: [
        ...includesOf(spec),
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
