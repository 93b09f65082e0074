import { expect, it } from 'vitest';
import type { Engine } from '../../../grader/pipeline/grade/index.ts';
import { largestCase, type PlannedCase, planCases } from '../../../grader/pipeline/grade/plan-cases.ts';
import { solutionCount } from '../../../grader/pipeline/grade/solution.ts';
import { nodeFiles } from '../../../grader/platform/files/files.ts';
import { type Assignment, findAssignments, resolveAssignment } from '../../../grader/spec/index.ts';

const assignment = resolveAssignment('matmul-tiled');
const largest = ({ spec }: Assignment) =>
  largestCase(planCases(spec, '1').filter(({ visible }) => visible)) as PlannedCase;
const plan = largest(assignment);

/** An engine that can do nothing but read, and has no solution to read, as most machines have none. */
const engine: Engine = {
  readFile: ({ folder }: Assignment, path: string) => {
    if (path.startsWith('submissions/')) throw new Error('the solution was read');
    return nodeFiles.read(`${folder}/${path}`);
  },
} as Partial<Engine> as Engine;

const withTiming = (change: object): Assignment => {
  const { timing } = assignment.spec;
  if (!timing) throw new Error('the assignment is not timed');
  return { ...assignment, spec: { ...assignment.spec, timing: { ...timing, ...change } } };
};

it('uses only reference/ for the reference solution, and never runs it', () => {
  const known = solutionCount(assignment, plan, engine);
  expect(known).toMatchObject({ file: assignment.spec.timing?.reference, dims: plan.dims });
  // Each tile is loaded once for 16 rows or columns of results, not once for each.
  expect(known?.globalLoadSectors).toBeGreaterThan(1000);
  expect(known?.globalLoadSectors).toBeLessThan(141_881 / 4);
  expect(known?.sharedWavefronts).toBeGreaterThan(0);
  expect(known?.sharedBankConflicts).toBe(0);
  expect(solutionCount(withTiming({ reference: undefined }), plan, engine)).toEqual(known);
});

it('says nothing of another size or another solution', () => {
  expect(solutionCount(assignment, { ...plan, dims: { ...plan.dims, k: 3 } }, engine)).toBeNull();
  expect(solutionCount(withTiming({ reference: 'submissions/accepted/tile-8.cu' }), plan, engine)).toBeNull();
});

it('is known of each assignment that ships and names a solution', () => {
  const named = findAssignments().flatMap((listing) =>
    listing.status === 'loaded' && listing.assignment.spec.timing?.reference ? [listing.assignment] : [],
  );
  expect(named.length).toBeGreaterThan(5);
  for (const one of named) expect(solutionCount(one, largest(one), engine)?.file, one.spec.id).toBeDefined();
});
