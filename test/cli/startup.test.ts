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

describe('grade --help', () => {
  it('waits for nothing but the command line parser', () => {
    const entry = 'grader/cli/bin.ts';
    expect(existsSync(join(packageRoot, entry))).toBe(true);
    const modules = [...loadedAtOnce(entry)];
    expect(modules).toContain('commander');
    expect(modules).toContain('grader/cli/main.ts');
    const packages = modules.filter((name) => !name.startsWith('node:') && !name.startsWith('grader/'));
    expect(packages).toEqual(['commander']);
    const stages = modules.filter((name) => name.startsWith('grader/') && !/^grader\/(cli|platform)\//.test(name));
    expect(stages).toEqual([]);
  });
});
