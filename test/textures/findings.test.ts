import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRunner } from '../../grader/cli/local-runner.ts';
import { PROGRAM_LIMITS } from '../../grader/pipeline/run/index.ts';
import type { RunResultJson } from '../../grader/result/index.ts';

const source = readFileSync(join(import.meta.dirname, 'findings.cu'), 'utf8');

let cache: string;
let runner: Awaited<ReturnType<typeof createRunner>>;
beforeAll(async () => {
  // Compiled once, run often.
  cache = mkdtempSync(join(tmpdir(), 'textures-'));
  runner = await createRunner({ dir: cache, maxMiB: 100 });
});
afterAll(async () => {
  await runner?.dispose();
  rmSync(cache, { recursive: true, force: true });
});

const run = (name: string, counters = false): Promise<RunResultJson> =>
  runner.run({
    source,
    fileName: 'findings.cu',
    sha256: '',
    args: [name],
    checks: null,
    counters,
    limits: { ...PROGRAM_LIMITS, deviceSteps: 1e6, deviceMemoryBytes: 2 ** 24 },
  });

/** The line that names it. */
function lineOf(name: string): number {
  return source.split('\n').findIndex((line) => / {2}\/\/ (.*)$/.exec(line)?.[1]?.split(' ').includes(name)) + 1;
}

const first = { block: [0, 0, 0], thread: [0, 0, 0] };
const thread = (x: number, y = 0) => ({ block: [0, 0, 0], thread: [x, y, 0] });

const found: readonly (readonly [name: string, rule: string, expected: object, message: RegExp])[] = [
  ['uninitialised', 'uninitialized-read', first, /before anything was stored or copied/],
  ['freed', 'use-after-free', first, /after it was passed to cudaFreeArray/],
  ['destroyed', 'use-after-free', first, /object that is already destroyed/],
  ['other-object', 'launch-error', first, /an object that this function cannot access/],
  ['no-object', 'launch-error', first, /a handle that is not a texture or surface object/],
  ['beyond-memory', 'out-of-bounds-read', thread(8), /just past the end/],
  ['cache', 'global-race', first, /a cache that does not see stores of the same launch/],
  ['surface-cache', 'global-race', first, /writes it itself in the same launch/],
  ['beyond-row', 'out-of-bounds-write', thread(8), /outside its rows: x is too large or negative/],
  ['beyond-rows', 'out-of-bounds-write', thread(0, 4), /outside its rows/],
  ['misaligned', 'misaligned-access', thread(1), /not a multiple of 4/],
  ['race', 'global-race', {}, /writes element 0/],
];

it.each(found)('finds %s as %s, with its line and thread', async (name, rule, expected, message) => {
  const { findings } = await run(name);
  const errors = findings.filter(({ severity }) => severity === 'error');
  expect(errors.map((finding) => finding.rule)).toEqual([rule]);
  expect(errors[0]).toMatchObject({ file: 'findings.cu', line: lineOf(name), ...expected });
  expect(errors[0]?.message).toMatch(message);
});

it('tells an array that is not freed, by its own functions', async () => {
  const { findings } = await run('leaked');
  expect(findings).toMatchObject([{ rule: 'leak', line: lineOf('leaked') }]);
  expect(findings[0]?.message).toContain('32 bytes allocated here with cudaMallocArray');
  expect(findings[0]?.hint).toContain('cudaFreeArray');
});

it('finds nothing in a right program, and does not count texture reads', async () => {
  const { findings, launches, exitCode } = await run('right', true);
  expect(findings).toEqual([]);
  expect(exitCode).toBe(0);
  const loads = launches.map(({ counters }) => counters?.globalLoadRequests);
  expect(loads).toEqual([0, 0, 0]);
  const stores = launches.map(({ counters }) => counters?.globalStoreRequests);
  expect(stores).toEqual([1, 0, 1]);
});
