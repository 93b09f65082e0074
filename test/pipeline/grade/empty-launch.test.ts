import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { resolveAssignment } from '../../../grader/spec/index.ts';
import { grading } from '../../judge/influence/grading.ts';

vi.setConfig({ testTimeout: 60_000 });
const grade = grading();
const read = (name: string) => readFileSync(join(import.meta.dirname, 'empty-launch', `${name}.cu`), 'utf8');

describe('a launch without threads', () => {
  it.each([
    ['grid', 'vector-add'],
    ['block', 'fused-map'],
  ])('is a warning if all outputs are right: a %s of 0', async (name, id) => {
    const result = await grade(resolveAssignment(id), read(name));
    expect(result).toMatchObject({ verdict: 'passed', score: result.maxScore });
    const findings = result.checks.flatMap((check) => check.findings);
    expect(findings.length).toBeGreaterThan(0);
    for (const finding of findings) {
      expect(finding).toMatchObject({ rule: 'launch-error', severity: 'warning' });
      expect(finding.hint).toContain('all outputs are right');
    }
  });

  it('is an error if outputs are missing', async () => {
    const source = read('grid').replace('add1<<<rest, 1>>>', 'add1<<<rest / 4, 1>>>');
    const result = await grade(resolveAssignment('vector-add'), source);
    const correctness = result.checks.find((check) => check.id === 'correctness');
    expect(correctness).toMatchObject({ status: 'failed' });
    expect(correctness?.findings).toContainEqual(
      expect.objectContaining({ rule: 'launch-error', severity: 'error', kernel: 'add1' }),
    );
  });
});
