import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { resolveAssignment } from '../../../grader/spec/index.ts';
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

/** Mistakes that hide what was computed, and the checks that they pass. */
const MISTAKES: readonly (readonly [string, string, readonly string[]])[] = [
  ['fused-map', 'clamp-swapped', ['guards', 'memory', 'races', 'technique']],
  ['fused-map', 'first-step-only', ['guards', 'memory', 'races', 'technique']],
  ['fused-map', 'integer-bounds', ['guards', 'memory', 'races', 'technique']],
  ['grayscale', 'cast-before-multiply', ['guards', 'memory', 'races', 'technique']],
  ['grayscale', 'last-plane-missing', ['guards', 'memory', 'races', 'technique']],
  ['grayscale', 'sum-not-set', ['guards', 'races', 'technique']],
  ['matmul-2d', 'accumulator-not-set', ['guards', 'races', 'technique']],
  ['matmul-dynamic', 'two-externs', ['guards', 'memory', 'races', 'technique']],
  ['matmul-tiled', 'accumulator-in-loop', ['guards', 'memory', 'races', 'technique']],
  ['reduction', 'tail-dropped', ['guards', 'memory', 'races', 'technique']],
  ['transfer-costs', 'swap-forgotten', ['guards', 'memory', 'races', 'technique']],
  ['transfer-costs', 'whole-quarter', ['guards', 'memory', 'races', 'technique']],
  ['vector-add', 'inputs-never-copied', ['guards', 'races', 'technique']],
  ['vector-add', 'same-input-twice', ['guards', 'memory', 'races', 'technique']],
];

describe('a mistake keeps what it has earned', () => {
  it.each(MISTAKES)('%s: %s', async (id, name, passed) => {
    const assignment = resolveAssignment(id);
    const result = await grade(
      assignment,
      readFileSync(join(assignment.folder, 'submissions', 'rejected', `${name}.cu`), 'utf8'),
    );
    expect(statuses(result)['correctness']).toBe('failed');
    expect(statuses(result)).toMatchObject(Object.fromEntries(passed.map((check) => [check, 'passed'])));
  });
});

/** Mistakes that resemble checksums, or values that host code computed. */
const RESEMBLING: readonly (readonly [string, string])[] = [
  ['grayscale', 'row-forgotten'],
  ['reduction', 'row-forgotten'],
  ['thread-names', 'launch-per-block'],
  ['thread-names', 'table-of-blocks'],
  ['transfer-costs', 'other-buffer-copied'],
  ['transfer-costs', 'quarter-staged'],
  ['vector-add', 'sum-not-reset'],
];

describe('a mistake that resembles idle work keeps what it has earned', () => {
  it.each(RESEMBLING)('%s: %s', async (id, name) => {
    const source = readFileSync(join(import.meta.dirname, 'mistakes', id, `${name}.cu`), 'utf8');
    const result = await grade(resolveAssignment(id), source);
    expect(statuses(result)).toMatchObject({
      correctness: 'failed',
      guards: 'passed',
      memory: 'passed',
      races: 'passed',
    });
  });
});

/** Mistakes for which kernels write little in some cases, and the checks that they pass. */
const PARTLY: readonly (readonly [string, string, readonly string[]])[] = [
  ['box-blur', 'height-for-width', ['guards', 'memory', 'races', 'technique']],
  ['grayscale', 'short-count', ['guards', 'memory', 'races']],
  ['grayscale-2d', 'block-height-for-width', ['guards', 'memory', 'technique']],
  ['grayscale-2d', 'column-for-row', ['guards', 'memory']],
  ['grayscale-torch', 'output-for-input', ['races', 'technique']],
  ['matmul-2d', 'width-for-depth', ['memory', 'races', 'technique']],
  ['matmul-2d', 'width-for-height', ['guards', 'memory', 'races', 'technique']],
  ['matmul-dynamic', 'constant-tile', ['guards', 'technique']],
  ['matmul-tiled', 'height-for-width', ['memory', 'races', 'technique']],
  ['reduction', 'four-rows-rounded-down', ['guards', 'memory', 'races', 'technique']],
  ['reduction', 'warp-rows-rounded-down', ['guards', 'memory', 'races', 'technique']],
  ['transfer-costs', 'elements-for-bytes', ['memory', 'races', 'technique']],
  ['transfer-costs', 'rows-rounded-down', ['guards', 'memory', 'races', 'technique']],
  ['vector-add', 'block-size-forgotten', ['guards', 'memory', 'races', 'technique']],
  ['vector-add', 'fixed-grid', ['guards', 'memory', 'races', 'technique']],
  ['vector-add', 'grid-for-block', ['guards', 'memory', 'races', 'technique']],
  ['vector-add', 'half-of-bytes', ['memory', 'races', 'technique']],
  ['vector-add', 'output-for-input', ['guards', 'races', 'technique']],
];

describe('a mistake that leaves outputs out keeps what it has earned', () => {
  it.each(PARTLY)('%s: %s', async (id, name, passed) => {
    const source = readFileSync(join(import.meta.dirname, 'mistakes', id, `${name}.cu`), 'utf8');
    const result = await grade(resolveAssignment(id), source);
    expect(statuses(result)['correctness']).toBe('failed');
    expect(statuses(result)).toMatchObject(Object.fromEntries(passed.map((check) => [check, 'passed'])));
  });
});

it('keeps the points of a wrong index that makes blocks overlap', async () => {
  const source = readFileSync(join(import.meta.dirname, 'mistakes', 'thread-names', 'grid-for-block.cu'), 'utf8');
  const result = await grade(resolveAssignment('thread-names'), source);
  expect(statuses(result)).toMatchObject({ ...EARNED, correctness: 'failed', races: 'failed' });
});

/** Right kernels whose results host code loses, and the checks that they pass. */
const LOST: readonly (readonly [string, readonly string[]])[] = [
  ['copy-back-forgotten', ['guards', 'memory', 'races', 'technique']],
  ['copy-back-wrong-direction', ['guards', 'races', 'technique']],
  ['read-before-the-end', ['guards', 'memory', 'technique']],
];

describe('kernels keep what they have earned if host code loses their results', () => {
  it.each(LOST)('%s', async (name, passed) => {
    const source = readFileSync(join(import.meta.dirname, 'left', `${name}.cu`), 'utf8');
    const result = await grade(resolveAssignment('vector-add'), source);
    expect(statuses(result)['correctness']).toBe('failed');
    expect(statuses(result)).toMatchObject(Object.fromEntries(passed.map((check) => [check, 'passed'])));
  });

  it('but not if wrong results are lost', async () => {
    const source = readFileSync(join(import.meta.dirname, 'left', 'copy-back-forgotten.cu'), 'utf8');
    const result = await grade(resolveAssignment('vector-add'), source.replace('a[i] + b[i]', '1'));
    expect(statuses(result)).toMatchObject({ guards: 'skipped', correctness: 'failed', technique: 'skipped' });
  });
});
