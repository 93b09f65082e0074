import { expect, it } from 'vitest';
import { programRunner } from './program-runner.ts';

const { run } = programRunner();

const program = (body: string) => `#include <cstdio>
#include <cstdlib>
static void leave() { exit(3); }
__global__ void k(int *out, int n) {
  int value;
  ${body}
}
int main(int argc, char **argv) {
  int size;
  if (argc == 1) size = 32;
  else leave();
  int *out;
  cudaMalloc(&out, size * sizeof(int));
  k<<<1, size>>>(out, size);
  cudaDeviceSynchronize();
  cudaFree(out);
}
`;

it('warns about a variable that is set on one path only', async () => {
  const source = program('if (n > 3) value = n;\n  out[threadIdx.x] = value;');
  const { findings } = await run(source, 'paths.cu');
  expect(findings.map(({ rule, severity, line }) => [rule, severity, line])).toEqual([
    ['uninitialized-read', 'warning', 6],
    ['uninitialized-read', 'warning', 11],
  ]);
});

it('accepts a variable of a shuffle that only the source lane sets', async () => {
  const source = program(
    'if (threadIdx.x == 0) value = n;\n  value = __shfl_sync(0xffffffff, value, 0);\n  out[threadIdx.x] = value;',
  );
  const { findings } = await run(source, 'paths.cu');
  expect(findings.map(({ line }) => line)).toEqual([12]);
});
