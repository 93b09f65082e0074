import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { packageRoot } from '../root.ts';

const fromSources = import.meta.url.endsWith('.ts');

/** An assignment's `simulator.ts` as a module. */
export interface SimulatorFile {
  /** As it is told to people. */
  readonly path: string;
  readonly exists: boolean;
  /** True if it is code of a course, which runs in a thread with limits. */
  readonly runsApart: boolean;
  /** Differs after a change of a module in the folder. */
  readonly version: string;
  /** @param modules - what it may import, by name @throws whatever is wrong with it */
  load(modules: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/**
 * @param folder - of the assignment
 * @param shippedId - its id where it ships with this package and so was compiled with it
 */
export function simulatorFile(folder: string, shippedId: string | null): SimulatorFile {
  const path = join(folder, 'simulator.ts');
  return {
    path,
    exists: existsSync(path),
    runsApart: shippedId === null || compiledModule(shippedId, path) === null,
    version: versionOf(folder),
    load: (modules) => {
      const compiled = shippedId === null ? null : compiledModule(shippedId, path);
      return compiled ? import(compiled) : loadTypeScript(path, modules);
    },
  };
}

/** @returns null where the build has none, or where `path` was changed after it */
function compiledModule(id: string, path: string): string | null {
  const url = fromSources
    ? pathToFileURL(join(packageRoot, 'assignments', id, 'simulator.ts'))
    : new URL(`../../../assignments/${id}/simulator.js`, import.meta.url);
  const compiled = statSync(fileURLToPath(url), { throwIfNoEntry: false });
  const source = statSync(path, { throwIfNoEntry: false });
  if (source && (!compiled || source.mtimeMs > compiled.mtimeMs)) return null;
  return url.href;
}

function versionOf(folder: string): string {
  if (!existsSync(folder)) return '';
  const modules = readdirSync(folder).filter((name) => /\.[cm]?[jt]s$/.test(name));
  const facts = modules.map((name) => {
    const { mtimeMs, size } = statSync(join(folder, name));
    return `${name} ${mtimeMs} ${size}`;
  });
  return facts.sort().join('\n');
}

async function loadTypeScript(path: string, virtualModules: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { createJiti } = await import('jiti');
  // No files are cached: nothing is left behind, and an edited module is seen at once.
  const jiti = createJiti(import.meta.url, {
    fsCache: false,
    moduleCache: false,
    virtualModules: { ...virtualModules },
  });
  return jiti.import(path);
}
