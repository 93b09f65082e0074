import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createRunner } from '../../../grader/cli/local-runner.ts';
import { PROGRAM_LIMITS, type ProgramRequest } from '../../../grader/pipeline/run/index.ts';

type Runner = Awaited<ReturnType<typeof createRunner>>;

/**
 * What `grade run` runs programs with, for the tests of one file: every check on, and no arguments unless asked for.
 * @returns `root` is a folder of these tests' own, with the cache in it
 */
export function programRunner() {
  const root = mkdtempSync(join(tmpdir(), 'grade-run-'));
  let runner: Runner;
  beforeAll(async () => {
    runner = await createRunner({ dir: join(root, 'cache'), maxMiB: 100 });
  });
  afterAll(async () => {
    await runner?.dispose();
    rmSync(root, { recursive: true, force: true });
  });
  const run = (source: string, fileName: string, change: Partial<ProgramRequest> = {}) =>
    runner.run({
      source,
      fileName,
      sha256: createHash('sha256').update(source).digest('hex'),
      headers: [],
      args: [],
      checks: null,
      counters: false,
      limits: PROGRAM_LIMITS,
      ...change,
    });
  return { root, run };
}
