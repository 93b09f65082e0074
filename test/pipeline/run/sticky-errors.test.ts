import { expect, it } from 'vitest';
import { programRunner } from './program-runner.ts';

const { run } = programRunner();

/** A program that prints what its calls return after a launch, all measured on an H200. */
const program = (kernel: string, reset = '') => `#include <cassert>
#include <cstdio>
__global__ void fill(int *x) { x[threadIdx.x] = 7; }
__global__ void fails(char *x, size_t far) { ${kernel} }
int main() {
  int *x, host = 5;
  cudaMalloc(&x, 128);
  fails<<<1, 1>>>((char *)x, (size_t)1 << 34);
  printf("%d ", cudaDeviceSynchronize());
  ${reset}
  printf("%d ", cudaGetLastError());
  printf("%d ", cudaMemcpy(&host, x, 4, cudaMemcpyDeviceToHost));
  fill<<<1, 32>>>(x);
  printf("%d %d", cudaGetLastError(), cudaFree(x));
}
`;

it.each([
  ['a null pointer', '*(int *)nullptr = 1;', 700],
  ['a place far from all memory', 'x[far] = 1;', 700],
  ['a place far before all memory', 'x[0 - far] = 1;', 700],
  ['a misaligned address', '*(int *)(x + 1) = 1;', 716],
  ['misaligned shared memory', '__shared__ char s[16]; *(volatile int *)(s + x[far & 1] % 1 + 1) = 1;', 716],
  ['a failed assertion', 'assert(!x);', 710],
  ['__trap()', '__trap();', 719],
])('fails with each call after a kernel that uses %s', async (_, kernel, code) => {
  const { stdout, findings } = await run(program(kernel), 'sticky.cu');
  expect(stdout).toBe(`${code} ${code} ${code} ${code} ${code}`);
  expect(findings.length).toBeGreaterThan(0);
  expect(findings.map(({ rule }) => rule)).not.toContain('leak');
});

it('goes on after an access that a GPU can survive', async () => {
  const { stdout, findings } = await run(program('x[128] = 1;'), 'near.cu');
  expect(stdout).toBe('0 0 0 0 0');
  expect(findings.map(({ rule }) => rule)).toContain('out-of-bounds-write');
});

it('works again after cudaDeviceReset', async () => {
  const again = 'cudaDeviceReset(); cudaMalloc(&x, 128); cudaMemset(x, 0, 128);';
  const { stdout } = await run(program('*(int *)nullptr = 1;', again), 'reset.cu');
  expect(stdout).toBe('700 0 0 0 0');
});
