import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Grader } from '../../../grader/cli/grader.ts';
import { createGrader } from '../../../grader/cli/local-grader.ts';
import type { CheckResult } from '../../../grader/result/index.ts';
import { resolveAssignment } from '../../../grader/spec/index.ts';

/** Programs that use the technique of an exercise, and programs that only look so. The first line names the exercise. */

let cache: string;
let grader: Grader;
beforeAll(async () => {
  cache = mkdtempSync(join(tmpdir(), 'technique-'));
  grader = await createGrader({ dir: cache, maxMiB: 100 });
});
afterAll(async () => {
  await grader?.dispose();
  rmSync(cache, { recursive: true, force: true });
});

function programsIn(folder: string): readonly string[] {
  return readdirSync(join(import.meta.dirname, folder)).filter((name) => name.endsWith('.cu'));
}

async function techniqueOf(folder: string, name: string): Promise<CheckResult | undefined> {
  const source = readFileSync(join(import.meta.dirname, folder, name), 'utf8');
  const [, assignment = ''] = /^\/\/ ([-\w]+):/.exec(source) ?? [];
  const { result } = await grader.grade({
    assignment: resolveAssignment(assignment),
    source,
    fileName: name,
    sha256: createHash('sha256').update(source).digest('hex'),
    seed: '1',
    seedIsPublic: true,
    onProgress: () => {},
    signal: new AbortController().signal,
  });
  expect(result.checks.find(({ id }) => id === 'compile')).toMatchObject({ status: 'passed' });
  return result.checks.find(({ id }) => id === 'technique');
}

describe('technique of honest programs', () => {
  it.each(programsIn('honest'))('passes for %s', { timeout: 180_000 }, async (name) => {
    expect(await techniqueOf('honest', name)).toMatchObject({ status: 'passed', findings: [] });
  });
});

describe('technique of programs that only look so', () => {
  it.each(programsIn('cheats'))('does not pass for %s', { timeout: 180_000 }, async (name) => {
    expect(await techniqueOf('cheats', name)).toMatchObject({ status: 'failed' });
  });
});
