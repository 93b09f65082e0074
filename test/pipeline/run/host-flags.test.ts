import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROGRAM_LIMITS } from '../../../grader/pipeline/run/index.ts';
import { programRunner } from './program-runner.ts';

const SOURCE = readFileSync(join(import.meta.dirname, 'host-flags.cu'), 'utf8');
const lineOf = (text: string) => SOURCE.split('\n').findIndex((line) => line.endsWith(`// @${text}`)) + 1;
const { run } = programRunner();
const waiting = (number: number) => run(SOURCE, 'host-flags.cu', { args: [`${number}`] });

describe('a kernel that waits for a value', () => {
  it.each([
    ['page-locked memory', 0, 'waits'],
    ['managed memory, and works meanwhile', 1, 'works'],
    ['page-locked memory in one block', 2, 'chain'],
  ])('is unsupported if host code can set it: %s', async (_, number, line) => {
    const { exitCode, findings } = await waiting(number);
    expect(exitCode).toBeNull();
    expect(findings).toMatchObject([
      {
        rule: 'unsupported-feature',
        line: lineOf(line),
        detail: { kind: 'waiting-loop', reason: 'host-code', spot: { index: 0 } },
      },
    ]);
  });

  it.each([
    ['device memory', 3, 'waits'],
    ['a lock that a kernel has taken', 4, 'locks'],
  ])('is a timeout if only a thread can set it: %s', async (_, number, line) => {
    const { findings } = await waiting(number);
    const found = findings.find(({ rule }) => rule === 'timeout');
    expect(found).toMatchObject({ line: lineOf(line), detail: { kind: 'waiting-loop', reason: 'all-wait' } });
    expect(findings.map(({ rule }) => rule)).not.toContain('unsupported-feature');
  });

  it('runs to its end if a thread sets it', async () => {
    expect(await waiting(5)).toMatchObject({ exitCode: 0, stdout: 'no error\n', findings: [] });
  });
});

const ENDLESS = `#include <cstdio>
__global__ void writes(int *a) { a[threadIdx.x] = 1; }
__global__ void loops(int *a, int *host) {
  a[threadIdx.x + 10] = 2;
  host[threadIdx.x] = 3;
  for (int k = 0; a[0] >= 0; k++) a[0] = k & 7;
}
int main(int count, char **) {
  int *d, host[64];
  cudaMalloc(&d, 10 * sizeof(int));
  writes<<<1, 32>>>(d);
  cudaDeviceSynchronize();
  if (count > 1) for (volatile int x = 0; x >= 0;) x = x ^ 1;
  loops<<<1, 32>>>(d, host);
  cudaDeviceSynchronize();
}
`;

describe('a program that is stopped in a loop without end', () => {
  const endless = (...args: string[]) =>
    run(ENDLESS, 'endless.cu', { args, limits: { ...PROGRAM_LIMITS, wallMs: 3000 } });

  it('keeps the findings of all launches, with the place of a thread', async () => {
    const { findings } = await endless();
    expect(findings.map(({ rule, line }) => [rule, line])).toEqual([
      ['timeout', 14],
      ['out-of-bounds-write', 2],
      ['out-of-bounds-write', 4],
      ['host-device-pointer', 5],
    ]);
    expect(findings[0]?.related).toMatchObject([{ line: 6, block: [0, 0, 0], thread: [0, 0, 0] }]);
  });

  it('keeps the findings of launches if host code loops', async () => {
    const { findings } = await endless('host');
    expect(findings.map(({ rule, line }) => [rule, line])).toEqual([
      ['timeout', 13],
      ['out-of-bounds-write', 2],
    ]);
  });
});
