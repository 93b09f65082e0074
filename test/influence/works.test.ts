import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { EXERCISES, program, write } from './exercises.ts';
import { grading, statuses } from './grading.ts';

vi.setConfig({ testTimeout: 120_000 });
const grade = grading();
const root = mkdtempSync(join(tmpdir(), 'grade-influence-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const EARNED = { guards: 'passed', memory: 'passed', races: 'passed', technique: 'passed' };

describe.each(EXERCISES.map((exercise) => [exercise.name, exercise] as const))('%s', (_, exercise) => {
  it('earns all points if it is right', async () => {
    const result = await grade(await write(root, exercise), program(exercise, exercise.right));
    expect(statuses(result)).toMatchObject({ ...EARNED, correctness: 'passed' });
    expect(result.score).toBe(result.maxScore);
  });

  it('keeps the points of other checks if it is wrong', async () => {
    const result = await grade(await write(root, exercise), program(exercise, exercise.wrong));
    expect(statuses(result)).toMatchObject({ ...EARNED, correctness: 'failed' });
  });

  it('earns at most 40 % of the points without its work', async () => {
    const result = await grade(await write(root, exercise), program(exercise, exercise.idle));
    expect(statuses(result)).toMatchObject({ correctness: 'failed', guards: 'skipped', technique: 'skipped' });
    expect(result.score).toBeLessThanOrEqual(0.4 * result.maxScore);
  });
});
