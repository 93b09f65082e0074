import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../grader/platform/root.ts';

const environment = { ...process.env, PYDEVD_DISABLE_FILE_VALIDATION: '1', PYTHONDONTWRITEBYTECODE: '1' };

function python(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return spawnSync(program, args, {
    cwd: join(packageRoot, 'python'),
    env: { ...environment, ...env },
    encoding: 'utf8',
  });
}

/** Returns a Python that has these modules; a sentence if there is none. */
function find(modules: string): { readonly program: string } | string {
  const candidates = [process.env.PYTHON, 'python3', '/usr/bin/python3'].filter((one) => one !== undefined);
  const program = candidates.find((one) => python(one, ['-c', `import ${modules}`]).status === 0);
  return program === undefined ? `no Python has ${modules}` : { program };
}

const found = find('nbclient, ipykernel, hatchling');
if (typeof found === 'string') {
  if (process.env.GRADE_REQUIRE_PYTHON === '1') throw new Error(`GRADE_REQUIRE_PYTHON=1, but ${found}`);
  console.log(`skipped: the Python package: ${found}`);
}

describe.skipIf(typeof found === 'string')('the Python package', () => {
  const program = typeof found === 'string' ? '' : found.program;

  it.each(['test_simulator', 'test_program', 'test_notebooks'])('passes %s', (name) => {
    const { status, stderr } = python(program, ['-m', 'unittest', `tests.${name}`]);
    expect(stderr).toMatch(/Ran [1-9]\d* tests? in/);
    expect(stderr).not.toContain('skipped=');
    expect(status, stderr).toBe(0);
  });

  it('has no other files of tests', () => {
    const { stdout } = python(program, [
      '-c',
      'import pathlib; print(*sorted(p.stem for p in pathlib.Path("tests").glob("test_*.py")))',
    ]);
    expect(stdout.trim().split(' ')).toEqual(['test_notebooks', 'test_program', 'test_simulator']);
  });
});

describe.skipIf(typeof found === 'string')('the wheel', () => {
  const program = typeof found === 'string' ? '' : found.program;
  let out: string;
  let site: string;
  beforeAll(() => {
    out = mkdtempSync(join(tmpdir(), 'grade wheel '));
    site = join(out, 'site');
    const made = spawnSync(
      process.execPath,
      [join(packageRoot, 'scripts', 'wheel.mjs'), '--out', out, '--python', program],
      {
        encoding: 'utf8',
      },
    );
    expect(made.status, made.stderr).toBe(0);
    expect(python(program, ['-m', 'zipfile', '-e', made.stdout.trim(), site]).status).toBe(0);
  });
  afterAll(() => rmSync(out, { recursive: true, force: true }));

  it('has every exercise, and no solution of one', () => {
    const files = readdirSync(site, { recursive: true, encoding: 'utf8' });
    const specifications = files.filter((file) => file.endsWith('assignment.yaml'));
    expect(specifications.length).toBeGreaterThan(10);
    expect(files.filter((file) => /[\\/](?:submissions|mutants\.yaml|notes\.md)\b/.test(file))).toEqual([]);
    for (const file of specifications) expect(readFileSync(join(site, file), 'utf8')).not.toMatch(/^hidden:/m);
  });

  it('grades and runs with what is in it alone', () => {
    const script = `import grade, json, sys
graded = grade.submit("grayscale", sys.argv[1], seed=1)
ran = grade.run(source='#include <cstdio>\\nint main() { printf("here"); }')
print(json.dumps([grade.__file__, grade.__version__, graded.verdict, ran.stdout]))`;
    const file = join(packageRoot, 'assignments', 'grayscale', 'submissions', 'accepted', 'lecture-256.cu');
    const done = spawnSync(program, ['-c', script, file], {
      cwd: out,
      env: { ...environment, PYTHONPATH: site },
      encoding: 'utf8',
    });
    const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
    expect(JSON.parse(done.stdout || 'null'), done.stderr).toEqual([
      join(site, 'grade', '__init__.py'),
      version,
      'passed',
      'here',
    ]);
  });
});
