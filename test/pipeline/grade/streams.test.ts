import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalEngine, openEngine } from '../../../grader/pipeline/engine/index.ts';
import { gradeSubmission } from '../../../grader/pipeline/grade/index.ts';
import type { GradeResult } from '../../../grader/result/index.ts';
import { resolveAssignment } from '../../../grader/spec/index.ts';

const folder = join(import.meta.dirname, 'streams');
const assignment = resolveAssignment('vector-add');

/** By program: the two calls that nothing orders, the one that host code makes first and the other one. */
const UNORDERED: Readonly<Record<string, readonly [string, string]>> = {
  'copy-back-in-other-stream.cu': ['add', 'cudaMemcpyAsync'],
  'copy-in-other-stream.cu': ['cudaMemcpyAsync', 'add'],
  'default-memset.cu': ['cudaMemset', 'accumulate'],
  'event-before-kernel.cu': ['add_twice', 'halve'],
  'freed-in-other-stream.cu': ['cudaMemcpyAsync', 'cudaFreeAsync'],
  'graph-branches.cu': ['add_twice', 'halve'],
  'graph-result.cu': ['add_twice', 'halve'],
  'graph-without-edge.cu': ['add_twice', 'halve'],
  'memset-in-other-stream.cu': ['cudaMemsetAsync', 'accumulate'],
  'missing-wait.cu': ['cudaMemcpyAsync', 'add'],
  'non-blocking-default-copy.cu': ['add', 'cudaMemcpy'],
  'other-stream-synchronized.cu': ['add', 'cudaMemcpy'],
  'pool-of-other-stream.cu': ['cudaMallocFromPoolAsync', 'add'],
  'refilled-too-early.cu': ['add', 'cudaMemcpyAsync'],
  'shared-staging.cu': ['cudaMemcpyAsync', 'cudaMemcpyAsync'],
  'wrong-event.cu': ['cudaMemcpyAsync', 'add'],
};

let local: LocalEngine;
beforeAll(async () => {
  local = await openEngine({ dir: 'off', maxMiB: null });
});
afterAll(() => local.dispose());

const grade = (path: string) => gradeSource(readFileSync(join(folder, path), 'utf8'));

async function gradeSource(source: string): Promise<GradeResult> {
  const { result } = await gradeSubmission({
    ...{ assignment, source, fileName: 'mine.cu', sha256: local.engine.sha256(source) },
    ...{ seed: '1', seedIsPublic: true, engine: local.engine },
  });
  return result;
}

describe('a program that does not order its streams', () => {
  it.each(readdirSync(join(folder, 'wrong')))('%s fails, with the two calls', async (file) => {
    const { checks, cases } = await grade(join('wrong', file));
    const statuses = Object.fromEntries(checks.map(({ id, status }) => [id, status]));
    expect(statuses).toMatchObject({ guards: 'passed', correctness: 'failed', memory: 'passed', races: 'failed' });
    expect(cases.filter(({ status }) => status === 'failed')).toHaveLength(1);
    const findings = checks.find(({ id }) => id === 'races')?.findings ?? [];
    expect(findings).toMatchObject([{ rule: 'order-dependent-output', line: expect.any(Number) }]);
    expect(findings[0]?.message).toMatch(
      /^The values of out depend on the order of the streams: element \d+ is -?[\d.]+ in .* and (not written|NaN|-?[\d.]+) in/,
    );
    const [first = '', second = ''] = UNORDERED[file] ?? [];
    const hint = new RegExp(`^\`${first}\` \\(line \\d+\\) and \`${second}\` \\(line ${findings[0]?.line}\\)`);
    expect(findings[0]?.hint).toMatch(hint);
  });
});

describe('a program that orders its streams', () => {
  it.each(readdirSync(join(folder, 'right')))('%s passes', async (file) => {
    const result = await grade(join('right', file));
    expect(result.checks.flatMap(({ findings }) => findings)).toEqual([]);
    expect(result.verdict).toBe('passed');
  });
});

describe('two calls that store the same values in different streams', () => {
  it('race, although the outputs are right in each order', async () => {
    const path = join('same-values', 'written-twice.cu');
    const source = readFileSync(join(folder, path), 'utf8').split('\n');
    const { checks } = await grade(path);
    expect(checks.find(({ id }) => id === 'correctness')?.status).toBe('passed');
    expect(checks.find(({ id }) => id === 'races')).toMatchObject({
      status: 'failed',
      findings: [{ rule: 'global-race', line: 1 + source.findIndex((line) => line.endsWith('// race')) }],
    });
  });
});

describe('a program that leaves thousands of calls open', () => {
  it('names the line from which on no race between streams is looked for', async () => {
    const right = readFileSync(join(folder, 'same-values', 'written-twice.cu'), 'utf8');
    const source = right.replace(
      /^.*\/\/ race$/m,
      'for (int i = 0; i < 4200; i++) cudaMemsetAsync(dc, 0, 4, s1);\nadd<<<blocks, 128, 0, s1>>>(da, db, dc, n);',
    );
    const line = 1 + source.split('\n').findIndex((text) => text.includes('cudaMemsetAsync'));
    const races = (await gradeSource(source)).checks.find(({ id }) => id === 'races');
    expect(races?.summaryDetail).toMatchObject({ streams: { reason: 'open-calls', call: 'cudaMemsetAsync', line } });
    expect(races?.summary).toBe(
      `No race, and every barrier was reached by its whole block, in all 9 cases. Races between streams are not checked from line ${line} on, because \`cudaMemsetAsync\` is the last of 4,096 calls that nothing waits for.`,
    );
  });
});
