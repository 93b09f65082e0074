import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SUBMISSIONS_FOLDER } from '../../../grader/authoring/submissions.ts';
import type { Graded, Grader } from '../../../grader/cli/grader.ts';
import { createGrader } from '../../../grader/cli/local-grader.ts';
import { resultSchema } from '../../../grader/result/index.ts';
import { resolveAssignment } from '../../../grader/spec/index.ts';

const assignment = resolveAssignment('matmul-tiled');
const sourceOf = (file: string) => readFileSync(join(assignment.folder, SUBMISSIONS_FOLDER, file), 'utf8');

let grader: Grader;
beforeAll(async () => {
  grader = await createGrader({ dir: 'off', maxMiB: null });
});
afterAll(() => grader.dispose());

function grade(source: string): Promise<Graded> {
  return grader.grade({
    assignment,
    source,
    fileName: 'mine.cu',
    sha256: createHash('sha256').update(source).digest('hex'),
    seed: '1',
    seedIsPublic: false,
    onProgress: () => {},
    signal: new AbortController().signal,
  });
}

it('estimates an unmeasured speed, without an effect on points', async () => {
  const graded = await grade(sourceOf('slow/bank-conflicts.cu'));
  const { estimate, checks, launches, maxScore, score, timing } = resultSchema.parse(graded.result);
  expect(timing).toBeNull();
  expect(checks.find(({ id }) => id === 'speedup')).toMatchObject({ status: 'skipped', score: 0, maxScore: 0 });
  expect(score).toBe(maxScore);
  expect(estimate).toMatchObject({ gpu: 'NVIDIA H200', case: 'large' });
  // Measured: 0.266.
  expect(estimate?.filledRatio).toBeLessThan(0.5);
  expect(estimate?.remarks.join(' ')).toMatch(/in line \d+ needs 32 wavefronts of shared memory instead of 1/);
  const counted = launches.filter((launch) => launch.estimate);
  expect(counted.map((launch) => launch.case)).toEqual(['large']);
  expect(graded.text({ color: false, width: 400 })).not.toContain('Estimate only');
  const text = graded.text({ color: false, width: 400, verbose: true });
  expect(text).toMatch(
    /Speed\n +Estimate only, no effect on points: about .* on an NVIDIA H200 for case `large`; the baseline takes about /,
  );
  const files = graded.files(['html', 'md'], 'mine.cu');
  expect(files).toHaveLength(2);
  for (const { content } of files) expect(content.toString()).toMatch(/Estimate only, no effect on points: about/);
});

it('estimates nothing of what is wrong', async () => {
  const { result } = await grade(sourceOf('rejected/tail-tile-dropped.cu'));
  expect(result.verdict).toBe('failed');
  expect(result).not.toHaveProperty('estimate');
});
