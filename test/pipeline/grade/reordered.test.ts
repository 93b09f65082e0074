import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalEngine, openEngine } from '../../../grader/pipeline/engine/index.ts';
import { gradeSubmission } from '../../../grader/pipeline/grade/index.ts';
import type { GradeResult } from '../../../grader/result/index.ts';
import { resolveAssignment } from '../../../grader/spec/index.ts';

const folder = join(import.meta.dirname, 'reordered');
const assignment = resolveAssignment('reduction');

let local: LocalEngine;
beforeAll(async () => {
  local = await openEngine({ dir: 'off', maxMiB: null });
});
afterAll(() => local.dispose());

async function grade(path: string): Promise<GradeResult> {
  const source = readFileSync(join(folder, path), 'utf8');
  const { result } = await gradeSubmission({
    ...{ assignment, source, fileName: 'mine.cu', sha256: local.engine.sha256(source) },
    ...{ seed: '1', seedIsPublic: true, engine: local.engine },
  });
  return result;
}

function statusOf({ checks }: GradeResult, id: string): string | undefined {
  return checks.find((check) => check.id === id)?.status;
}

describe('a program with outputs that depend on the order of atomic functions', () => {
  it.each(readdirSync(join(folder, 'wrong')))('%s fails, with the element and both of its values', async (file) => {
    const result = await grade(join('wrong', file));
    expect(statusOf(result, 'races')).toBe('failed');
    expect(statusOf(result, 'correctness')).toBe('failed');
    expect(statusOf(result, 'memory')).toBe('passed');
    expect(result.cases.filter(({ status }) => status === 'failed')).toHaveLength(1);
    const findings = result.checks.find(({ id }) => id === 'races')?.findings ?? [];
    expect(findings.map(({ rule }) => rule)).toEqual(['order-dependent-output', 'order-dependent-output']);
    for (const [index, name] of ['sums', 'maxima'].entries()) {
      expect(findings[index]?.message).toMatch(
        new RegExp(
          `^The values of ${name} depend .*: element \\d+ is -[\\d.]+ if threads run .*, and (0|NaN|-[\\d.e+]+) in the reverse order`,
        ),
      );
      expect(findings[index]).toMatchObject({ kernel: 'reduce', line: expect.any(Number), case: expect.any(String) });
    }
  });
});

describe('a program whose outputs are right in each order that a GPU has', () => {
  it.each(readdirSync(join(folder, 'right')))('%s passes', async (file) => {
    const result = await grade(join('right', file));
    expect(result.checks.flatMap(({ findings }) => findings).map(({ rule }) => rule)).toEqual([]);
    expect(result.verdict).toBe('passed');
  });
});
