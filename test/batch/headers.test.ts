import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageRoot } from '../../grader/platform/root.ts';
import { allFindings } from '../../grader/report/index.ts';
import { resultSchema } from '../../grader/result/index.ts';

const BIN = join(packageRoot, 'dist', 'grader', 'cli', 'bin.js');

/** A submission without a guard, in a header. */
const FILES = {
  'ada/gray.cu': `#include "lib/k.cuh"
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int n = height * width;
  gray<<<(n + 255) / 256, 256>>>(x, out, n);
}
`,
  'ada/lib/k.cuh': `#pragma once
__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
`,
  'bob/notes.txt': 'no time',
  'cem/a.cu': 'int a;',
  'cem/b.cu': 'int b;',
};

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'grade headers '));
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, 'class', path)), { recursive: true });
    writeFileSync(join(root, 'class', path), content);
  }
  for (const [folder, limits] of Object.entries({ one: 'max: 0', other: "names: ['*.h']" })) {
    cpSync(join(packageRoot, 'assignments', 'grayscale'), join(root, folder, 'grayscale'), { recursive: true });
    const spec = join(root, folder, 'grayscale', 'assignment.yaml');
    writeFileSync(spec, `${readFileSync(spec, 'utf8')}\nsubmission: { files: { ${limits} } }\n`);
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function grade(...argv: string[]) {
  const env = { ...process.env, GRADE_CACHE_DIR: join(root, 'cache'), NO_COLOR: '1' };
  return spawnSync(process.execPath, [BIN, ...argv], { cwd: root, env, encoding: 'utf8', timeout: 200_000 });
}

const resultOf = (path: string) => resultSchema.parse(JSON.parse(readFileSync(join(root, path), 'utf8')));

it('grades a source with its headers alike in a batch and in submit', { timeout: 240_000 }, () => {
  const batch = grade(
    'batch',
    'run',
    'grayscale',
    'class',
    '--out',
    'my week',
    '--nvcc',
    'off',
    '--seed',
    `${2n ** 64n - 1n}`,
  );
  expect(batch.stderr).toContain('3 new');
  expect(batch.status).toBe(0);
  const inBatch = resultOf('my week/students/ada/1/result.json');
  const finding = allFindings(inBatch).find(
    ({ rule }) => rule === 'out-of-bounds-write' || rule === 'out-of-bounds-read',
  );
  expect(finding).toMatchObject({ file: 'lib/k.cuh', line: 4 });
  expect(readFileSync(join(root, 'my week/students/ada/1/report.html'), 'utf8')).toContain('lib/k.cuh:4');
  const submitted = grade('submit', 'grayscale', 'class/ada/gray.cu', '--nvcc', 'off', '--json', 'ada.json');
  expect(submitted.stdout).toContain('lib/k.cuh:4:');
  expect(submitted.stdout).toMatch(/^ +4 \| {3}out\[i\] = 0\.2989f/m);
  expect(resultOf('ada.json').score).toBe(inBatch.score);
  // Nobody disappears.
  expect(resultOf('my week/students/bob/1/result.json')).toMatchObject({ verdict: 'failed', score: 0 });
  expect(batch.stdout).toContain('cem, grayscale: attempt 1: 2 files can be the source: a.cu, b.cu.');
  expect(batch.stdout).toContain("grade batch review 'my week' shows the 1 that waits for staff.");
});

it('grades again if only a header has changed', { timeout: 120_000 }, () => {
  writeFileSync(join(root, 'class/ada/lib/k.cuh'), FILES['ada/lib/k.cuh'].replace('  out[i]', '  if (i < n) out[i]'));
  const again = grade('batch', 'run', 'class', '--resume', '--out', 'my week');
  expect(again.stderr).toContain('1 new, 2 known');
  expect(resultOf('my week/students/ada/2/result.json').score).toBe(90);
  expect(resultOf('my week/students/ada/1/result.json').score).toBe(70);
});

it.each([
  ['one', 'The submission includes 1 file of its own. This assignment takes one file.'],
  ['other', 'This assignment does not take the file lib/k.cuh. It takes *.h.'],
])('keeps to the files that an assignment takes: %s', { timeout: 120_000 }, (folder, message) => {
  const { stdout, status } = grade(
    'submit',
    'grayscale',
    'class/ada/gray.cu',
    '--nvcc',
    'off',
    '--assignments',
    folder,
  );
  expect(stdout.replace(/\s+/g, ' ')).toContain(message);
  expect(status).toBe(1);
});

it('ends with status 3 if most grades are open, except with --fail-on never', { timeout: 120_000 }, () => {
  mkdirSync(join(root, 'open', 'cem'), { recursive: true });
  for (const name of ['a', 'b']) writeFileSync(join(root, 'open', 'cem', `${name}.cu`), name);
  const run = (out: string, ...more: string[]) =>
    grade('batch', 'run', 'grayscale', 'open', '--out', out, '--nvcc', 'off', ...more);
  const open = run('o1');
  expect(open.stderr).toContain('Most grades are open, so the exit status is 3.');
  expect(open.status).toBe(3);
  expect(run('o2', '--fail-on', 'never').status).toBe(0);
});
