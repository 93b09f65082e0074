import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { MACHINE_WORDS as words } from '../../explain/index.ts';
import { packageRoot } from '../../platform/index.ts';
import { addonFiles } from '../../platform/packaged/index.ts';
import { reason, type Sight, sight } from './sight.ts';

/** @param version - as `process.version` has it */
export function lookAtNode(version: string): Sight {
  const wanted = wantedNode();
  const major = Number(/^v(\d+)/.exec(version)?.[1] ?? 0);
  const least = Number(/\d+/.exec(wanted)?.[0] ?? 0);
  const shown = version.replace(/^v/, '');
  if (major >= least) return sight('node', 'ok', words.node(shown));
  return sight('node', 'broken', words.nodeOld(shown, wanted));
}

/** As package.json says, e.g. `>=20`. */
function wantedNode(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  const { engines } = manifest as { engines?: { node?: string } };
  return engines?.node ?? '>=20';
}

/**
 * The addon that compares outputs. The one that speaks to a GPU is seen with the driver.
 * @param files - it, as it was built and as the package has it
 */
export function lookAtAddon(env: NodeJS.ProcessEnv, files: readonly string[] = addonFiles('compare')): Sight {
  const script = join(packageRoot, 'scripts', 'install-native.mjs');
  if (env.GRADE_NATIVE === 'off') return sight('addon', 'missing', words.addonOff());
  if (files.length === 0) return sight('addon', 'missing', words.addonMissing(script));
  const require = createRequire(import.meta.url);
  const faults = files.map((file) => {
    try {
      require(file);
      return null;
    } catch (error) {
      return reason(error);
    }
  });
  const [fault] = faults;
  return faults.includes(null) || !fault
    ? sight('addon', 'ok', words.addon())
    : sight('addon', 'broken', words.addonBroken(script, fault));
}

/** How to make the package whole again: from its sources where they are there, else as it was installed. */
export function repair(root: string = packageRoot): string {
  return existsSync(join(root, 'grader')) && existsSync(join(root, 'tsconfig.json'))
    ? 'npm ci && npm run build'
    : 'npm install --global cuda-course-grade';
}
