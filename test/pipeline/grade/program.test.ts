import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HeaderFile } from '../../../grader/compile/index.ts';
import { type LocalEngine, openEngine } from '../../../grader/pipeline/engine/index.ts';
import { type Graded, gradeSubmission } from '../../../grader/pipeline/grade/index.ts';
import { type Assignment, loadAssignment } from '../../../grader/spec/index.ts';

/** Programs whose `main` the assignment gives. */

const FOLDER = 'test/fixtures/program-style/sums';

let local: LocalEngine;
beforeAll(async () => {
  local = await openEngine({ dir: 'off', maxMiB: null });
});
afterAll(() => local.dispose());

/** @param main - replaces the given `main.cu` */
function grade(
  source: string,
  {
    folder = FOLDER,
    main,
    headers = [],
    fileName = 'mine.cu',
  }: { folder?: string; main?: string; headers?: HeaderFile[]; fileName?: string } = {},
): Promise<Graded> {
  const assignment = loadAssignment(folder);
  const readFile = (_: Assignment, path: string) =>
    main !== undefined && path === 'main.cu'
      ? new TextEncoder().encode(main)
      : new Uint8Array(readFileSync(join(folder, path)));
  const engine = { ...local.engine, readFile };
  return gradeSubmission({
    assignment,
    source,
    headers,
    fileName,
    sha256: '0'.repeat(64),
    seed: '1',
    seedIsPublic: true,
    engine,
  });
}

const statuses = ({ result }: Graded) => Object.fromEntries(result.checks.map(({ id, status }) => [id, status]));
const messages = ({ result }: Graded) =>
  result.checks.flatMap(({ findings }) => findings.map(({ message }) => message)).join('\n');

const program = (statement: string, after = '') => `#include "add.h"
__global__ void add_kernel(const float* x, const float* y, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  ${statement}
}
void add(const float* x, const float* y, float* out, int n) {
  float *dx, *dy, *dout;
  cudaMalloc(&dx, n * 4);
  cudaMalloc(&dy, n * 4);
  cudaMalloc(&dout, n * 4);
  cudaMemcpy(dx, x, n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dy, y, n * 4, cudaMemcpyHostToDevice);
  add_kernel<<<(n + 255) / 256, 256>>>(dx, dy, dout, n);
  cudaMemcpy(out, dout, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(dx);
  cudaFree(dy);
  cudaFree(dout);
}
${after}`;
const RIGHT = 'if (i < n) out[i] = x[i] + y[i];';

