import { expect, it } from 'vitest';
import { baselineLaunches, baselineSectors } from '../../../grader/pipeline/grade/baseline.ts';
import type { Engine } from '../../../grader/pipeline/grade/index.ts';
import { largestCase, type PlannedCase, planCases } from '../../../grader/pipeline/grade/plan-cases.ts';
import { nodeFiles } from '../../../grader/platform/files/files.ts';
import { readBaselineCount, resolveAssignment } from '../../../grader/spec/index.ts';

const assignment = resolveAssignment('matmul-tiled');
const read = (path: string) => nodeFiles.read(`${assignment.folder}/${path}`);
const plan = largestCase(planCases(assignment.spec, '1')) as PlannedCase;

/** An engine on which counting cannot go unnoticed. */
function engineWith(change: Readonly<Record<string, Uint8Array>> = {}): Engine {
  const refuse = (): never => {
    throw new Error('the baseline was counted');
  };
  const engine: Partial<Engine> = {
    readFile: (_, path) => change[path] ?? read(path),
    sha256: (...parts) => parts.join(' '),
    cache: { get: refuse, put: refuse } as unknown as Engine['cache'],
    versions: { engine: '', clang: '', node: '' },
  };
  return engine as Engine;
}

it('takes what reference/ says of the baseline, and counts nothing', async () => {
  const known = readBaselineCount(read);
  expect(known?.globalLoadSectors).toBeGreaterThan(100_000);
  expect(await baselineSectors(assignment, plan, engineWith())).toEqual({
    globalLoadSectors: known?.globalLoadSectors,
    globalStoreSectors: known?.globalStoreSectors,
  });
});

it('counts again if the baseline has changed', async () => {
  const changed = Buffer.concat([read('baseline.cu'), Buffer.from('// later\n')]);
  const engine = engineWith({ 'baseline.cu': changed });
  await expect(baselineSectors(assignment, plan, engine)).rejects.toThrow('the baseline was counted');
});

it('counts again for another size', async () => {
  const other = { ...plan, dims: { ...plan.dims, k: 3 } };
  await expect(baselineSectors(assignment, other, engineWith())).rejects.toThrow('the baseline was counted');
});

it('has launches for estimates only with the same baseline and sizes', async () => {
  const launches = await baselineLaunches(assignment, plan, engineWith());
  expect(launches?.map(({ block }) => block)).toEqual([[16, 16, 1]]);
  const other = { ...plan, dims: { ...plan.dims, k: 3 } };
  expect(await baselineLaunches(assignment, other, engineWith())).toBeNull();
});
