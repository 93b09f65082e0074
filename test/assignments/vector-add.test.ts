import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeReferences } from '../../grader/authoring/references.ts';
import { loadSimulator } from '../../grader/simulator/file/index.ts';
import { REFERENCE_FOLDER, REFERENCE_MANIFEST, resolveAssignment } from '../../grader/spec/index.ts';

const assignment = resolveAssignment('vector-add');
const read = (file: string) => readFileSync(join(assignment.folder, REFERENCE_FOLDER, file));

it('has the references that its simulator makes', async () => {
  const { manifest, files } = await makeReferences(assignment, await loadSimulator(assignment));
  const { baseline, solution, ...written } = JSON.parse(read(REFERENCE_MANIFEST).toString());
  expect(baseline.launches).not.toHaveLength(0);
  // It adds with one load of each input and one store.
  expect(solution).toMatchObject({ sharedWavefronts: 0, sharedBankConflicts: 0 });
  expect(solution.globalLoadSectors).toBe(2 * solution.globalStoreSectors);
  expect(written).toEqual(JSON.parse(JSON.stringify(manifest)));
  for (const [name, bytes] of files) expect(Buffer.compare(read(name), bytes), name).toBe(0);
});

it('has sizes around a block, and one of many blocks that none divides', () => {
  const sizes = assignment.spec.cases.map(({ dims }) => dims['n'] ?? 0);
  expect(sizes).toEqual(expect.arrayContaining([1, 255, 256, 257]));
  expect(sizes.some((n) => n > 10_000 && n % 32 !== 0)).toBe(true);
});
