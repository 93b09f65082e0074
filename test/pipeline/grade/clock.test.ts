import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalEngine, openEngine } from '../../../grader/pipeline/engine/index.ts';
import { gradeSubmission } from '../../../grader/pipeline/grade/index.ts';
import { resolveAssignment } from '../../../grader/spec/index.ts';

const assignment = resolveAssignment('grayscale');

let local: LocalEngine;
beforeAll(async () => {
  local = await openEngine({ dir: 'off', maxMiB: null });
});
afterAll(() => local.dispose());

/** The verdict of a program and its errors: rule and line. */
async function errorsOf(file: string) {
  const source = readFileSync(join(import.meta.dirname, 'clock', file), 'utf8');
  const { result } = await gradeSubmission({
    ...{ assignment, source, fileName: file, sha256: local.engine.sha256(source) },
    ...{ seed: '1', seedIsPublic: true, engine: local.engine },
  });
  const findings = result.checks.flatMap((check) => check.findings);
  return { verdict: result.verdict, findings };
}

describe('a kernel that reads the clock', () => {
  it('fails if its outputs depend on it', async () => {
    const { verdict, findings } = await errorsOf('wrong-value.cu');
    expect(verdict).toBe('failed');
    const [first] = findings.filter(({ rule }) => rule === 'order-dependent-output');
    expect(first).toMatchObject({
      line: 6,
      message: expect.stringMatching(/^The values of out depend on the clock: /),
    });
  });

  it('fails if it leaves a buffer for other values of the clock', async () => {
    const { verdict, findings } = await errorsOf('no-guard.cu');
    expect(verdict).toBe('failed');
    expect(findings).toContainEqual(expect.objectContaining({ rule: 'out-of-bounds-write', line: 5 }));
  });

  it('passes if it only measures and waits', async () => {
    expect(await errorsOf('measures.cu')).toEqual({ verdict: 'passed', findings: [] });
  });
});
