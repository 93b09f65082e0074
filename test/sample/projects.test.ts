import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../grader/platform/root.ts';
// @ts-expect-error: a script, without types
import { BESIDE, ORDER } from '../../scripts/lib/test-order.mjs';

interface Listed {
  readonly file: string;
  readonly projectName: string;
}

/** As vitest itself lists them. */
const listed: readonly Listed[] = JSON.parse(
  execFileSync(
    process.execPath,
    [join(packageRoot, 'node_modules', 'vitest', 'vitest.mjs'), 'list', '--filesOnly', '--json'],
    { cwd: packageRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 16 << 20 },
  ),
);

describe('each test file', () => {
  it('is in exactly one project', () => {
    const files = readdirSync(join(packageRoot, 'test'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => join(packageRoot, 'test', path));
    expect(files.length).toBeGreaterThan(300);
    expect(listed.map(({ file }) => file).sort()).toEqual(files.sort());
  });
});

describe('each project', () => {
  const projects = [...new Set(listed.map(({ projectName }) => projectName))].sort();

  it('is in npm test or in npm run test:all', () => {
    const others: string[] = [...ORDER, ...BESIDE.map(({ name }: { name: string }) => name)];
    expect(['unit', 'sample', ...others].sort()).toEqual(projects);
  });

  it('has a command of its own', () => {
    const { scripts } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
    for (const name of projects) expect(scripts).toHaveProperty([`test:${name}`]);
  });
});
