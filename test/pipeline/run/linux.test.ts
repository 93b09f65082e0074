import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { programRunner } from './program-runner.ts';

const { run } = programRunner();

it('has what programs for Linux take for granted', async () => {
  const result = await run(readFileSync(join(import.meta.dirname, 'linux.cu'), 'utf8'), 'linux.cu');
  expect(result).toMatchObject({ exitCode: 0, findings: [] });
  expect(result.stdout).toBe('zeros 0, aligned 1\nlarge 77, 38.500\ndoubled 42\nfile 1 1\nteam 1 of 1, thread 0\n');
});
