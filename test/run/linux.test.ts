import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRunner } from '../../grader/cli/local-runner.ts';
import { PROGRAM_LIMITS } from '../../grader/run/index.ts';

it('has what programs for Linux take for granted', async () => {
  const source = readFileSync(join(import.meta.dirname, 'linux.cu'), 'utf8');
  const root = mkdtempSync(join(tmpdir(), 'grade-linux-'));
  const runner = await createRunner({ dir: root, maxMiB: 100 });
  try {
    const result = await runner.run({
      source,
      fileName: 'linux.cu',
      sha256: createHash('sha256').update(source).digest('hex'),
      args: [],
      checks: null,
      counters: false,
      limits: PROGRAM_LIMITS,
    });
    expect(result).toMatchObject({ exitCode: 0, findings: [] });
    expect(result.stdout).toBe('zeros 0, aligned 1\nlarge 77, 38.500\ndoubled 42\nfile 1 1\nteam 1 of 1, thread 0\n');
  } finally {
    await runner.dispose();
    rmSync(root, { recursive: true, force: true });
  }
});
