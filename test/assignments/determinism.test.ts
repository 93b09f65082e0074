import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGrader } from '../../grader/cli/local-grader.ts';
import { resolveAssignment } from '../../grader/spec/index.ts';

/** Races, atomics, divergent barriers and uninitialised memory: where chance would show first. */
const SUBMISSIONS = [
  ['matmul-2d', 'rejected/race-on-split-k.cu'],
  ['matmul-tiled', 'rejected/missing-second-barrier.cu'],
  ['matmul-tiled', 'rejected/early-return.cu'],
  ['matmul-tiled', 'accepted/double-buffered.cu'],
] as const;

describe('the same submission and seed', { timeout: 300_000 }, () => {
  it('gives byte-identical results on every run, sequential or parallel', async () => {
    const results: string[][] = [];
    for (const cases of [1, 2]) {
      const grader = await createGrader({ dir: 'off', maxMiB: null }, { cases });
      try {
        const run: string[] = [];
        for (const [id, file] of SUBMISSIONS) run.push(await grade(grader, id, file));
        results.push(run);
      } finally {
        await grader.dispose();
      }
    }
    expect(results[0]).toHaveLength(SUBMISSIONS.length);
    expect(results[1]).toEqual(results[0]);
  });
});

async function grade(grader: Awaited<ReturnType<typeof createGrader>>, id: string, file: string): Promise<string> {
  const assignment = resolveAssignment(id);
  const source = readFileSync(join(assignment.folder, 'submissions', file), 'utf8');
  const { result } = await grader.grade({
    assignment,
    source,
    fileName: file.replace(/^.*\//, ''),
    sha256: createHash('sha256').update(source).digest('hex'),
    seed: '7',
    seedIsPublic: true,
    onProgress: () => {},
    signal: new AbortController().signal,
  });
  const { environment, timing, ...verdict } = result;
  expect(environment.durationMs).toBeGreaterThan(0);
  expect(timing).toBeNull();
  return JSON.stringify(verdict);
}
