import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../grader/platform/root.ts';
import { type Example, examples, programOf } from './agreement.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'grade-numba-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

/** Returns a Python that has Numba; null if there is none. */
function python(): string | null {
  const candidates = [process.env.PYTHON, 'python3', '/usr/bin/python3'].filter((one) => one !== undefined);
  return candidates.find((one) => spawnSync(one, ['-c', 'import numba']).status === 0) ?? null;
}

const program = python();
if (program === null) {
  if (process.env.GRADE_REQUIRE_PYTHON === '1') throw new Error('GRADE_REQUIRE_PYTHON=1, but no Python has Numba');
  console.log("skipped: the agreement with Numba's simulator: no Python has Numba");
}

/** Reads lines of a name and numbers. */
function table(text: string): Map<string, number[]> {
  return new Map(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(' '))
      .map(([name = '', ...values]) => [name, values.map(Number)]),
  );
}

/** Numbers of float32 that are the same but for the last bits. */
function differs(got: number, expected: number): boolean {
  return !(Math.abs(got - expected) <= 1e-6 + 2e-6 * Math.abs(expected));
}

describe.skipIf(program === null)("Numba's simulator", () => {
  const all: Example[] = examples();

  it('has examples to agree on', () => {
    expect(all.length).toBeGreaterThanOrEqual(190);
  });

  it('gives the same numbers as the translated kernels', async () => {
    const source = join(FOLDER, 'all.cu');
    writeFileSync(source, await programOf(all));
    const bin = join(packageRoot, 'dist', 'grader', 'cli', 'bin.js');
    const ours = spawnSync(process.execPath, [bin, 'run', source], { encoding: 'utf8', maxBuffer: 1 << 26 });
    expect(ours.stderr).not.toMatch(/error:/);
    const theirs = spawnSync(program ?? '', [join(import.meta.dirname, 'simulate.py')], { encoding: 'utf8' });
    expect(theirs.status, theirs.stderr).toBe(0);
    const [got, expected] = [table(ours.stdout), table(theirs.stdout)];
    expect([...got.keys()].sort()).toEqual([...expected.keys()].sort());
    const different = [...expected].flatMap(([name, values]) => {
      const own = got.get(name) ?? [];
      if (own.length !== values.length) return [`${name} has ${own.length} elements`];
      return values.flatMap((value, at) =>
        differs(own[at] ?? Number.NaN, value) ? [`${name}[${at}] is ${own[at]}, and not ${value}`] : [],
      );
    });
    expect(different).toEqual([]);
  });

  it('gives the types of the table', () => {
    const own = spawnSync(program ?? '', [join(import.meta.dirname, 'type_table.py')], { encoding: 'utf8' });
    expect(own.status, own.stderr).toBe(0);
    expect(JSON.parse(own.stdout)).toEqual(
      JSON.parse(readFileSync(join(import.meta.dirname, 'type-table.json'), 'utf8')),
    );
  });
});
