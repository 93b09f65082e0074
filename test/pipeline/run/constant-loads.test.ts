import { expect, it } from 'vitest';
import { programRunner } from './program-runner.ts';

const { run: runSource } = programRunner();

/** Runs a kernel of one block in two launches. The array has 256 elements, and the first launch stores to none of them. */
async function found(body: string, counters = false) {
  const source = `#include <cooperative_groups.h>
__device__ int variable[64];
__global__ void k(int* p, int launch) {
  int i = threadIdx.x, r = 0;
${body}
  p[64 + i] = r;
}
int main() {
  int *p, launch = 0;
  cudaMalloc(&p, 256 * 4);
  cudaMemset(p, 0, 256 * 4);
  void* arguments[] = {&p, &launch};
  for (; launch < 2; launch++) cudaLaunchCooperativeKernel((void*)k, dim3(1), dim3(64), arguments, 0, 0);
  cudaDeviceSynchronize();
  cudaFree(p);
}
`;
  const { findings } = await runSource(source, 'k.cu', { counters });
  return findings.map(({ rule, line, message }) => [rule, line, /read-only data cache/.test(message)]);
}

const REPORTED = [['global-race', 6, true]];

it.each([
  ['its own store', 'p[i] = i; __syncthreads();\n  r = __ldg(p + i);'],
  ['a store before a barrier', 'p[i] = i; __syncthreads();\n  r = __ldg(p + 63 - i);'],
  [
    'a store before a barrier of the grid',
    'p[i] = i; cooperative_groups::this_grid().sync();\n  r = __ldg(p + 63 - i);',
  ],
  [
    'a barrier of the grid and plain loads of several threads',
    'p[i] = i; cooperative_groups::this_grid().sync(); r = p[i / 2];\n  r += __ldg(p + 5);',
  ],
  [
    'a barrier of the grid and plain loads of bytes',
    'char* c = (char*)p; if (i < 4) c[i] = i; cooperative_groups::this_grid().sync(); r = c[i % 4];\n  r += __ldg(c + i / 16);',
  ],
  ['an atomic function', 'atomicAdd(p + i, 1); __syncthreads();\n  r = __ldg(p + 63 - i);'],
  ['one of four elements', 'if (i == 5) p[5] = 1; __syncthreads();\n  r = __ldg((const int4*)p + i % 16).y;'],
  ['a byte', 'if (i == 5) ((char*)p)[5] = 1; __syncthreads();\n  r = __ldg((const char*)p + i);'],
  ['a variable', 'variable[i] = i; __syncthreads();\n  r = __ldg(variable + 63 - i);'],
  [
    'a load in PTX',
    'p[i] = i; __syncthreads();\n  asm volatile("ld.global.nc.u32 %0, [%1];" : "=r"(r) : "l"(p + 63 - i));',
  ],
])('reports a load through the read-only data cache after %s', async (_, body) => {
  expect(await found(body)).toEqual(REPORTED);
  expect(await found(body, true)).toEqual(REPORTED);
});

it.each([
  ['a store of an earlier launch', 'if (launch == 0) p[i] = i;\n  else r = __ldg(p + 63 - i);'],
  ['another element', 'p[i] = i; __syncthreads();\n  r = __ldg(p + 128 + i);'],
  ['a later store of the same thread', 'r = __ldg(p + i);\n  p[i] = r + 1;'],
  ['a load that is cached in L2 only', 'p[i] = i; __syncthreads();\n  r = __ldcg(p + 63 - i);'],
])('ignores %s', async (_, body) => {
  expect(await found(body)).toEqual([]);
});
