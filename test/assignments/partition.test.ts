import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RunPool } from '../../grader/host/index.ts';
import { type LocalEngine, openEngine } from '../../grader/pipeline/engine/index.ts';
import { gradeSubmission } from '../../grader/pipeline/grade/index.ts';
import { resolveAssignment } from '../../grader/spec/index.ts';

/** What goes wrong in every way that depends on blocks, and what is right. */
const SUBMISSIONS = [
  ['grayscale', 'rejected/guard-missing.cu'],
  ['grayscale', 'rejected/shared-sum.cu'],
  ['matmul-2d', 'rejected/race-on-split-k.cu'],
  ['matmul-tiled', 'rejected/missing-second-barrier.cu'],
  ['matmul-tiled', 'accepted/double-buffered.cu'],
] as const;

let local: LocalEngine;
const dividing = new RunPool({ worker: new URL('./dividing-worker.ts', import.meta.url) });
beforeAll(async () => {
  local = await openEngine({ dir: 'off', maxMiB: null });
});
afterAll(() => Promise.all([local.dispose(), dividing.dispose()]));

describe('every case of a submission', { timeout: 120_000 }, () => {
  it.each(SUBMISSIONS)('gives the same to the byte where its launches are divided: %s %s', async (id, file) => {
    const assignment = resolveAssignment(id);
    const source = readFileSync(join(assignment.folder, 'submissions', file), 'utf8');
    const { engine } = local;
    let runs = 0;
    await gradeSubmission({
      assignment,
      source,
      fileName: 'submission.cu',
      sha256: createHash('sha256').update(source).digest('hex'),
      seed: '11',
      seedIsPublic: true,
      onProgress: () => {},
      signal: new AbortController().signal,
      engine: {
        ...engine,
        async judge(request, judging, signal) {
          const run = await engine.run(request, signal);
          expect(await dividing.run(request, { symbolize: engine.symbolize })).toEqual(run);
          runs++;
          return engine.judge(request, judging, signal);
        },
      },
    });
    expect(runs).toBeGreaterThan(3);
  });
});
