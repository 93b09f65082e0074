import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageRoot } from '../root.ts';

/**
 * Loads one of this package's native addons, built by `scripts/install-native.mjs`.
 * @param name - target in binding.gyp
 * @returns its exports; null where it is not built, cannot be loaded here, or GRADE_NATIVE=off says not to
 */
export function loadAddon(name: string): unknown {
  if (process.env.GRADE_NATIVE === 'off') return null;
  try {
    return createRequire(import.meta.url)(join(packageRoot, 'build', 'Release', `${name}.node`)) as unknown;
  } catch {
    return null;
  }
}
