import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRunner } from '../../grader/cli/local-runner.ts';
import { PROGRAM_LIMITS } from '../../grader/pipeline/run/index.ts';
import type { RunResultJson } from '../../grader/result/index.ts';
import { expectData } from '../explain/rendered.ts';
import { shown } from './run-rules.ts';

const source = readFileSync(join(import.meta.dirname, 'rules.cu'), 'utf8');

let cache: string;
let runner: Awaited<ReturnType<typeof createRunner>>;
beforeAll(async () => {
  // Compiled once, run often.
  cache = mkdtempSync(join(tmpdir(), 'rules-'));
  runner = await createRunner({ dir: cache, maxMiB: 100 });
});
afterAll(async () => {
  await runner?.dispose();
  rmSync(cache, { recursive: true, force: true });
});

const run = (name: string, which: 'wrong' | 'right'): Promise<RunResultJson> =>
  runner.run({
    source,
    fileName: 'rules.cu',
    sha256: '',
    args: [name, which],
    checks: null,
    counters: false,
    limits: { ...PROGRAM_LIMITS, deviceSteps: 1e6, deviceMemoryBytes: 2 ** 24 },
  });

/** The line that names it. */
function lineOf(name: string): number {
  return source.split('\n').findIndex((line) => /\/\/ (.*)$/.exec(line)?.[1]?.split(' ').includes(name)) + 1;
}

describe.each(shown)('$statement', ({ name, rule = name, severity = 'error', block, thread, message }) => {
  it('is found at its line, block and thread', async () => {
    const { findings } = await run(name, 'wrong');
    expectData(findings);
    const found = findings.find((finding) => finding.rule === rule);
    expect(found).toMatchObject({ severity, file: 'rules.cu', ...(block && { block }), ...(thread && { thread }) });
    expect([found?.line, ...(found?.related ?? []).map(({ line }) => line)]).toContain(lineOf(name));
    if (message) expect(found?.message).toMatch(message);
    // Nothing else is wrong with the program, but for what a kernel that was stopped left behind.
    expect(new Set(findings.filter(({ severity: how }) => how === 'error').map((finding) => finding.rule))).toEqual(
      new Set(severity === 'error' ? [rule] : []),
    );
  });

  it('is not found in the program that is corrected', async () => {
    expect((await run(name, 'right')).findings).toEqual([]);
  });
});
