import { describe, expect, it, vi } from 'vitest';
import { resolveAssignment } from '../../grader/spec/index.ts';
import { CHECKSUMS, checksumProgram, SHAPES } from './checksums.ts';
import { grading } from './grading.ts';

vi.setConfig({ testTimeout: 600_000 });
const grade = grading();

describe.each(Object.entries(SHAPES))('%s gives at most 40 % of its points to the checksum', (id, shape) => {
  const programs = Object.entries(CHECKSUMS).flatMap(([name, expression]) => {
    const source = checksumProgram(shape, expression);
    return source === null ? [] : [[name, source] as const];
  });

  it.each(programs)('%s', async (_, source) => {
    const { checks, score, maxScore } = await grade(resolveAssignment(id), source);
    expect(checks.find((check) => check.id === 'compile')?.status).toBe('passed');
    expect(score / maxScore).toBeLessThanOrEqual(0.4);
  });
});
