import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalEngine, openEngine } from '../../grader/engine/index.ts';
import { gradeSubmission } from '../../grader/grade/index.ts';
import type { GradeResult } from '../../grader/result/index.ts';
import { resolveAssignment } from '../../grader/spec/index.ts';

const folder = join(import.meta.dirname, 'streams');
const assignment = resolveAssignment('vector-add');

/** The two calls of each wrong program that nothing orders: the one that host code makes first, and the other one. */
const UNORDERED: Readonly<Record<string, readonly [RegExp, RegExp]>> = {};

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

describe('a program that does not order its streams', () => {
  it.each(readdirSync(join(folder, 'wrong')))('%s', async (file) => {
    const result = await grade(join('wrong', file));
    console.log(file, result.checks.map(({id,status})=>id+':'+status).join(' '), JSON.stringify(result.checks.flatMap(({ findings }) => findings), null, 1));
  });
});

describe('a program that orders its streams', () => {
  it.each(readdirSync(join(folder, 'right')))('%s passes', async (file) => {
    const result = await grade(join('right', file));
    expect(result.checks.flatMap(({ findings }) => findings)).toEqual([]);
    expect(result.verdict).toBe('passed');
  });
});
