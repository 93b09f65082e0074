import { expect, it } from 'vitest';
import { programRunner } from './program-runner.ts';

const { run: runSource } = programRunner();

/** Runs a kernel of 64 threads. `text` is an array of 4 characters on the device that are not 0. */
async function found(body: string) {
  const source = `#include <cstdio>
__device__ const char greeting[] = "hello %s\\n";
__constant__ char table[2][4] = {{'a', 0}, {'b', 0}};
__global__ void k(char* text, const char* host) {
  __shared__ char shared[16];
  int i = threadIdx.x;
${body}
}
int main() {
  char* text;
  cudaMalloc(&text, 4);
  cudaMemset(text, 'x', 4);
  const char* host = "host";
  k<<<1, 64>>>(text, host);
  cudaDeviceSynchronize();
  cudaFree(text);
}
`;
  const { findings, stdout } = await runSource(source, 'k.cu');
  return { findings: findings.map(({ rule, line }) => [rule, line]), stdout };
}

it.each([
  ['past the end of an array', 'out-of-bounds-read', 'if (i == 0) printf("%s\\n", text);'],
  ['far past the end of an array', 'out-of-bounds-read', 'if (i == 0) printf("%s\\n", text + 100000);'],
  ['memory that is not initialized', 'uninitialized-read', 'if (i == 0) printf("%s\\n", shared);'],
  [
    'shared memory that another thread writes',
    'shared-race',
    'if (i == 0) shared[0] = 0; if (i == 33) printf("%s\\n", shared);',
  ],
  ['host memory', 'host-device-pointer', 'if (i == 0) printf("%s\\n", host);'],
  ['an integer as a pointer', 'host-device-pointer', 'if (i == 0) printf("%s\\n", (const char*)5ull);'],
  ['a format past the end of an array', 'out-of-bounds-read', 'if (i == 0) printf(text);'],
])('reports printf that reads %s', async (_, rule, body) => {
  const { findings } = await found(body);
  expect(findings).toEqual([[rule, 7]]);
});

it('prints text from all memories of the device', async () => {
  const { findings, stdout } = await found(`  if (i == 0) {
    char own[] = "own";
    shared[0] = 's';
    shared[1] = 0;
    text[3] = 0;
    printf(greeting, "literal");
    printf("%s %s %s %s%%\\n", own, shared, text, table[1]);
    printf("%s\\n", (const char*)nullptr);
    printf("%-5.2s|%*s|\\n", "abc", 4, "d");
  }`);
  expect(findings).toEqual([]);
  expect(stdout).toBe('hello literal\nown s xxx b%\n(null)\nab   |   d|\n');
});

it('returns -2 for a null pointer as the format, as CUDA does', async () => {
  const { findings, stdout } = await found('if (i == 0) printf("%d\\n", printf((const char*)nullptr));');
  expect([findings, stdout]).toEqual([[], '-2\n']);
});
