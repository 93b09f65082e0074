import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageRoot } from '../root.ts';

/** Where addons are: built on this machine by `scripts/install-native.mjs`, or as the package has them. */
const FOLDERS = [
  join(packageRoot, 'build', 'Release'),
  join(packageRoot, 'dist', 'prebuilds', `${process.platform}-${process.arch}`),
];

/**
 * Loads one of this package's native addons.
 * @param name - target in binding.gyp
 * @returns its exports; null where there is none, it cannot be loaded here, or GRADE_NATIVE=off says not to
 */
export function loadAddon(name: string): unknown {
  if (process.env.GRADE_NATIVE === 'off') return null;
  const require = createRequire(import.meta.url);
  for (const file of addonFiles(name)) {
    try {
      return require(file) as unknown;
    } catch {
      // Built for another machine: the other one may do.
    }
  }
  return null;
}

/** The files that there are for an addon, in the order in which they are tried. */
export function addonFiles(name: string): string[] {
  return FOLDERS.map((folder) => join(folder, `${name}.node`)).filter((file) => existsSync(file));
}
