import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { programRunner } from './program-runner.ts';

const { run } = programRunner();
const text = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

it("draws the random numbers of gcc's library and keeps its old names", async () => {
  const result = await run(text('gcc-library.cu'), 'gcc-library.cu');
  expect(result).toMatchObject({ exitCode: 0, findings: [] });
  expect(result.stdout).toBe(text('gcc-library.txt'));
});

it('lets signed integers of host code wrap around, as nvcc does', async () => {
  const source = `#include <cstdio>
int main() {
  int squares[70000], wrong = 0;
  for (int i = 0; i < 70000; i++) squares[i] = (int)((unsigned)i * i);
  for (int i = 0; i < 70000; i++) wrong += squares[i] != i * i;
  printf("%d wrong\\n", wrong);
}`;
  expect((await run(source, 'squares.cu')).stdout).toBe('0 wrong\n');
});