describe('a program with a given main', () => {
  it('passes if its files, its text and its exit status are right', async () => {
    const { result } = await grade(program(RIGHT));
    expect(result.verdict).toBe('passed');
    expect(result.score).toBe(result.maxScore);
  });

  it('fails with words about each wrong output', async () => {
    const graded = await grade(program('if (i < n) out[i] = x[i] - y[i];'));
    expect(statuses(graded)).toMatchObject({ guards: 'passed', correctness: 'failed', races: 'passed' });
    expect(messages(graded)).toContain('9 elements of out are wrong');
    expect(messages(graded)).toContain('the exit status is 1 and should be 0');
    expect(messages(graded)).toContain('line 1 of the text is "9 WRONG" and should be "PASSED"');
    const findings = graded.result.checks.flatMap((check) => check.findings);
    // No thread writes an exit status.
    expect(findings.find(({ message }) => message.includes('exit status'))?.hint).not.toContain('thread');
  });

  it('has all checks of the emulator', async () => {
    const graded = await grade(program('out[i] = x[i] + y[i];'));
    expect(statuses(graded)).toMatchObject({ guards: 'failed', correctness: 'passed' });
  });

  it('fails if host code computes, or ends the program', async () => {
    const computed = await grade(`#include "add.h"
void add(const float* x, const float* y, float* out, int n) {
  for (int i = 0; i < n; i++) out[i] = x[i] + y[i];
}
`);
    expect(statuses(computed)).toMatchObject({ correctness: 'failed' });
    expect(messages(computed)).toContain('depends on host code');
    const ended = await grade(`#include "add.h"
#include <cstdio>
#include <cstdlib>
void add(const float* x, const float* y, float* out, int n) {
  printf("PASSED\\n");
  exit(0);
}
`);
    expect(statuses(ended)).toMatchObject({ correctness: 'failed' });
    expect(messages(ended)).toContain('ended the program by itself');
  });

  it('refuses a main of its own, and functions of the C library', async () => {
    const main = await grade(program(RIGHT, 'int main() { return 0; }'));
    expect(statuses(main)).toMatchObject({ compile: 'failed' });
    expect(messages(main)).toContain('The exercise gives `main`.');
    const own = await grade(program(RIGHT, 'extern "C" int atoi(const char*) { return 0; }'));
    expect(statuses(own)).toMatchObject({ compile: 'failed' });
    expect(messages(own)).toContain("Given files call the C library's `atoi`.");
    const helper = await grade(program(RIGHT, 'extern "C" int twice(int n) { return 2 * n; }'));
    expect(helper.result.verdict).toBe('passed');
  });

  it.each([
    ['the function that reads the outputs', 'extern "C" __attribute__((weak)) void __grade_program() {}'],
    ['main', 'extern "C" __attribute__((weak)) int __main_void() { return 0; }'],
    ['what ends a program', 'extern "C" int fclose(FILE*) { return 0; }'],
    ['memory functions', 'extern "C" void* memcpy(void* to, const void*, size_t) { return to; }'],
  ])('is not passed by a submission that replaces %s', async (_, code) => {
    const wrong = program('if (i < n) out[i] = x[i] - y[i];', code);
    const graded = await grade(`#include <cstdio>\n#include <cstring>\n${wrong}`);
    expect(graded.result.verdict).toBe('failed');
    expect(graded.result.score).toBeLessThan(graded.result.maxScore);
  });

  it('takes a submission with the name of the file that the grader writes', async () => {
    const right = await grade(program(RIGHT), { fileName: 'grade-program.cu' });
    const wrong = await grade(program('if (i < n) out[i] = x[i] - y[i];'), { fileName: 'grade-program.cu' });
    expect([right.result.verdict, wrong.result.verdict]).toEqual(['passed', 'failed']);
  });

  it('compiles the given file in place of one of the submission, with a note', async () => {
    const text = 'void add(const float* x, const float* y, float* out, long n);';
    const graded = await grade(program(RIGHT), { headers: [{ path: 'add.h', name: 'add.h', text }] });
    expect(graded.result.verdict).toBe('passed');
    expect(messages(graded)).toContain('The exercise gives add.h, so your file of this name was not used.');
    const same = readFileSync(join(FOLDER, 'add.h'), 'utf8');
    const copied = await grade(program(RIGHT), { headers: [{ path: 'add.h', name: 'add.h', text: same }] });
    expect(messages(copied)).not.toContain('add.h');
    const main = await grade(program(RIGHT), { fileName: 'main.cu' });
    expect(messages(main)).toContain('The assignment gives the file main.cu.');
  });

  it('does not read a file of another type or shape', async () => {
    const main = readFileSync(join(FOLDER, 'main.cu'), 'utf8').replace("'<f4'", "'<f8'");
    const graded = await grade(program(RIGHT), { main });
    expect(statuses(graded)).toMatchObject({ correctness: 'failed' });
    expect(messages(graded)).toContain(
      'did not write the file out.npy, or not with the type float32 and the shape [9]',
    );
    expect(messages(graded)).not.toContain('copied back');
  });

  it('reads pictures, raw files, text files and printed numbers', async () => {
    const source = (copied: string) => `
__global__ void kernel(const unsigned char* x, const int* y, const float* z, unsigned char* out, int* copy, float* half, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { out[i] = 255 - x[i]; copy[i] = ${copied}; }
  if (i < n / 3) half[i] = 0.5f * z[i];
}
void add(const unsigned char* x, const int* y, const float* z, unsigned char* out, int* copy, float* half, int n) {
  unsigned char *dx, *dout;
  int *dy, *dcopy;
  float *dz, *dhalf;
  cudaMalloc(&dx, n); cudaMalloc(&dout, n); cudaMalloc(&dy, n * 4); cudaMalloc(&dcopy, n * 4);
  cudaMalloc(&dz, n / 3 * 4); cudaMalloc(&dhalf, n / 3 * 4);
  cudaMemcpy(dx, x, n, cudaMemcpyHostToDevice);
  cudaMemcpy(dy, y, n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dz, z, n / 3 * 4, cudaMemcpyHostToDevice);
  kernel<<<(n + 255) / 256, 256>>>(dx, dy, dz, dout, dcopy, dhalf, n);
  cudaMemcpy(out, dout, n, cudaMemcpyDeviceToHost);
  cudaMemcpy(copy, dcopy, n * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(half, dhalf, n / 3 * 4, cudaMemcpyDeviceToHost);
  cudaFree(dx); cudaFree(dout); cudaFree(dy); cudaFree(dcopy); cudaFree(dz); cudaFree(dhalf);
}
`;
    const right = await grade(source('y[i]'), { folder: 'test/fixtures/program-style/formats' });
    expect(messages(right)).toBe('');
    expect(right.result.verdict).toBe('passed');
    const wrong = await grade(source('y[i] + 1'), { folder: 'test/fixtures/program-style/formats' });
    expect(statuses(wrong)).toMatchObject({ correctness: 'failed' });
    expect(messages(wrong)).toMatch(/elements of copy are wrong[\s\S]*elements of last are wrong/);
    expect(messages(wrong)).not.toMatch(/of (?:out|half) /);
  });
});
