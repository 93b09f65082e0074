import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../grader/platform/root.ts';

/** Modules that are loaded before anything runs: what `import` statements, not `import()`, lead to. */
function loadedAtOnce(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  const source = readFileSync(join(packageRoot, entry), 'utf8');
  for (const [, from = ''] of source.matchAll(/^(?:import|export)\s(?!type\s)(?:[^;']*?\sfrom\s+)?'([^']+)';/gm)) {
    const file = relative(packageRoot, resolve(packageRoot, dirname(entry), from)).replaceAll('\\', '/');
    if (from.startsWith('.')) loadedAtOnce(file, seen);
    else seen.add(from);
  }
  return seen;
}

/** The packages among modules. */
const packagesOf = (modules: readonly string[]) =>
  modules.filter((name) => !name.startsWith('node:') && !name.startsWith('grader/'));

describe('grade --help', () => {
  const bin = 'grader/cli/bin.ts';
  const imported = [...readFileSync(join(packageRoot, bin), 'utf8').matchAll(/\bimport\('\.\/(\w+\.ts)'\)/g)];

  it('looks at the heap before it loads any package', () => {
    expect(existsSync(join(packageRoot, bin))).toBe(true);
    expect(packagesOf([...loadedAtOnce(bin)])).toEqual([]);
  });

  it('waits for nothing but the command line parser', () => {
    const entries = imported.map(([, name = '']) => `grader/cli/${name}`);
    expect(entries).toContain('grader/cli/main.ts');
    const modules = entries.flatMap((entry) => [...loadedAtOnce(entry)]);
    expect([...new Set(packagesOf(modules))]).toEqual(['commander']);
    const stages = modules.filter((name) => name.startsWith('grader/') && !/^grader\/(cli|platform)\//.test(name));
    expect(stages).toEqual([]);
  });
});
