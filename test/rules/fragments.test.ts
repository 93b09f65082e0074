import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRunner } from '../../grader/cli/local-runner.ts';
import { PROGRAM_LIMITS } from '../../grader/pipeline/run/index.ts';
import type { RunResultJson } from '../../grader/result/index.ts';

const source = readFileSync(join(import.meta.dirname, 'fragments.cu'), 'utf8');

let cache: string;
let runner: Awaited<ReturnType<typeof createRunner>>;
beforeAll(async () => {
  // Compiled once, run often.
  cache = mkdtempSync(join(tmpdir(), 'fragments-'));
  runner = await createRunner({ dir: cache, maxMiB: 100 });
});
afterAll(async () => {
  await runner?.dispose();
  rmSync(cache, { recursive: true, force: true });
});

const run = (name: string, which: 'wrong' | 'right', counters = false): Promise<RunResultJson> =>
  runner.run({
    source,
    fileName: 'fragments.cu',
    sha256: '',
    args: [name, which],
    checks: null,
    counters,
    limits: { ...PROGRAM_LIMITS, deviceSteps: 1e6, deviceMemoryBytes: 2 ** 24 },
  });

const lineOf = (name: string) =>
  source.split('\n').findIndex((line) => /\/\/ (.*)$/.exec(line)?.[1]?.split(' ').includes(name)) + 1;

/** Name, rule, thread, and what is said, of what is wrong about a warp matrix function. */
const WRONG = [
  ['unfilled-sum', 'uninitialized-read', 0, /^Thread 0 of block 0 adds to an accumulator that is not initialized/],
  ['stored', 'uninitialized-read', 0, /stores an accumulator that is not initialized/],
  ['unfilled-factor', 'uninitialized-read', 0, /multiplies by a fragment that is not initialized/],
  ['returned', 'barrier-divergence', 0, /^20 of a warp's 32 lanes reach this call; others have ended before/],
  ['small-block', 'barrier-divergence', 0, /^24 of a warp's 32 lanes reach this call: the block has only 24 threads/],
  ['branch', 'barrier-divergence', 0, /^16 of a warp's 32 lanes reach this call; others take another branch/],
  ['types', 'barrier-divergence', 0, /^16 of a warp's 32 lanes reach this call; others take another branch/],
  ['stride', 'misaligned-access', 0, /^The stride of 17 elements .* is not a multiple of 8/],
  ['pointer', 'misaligned-access', 0, /^The tile that a warp loads here begins .* not a multiple of 32 bytes/],
  ['lane', 'barrier-divergence', 1, /^Thread 1 of block 0 passes another pointer/],
  // The stride is that of another matrix. Lanes 4r to 4r + 3 load rows r and r + 8: 14 is the first one beyond the end.
  ['beyond', 'out-of-bounds-read', 24, /^Thread 24 of block 0 reads just past .*, where its warp loads a tile\.$/],
  // Row 15.
  ['unwritten', 'uninitialized-read', 28, /^Thread 28 of block 0 reads element/],
  ['race', 'shared-race', 32, /__syncthreads\(\) is missing/],
  ['race-with-store', 'shared-race', 32, /__syncthreads\(\) is missing/],
] as const;

describe.each(WRONG)('a warp matrix function: %s', (name, rule, thread, message) => {
  it('is found at its line and thread, and nothing else is', async () => {
    const { findings } = await run(name, 'wrong');
    const errors = findings.filter(({ severity }) => severity === 'error');
    expect(errors).toMatchObject([{ rule, line: lineOf(name), thread: [thread, 0, 0] }]);
    expect(errors[0]?.message).toMatch(message);
  });

  it('is not found in the program that is corrected', async () => {
    expect((await run(name, 'right')).findings).toEqual([]);
  });
});

it('a thread may set elements one by one to any value', async () => {
  expect((await run('set-bytes', 'right')).findings).toEqual([]);
});

it('loads and stores of tiles are counted by the words of each lane', async () => {
  const { launches } = await run('unfilled-sum', 'right', true);
  // Two fragments of four words of two halves: 16 rows of one sector, of which a word of all lanes touches 8. An
  // accumulator of four words of two floats.
  expect(launches[0]?.counters).toMatchObject({
    globalLoadRequests: 8,
    globalLoadSectors: 64,
    globalStoreRequests: 4,
    globalStoreSectors: 32,
  });
});
