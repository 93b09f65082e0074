import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../grader/platform/root.ts';

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

const read = (file: string) => JSON.parse(readFileSync(join(packageRoot, file), 'utf8'));
const lock: { readonly lockfileVersion: number; readonly packages: Readonly<Record<string, Locked>> } =
  read('package-lock.json');
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

/**
 * Dependencies that run a script when they are installed, and what for; all others only lie there. None is needed for
 * grading: `npm ci --ignore-scripts` followed by `node scripts/install-native.mjs` gives the same grader.
 */
const SCRIPTS: Readonly<Record<string, string>> = {
  'cpu-features': 'ssh2: looks which ciphers this processor is fast at; optional',
  esbuild: 'tsx and Vite: takes its program out of the optional package for this platform; for development',
  fsevents: 'Vite on macOS: watches files; optional, for development',
  protobufjs: 'dockerode: warns of a version that does not fit; does nothing else',
  ssh2: 'dockerode: compiles faster ciphers for engines that are reached by ssh; optional',
};

describe('the lock file', () => {
  it('pins every package to one version and to its content', () => {
    expect(lock.lockfileVersion).toBe(3);
    expect(packages.length).toBeGreaterThan(100);
    for (const [path, { version, integrity, link }] of packages) {
      expect(link, path).toBeUndefined();
      expect(version, path).toMatch(/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/);
      expect(integrity, path).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
    }
  });

  it('takes every package from the registry, whichever is configured', () => {
    for (const [path, { resolved }] of packages) expect(resolved, path).toBeUndefined();
  });

  it('holds what package.json asks for, which is exact', () => {
    const { dependencies, devDependencies } = read('package.json');
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/);
      expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
    }
  });

  it('has no install scripts but those that are known, which SECURITY.md names', () => {
    const withScript = packages.flatMap(([path, { hasInstallScript }]) =>
      hasInstallScript ? [path.split('node_modules/').at(-1) ?? ''] : [],
    );
    expect([...new Set(withScript)].filter((name) => !(name in SCRIPTS))).toEqual([]);
    const security = readFileSync(join(packageRoot, 'SECURITY.md'), 'utf8');
    for (const name of Object.keys(SCRIPTS)) expect(security).toContain(`\`${name}\``);
  });
});
