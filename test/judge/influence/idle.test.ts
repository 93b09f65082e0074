import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { impostorsOf } from '../../../grader/authoring/validate/impostors/index.ts';
import { readReference, resolveAssignment } from '../../../grader/spec/index.ts';
import { grading } from './grading.ts';

vi.setConfig({ testTimeout: 600_000 });
const grade = grading();
const programs = join(import.meta.dirname, 'idle');

/** The median of the expected outputs of all visible cases. */
async function usualValue(id: string): Promise<number> {
  const { spec, folder } = resolveAssignment(id);
  const values: number[] = [];
  for (const { name } of spec.cases) {
    const outputs = await readReference(spec, name, (path) => readFileSync(join(folder, path)));
    values.push(...Object.values(outputs).flatMap((output) => [...output]));
  }
  return values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

describe.each(readdirSync(programs))('%s gives at most 40 % of its points to', (id) => {
  const assignment = resolveAssignment(id);
  const share = ({ score, maxScore }: { score: number; maxScore: number }) => score / maxScore;

  it.each(readdirSync(join(programs, id)))('%s', async (file) => {
    const result = await grade(assignment, readFileSync(join(programs, id, file), 'utf8'));
    expect(result.checks.find((check) => check.id === 'compile')?.status).toBe('passed');
    expect(share(result)).toBeLessThanOrEqual(0.4);
  });

  it('generated programs that store nothing, constants and copies', async () => {
    const generated = impostorsOf(assignment.spec, await usualValue(id)) ?? [];
    expect(generated.length).toBeGreaterThanOrEqual(3);
    for (const { does, source } of generated) {
      const result = await grade(assignment, source);
      expect({ does, compiles: result.checks[0]?.status }).toEqual({ does, compiles: 'passed' });
      expect(share(result), does).toBeLessThanOrEqual(0.4);
    }
  });
});
