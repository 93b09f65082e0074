import { InfrastructureError } from '../errors.ts';
import type * as Platform from '../packaged/simulator-file.ts';

/** What `collect-simulator.ts` writes. */
interface Collected {
  readonly entry: string;
  readonly modules: Readonly<Record<string, CollectedModule>>;
}

interface CollectedModule {
  /** Names of modules by how this one asks for them. */
  readonly links: Readonly<Record<string, string>>;
  readonly body: (exports: object, require: (asked: string) => unknown, module: { exports: object }) => void;
}

/** Loaders of scripts with translated simulators, by the assignment's folder. */
export const simulatorScripts = new Map<string, () => Promise<unknown>>();

export const simulatorFile: typeof Platform.simulatorFile = (folder) => ({
  path: `${folder}/simulator.ts`,
  exists: simulatorScripts.has(folder),
  // The page has a worker for all of grading.
  runsApart: false,
  version: '',
  load: async (provided) => {
    const script = simulatorScripts.get(folder);
    if (!script) throw new InfrastructureError(`The playground has no simulator of ${folder}.`);
    return linked((await script()) as Collected, provided);
  },
});

/** Runs the modules, each once. @returns what the first one exports */
function linked({ entry, modules }: Collected, provided: Readonly<Record<string, unknown>>): unknown {
  const loaded = new Map<string, { exports: object }>();
  const load = (name: string): object => {
    const known = loaded.get(name);
    if (known) return known.exports;
    const { links, body } = modules[name] as CollectedModule;
    const module = { exports: {} };
    loaded.set(name, module);
    body(module.exports, (asked) => provided[asked] ?? load(links[asked] as string), module);
    return module.exports;
  };
  return load(entry);
}
