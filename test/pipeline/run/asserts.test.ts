import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { programRunner } from './program-runner.ts';

const { run } = programRunner();
const source = readFileSync(new URL('asserts.cu', import.meta.url), 'utf8');
const lineOf = (text: string) => source.slice(0, source.indexOf(text)).split('\n').length;
const threads = (count: number, fails: (thread: number) => boolean) =>
  Array.from({ length: count }, (_, i) => i).filter(fails);

it('prints a line per thread that fails, as an H200 does', async () => {
  const { stderr, exitCode, findings } = await run(source, 'asserts.cu');
  const odd = lineOf('assert(x');
  const third = lineOf('assert(i');
  const isSmall = (i: number) => i % 3 === 0 || i < 40;
  const expected = threads(128, (i) => !isSmall(i) || i % 2 === 1).map((i) => {
    const at = `block: [${i < 64 ? 0 : 1},0,0], thread: [${i % 64},0,0]`;
    return isSmall(i)
      ? `asserts.cu:${odd}: T half_of(T) [with T = int]: ${at} Assertion \`x % 2 == 0\` failed.`
      : `asserts.cu:${third}: void plain(int *): ${at} Assertion \`i % 3 == 0 || i < 40\` failed.`;
  });
  expect(stderr.trimEnd().split('\n')).toEqual(expected);
  expect(exitCode).toBe(0);
  expect(findings.map(({ rule, line, column }) => [rule, line, column])).toEqual([
    ['device-assert', odd, 3],
    ['device-assert', third, 3],
  ]);
  expect(findings[0]?.message).toContain('The condition is `x % 2 == 0`.');
  expect(findings[1]?.message).toContain('The condition is `i % 3 == 0 || i < 40`.');
});

it('reports nothing that follows where others wait for a thread that failed', async () => {
  const { stderr, exitCode, findings } = await run(source, 'asserts.cu', { args: ['waits'] });
  const line = lineOf('assert(s');
  expect(stderr.trimEnd().split('\n')).toEqual(
    threads(64, (i) => i >= 30).map(
      (i) =>
        `asserts.cu:${line}: void waits(int *): block: [0,0,0], thread: [${i},0,0] Assertion \`s[63 - threadIdx.x] > 33\` failed.`,
    ),
  );
  expect(exitCode).toBe(0);
  expect(findings).toMatchObject([{ rule: 'device-assert', line, column: 3 }]);
});

const endless = `#include <cassert>
__global__ void all(int n) { assert(threadIdx.x + n < 0); }
__global__ void spins(volatile int *flag) {
  assert(threadIdx.x > 0);
  while (*flag == 0) {}
}
int main(int count, char **) {
  int *flag;
  cudaMalloc(&flag, 4);
  cudaMemset(flag, 0, 4);
  if (count == 1) all<<<100, 256>>>(1);
  else spins<<<1, 32>>>(flag);
  cudaDeviceSynchronize();
}
`;

it.each([
  ['after 1,024 threads that fail', [], 2, 1024],
  ['if the others wait for a thread that failed', ['spins'], 4, 1],
] as const)('stops a launch %s', async (_, args, line, lines) => {
  const { stderr, findings } = await run(endless, 'many.cu', { args });
  expect(stderr.trimEnd().split('\n')).toHaveLength(lines);
  expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([{ rule: 'device-assert', line }]);
});
