import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { InfrastructureError } from '../platform/index.ts';

/** A package as npm has installed it. */
export interface InstalledPackage {
  /** Absolute path of its folder. */
  readonly folder: string;
  /** Where it goes, with `/`: packages find each other there as they do here. */
  readonly place: string;
}

/** Only the installation of the native addon needs them. */
const BUILD_ONLY: ReadonlySet<string> = new Set(['node-gyp', 'node-addon-api']);

const manifestSchema = z.object({ name: z.string(), dependencies: z.record(z.string(), z.string()).default({}) });

/**
 * A package and everything that it needs to run, from where it is installed: nothing of it has to be fetched again, and
 * the versions are those that it was tried with. Optional dependencies are left out: they are native code.
 * @param root - the package's folder
 * @throws InfrastructureError where a dependency is not where npm puts it
 */
export function installedPackages(root: string): InstalledPackage[] {
  const { name } = manifestOf(root);
  const home = `node_modules/${name}`;
  const base = root.endsWith(`${sep}${join('node_modules', name)}`)
    ? root.slice(0, -join('node_modules', name).length)
    : null;
  const found = new Map<string, string>([[root, home]]);
  for (const [folder] of found) {
    for (const dependency of Object.keys(manifestOf(folder).dependencies)) {
      if (folder === root && BUILD_ONLY.has(dependency)) continue;
      const at = resolvePackage(dependency, folder);
      if (at !== null && !found.has(at)) found.set(at, placeOf(at, root, home, base));
      if (at === null) throw notInstalled(dependency, folder);
    }
  }
  return [...found].map(([folder, place]) => ({ folder, place })).sort((a, b) => (a.place < b.place ? -1 : 1));
}

function placeOf(folder: string, root: string, home: string, base: string | null): string {
  const inside = relative(root, folder);
  if (!inside.startsWith('..')) return `${home}/${inside.split(sep).join('/')}`;
  const beside = base === null ? '..' : relative(base, folder);
  if (beside.startsWith('..')) throw notInstalled(manifestOf(folder).name, root);
  return beside.split(sep).join('/');
}

/** As Node does: the nearest `node_modules` above that has it. */
function resolvePackage(name: string, from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const at = join(folder, 'node_modules', name);
    if (existsSync(join(at, 'package.json'))) return at;
    if (dirname(folder) === folder) return null;
  }
}

function manifestOf(folder: string): z.infer<typeof manifestSchema> {
  return manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
}

function notInstalled(name: string, by: string): InfrastructureError {
  return new InfrastructureError(
    `The package ${name}, which ${by} needs, is not where npm installs it. Install grade with npm, then try again.`,
  );
}
