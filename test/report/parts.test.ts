import { describe, expect, it } from 'vitest';
import type { LaunchPlan } from '../../grader/host/plan/index.ts';
import { isOfPart } from '../../grader/report/input.ts';

/** A plan with launches that get a pointer into the one buffer. */
function plan(bytes: number, offsets: readonly number[]): LaunchPlan {
  const launches = offsets.map((offset) => ({ step: 'launch', args: [{ kind: 'buffer', buffer: 0, offset }] }));
  return { schemaVersion: 1, steps: [{ step: 'alloc', buffer: 0, bytes }, ...launches] } as unknown as LaunchPlan;
}

describe('isOfPart', () => {
  it('finds launches that work on a part of an output', () => {
    expect(isOfPart(plan(100, [0, 0, 0, 0]), 3, 400)).toBe(true);
    expect(isOfPart(plan(400, [0, 100, 200]), 2, 400)).toBe(true);
  });

  it('takes one launch, and launches over the whole output, for whole', () => {
    expect(isOfPart(plan(100, [0]), 0, 400)).toBe(false);
    expect(isOfPart(plan(400, [0, 0]), 1, 400)).toBe(false);
  });
});
