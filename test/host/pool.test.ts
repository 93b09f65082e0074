import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type RunOptions, RunPool } from '../../grader/host/index.ts';
import { InfrastructureError } from '../../grader/platform/errors.ts';
import { LIMITS, programOf, requestOf } from './modules.ts';

const FAKE = new URL('./fake-worker.ts', import.meta.url);
const MUTE = new URL('./mute-worker.ts', import.meta.url);
const DYING = new URL('./dying-worker.ts', import.meta.url);
const NO_LINES: RunOptions = { symbolize: (_wasm, offsets) => Promise.resolve(offsets.map(() => null)) };

/** Writes its scalar into its output, and returns it doubled. */
const WRITES = programOf(
  `(func (export "entry") (param $out i64) (param $n i32) (result i32)
     (i32.store (i32.const 16) (local.get $n))
     (drop (call $copy (local.get $out) (i64.const 16) (i64.const 4) (i32.const 1)))
     (i32.mul (local.get $n) (i32.const 2)))`,
  '(import "cuda" "cudaMemcpy" (func $copy (param i64 i64 i64 i32) (result i32)))',
);
const ENDLESS = programOf('(func (export "entry") (param i64) (loop $again (br $again)))');

const OUT = { kind: 'output', name: 'out', byteLength: 8, type: 'i32' } as const;

const pools: RunPool[] = [];
function open(worker: URL, size: number): RunPool {
  const pool = new RunPool({ worker, size });
  pools.push(pool);
  return pool;
}
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.dispose()));
});

function caseOf(n: number) {
  return requestOf(WRITES, {
    args: [OUT, { kind: 'scalar', name: 'n', type: 'i32', value: n }],
    layoutSeed: n,
  });
}

describe('RunPool', () => {
  it('gives the same results in the same order, however many workers it has', async () => {
    const numbers = [7, 1, 5, 3, 8];
    const [one, two] = [open(FAKE, 1), open(FAKE, 2)];
    const alone = await Promise.all(numbers.map((n) => one.run(caseOf(n), NO_LINES)));
    const together = await Promise.all(numbers.map((n) => two.run(caseOf(n), NO_LINES)));
    expect(alone.map(({ host }) => host)).toEqual(numbers.map((n) => ({ status: 'returned', value: 2 * n })));
    expect(alone.map(({ outputs }) => outputs[0]?.bytes[0])).toEqual(numbers);
    expect(together).toEqual(alone);
  });

  it('tells what was written of an output, and what is left of its poison', async () => {
    const result = await open(FAKE, 1).run(caseOf(9), NO_LINES);
    expect([...(result.outputs[0]?.state ?? [])].map((flags) => flags & 2)).toEqual([2, 2, 2, 2, 0, 0, 0, 0]);
    expect(result.plan.steps.map(({ step }) => step)).toEqual(['alloc', 'write']);
  });

  it('stops an infinite host loop at the wall limit, and runs the next case', async () => {
    const pool = open(FAKE, 1);
    const endless = pool.run(requestOf(ENDLESS, { args: [OUT], limits: { ...LIMITS, wallMs: 300 } }), NO_LINES);
    const next = pool.run(caseOf(4), NO_LINES);
    const { host, outputs } = await endless;
    expect(host).toEqual({ status: 'stopped', limit: 'wall', position: null });
    expect(outputs.map(({ name }) => name)).toEqual(['out']);
    expect((await next).host).toEqual({ status: 'returned', value: 8 });
  });

  it('waits less for a program that has used up the time of one case', async () => {
    const pool = open(FAKE, 1);
    const request = requestOf(ENDLESS, { args: [OUT], limits: { ...LIMITS, wallMs: 6_000 } });
    const timed = async () => {
      const began = performance.now();
      expect((await pool.run(request, NO_LINES)).host).toMatchObject({ status: 'stopped', limit: 'wall' });
      return performance.now() - began;
    };
    const [first, second] = await Promise.all([timed(), timed()]);
    expect(first).toBeGreaterThanOrEqual(6_000);
    expect(second - first).toBeLessThan(5_500);
  });

  it('stops the runs of a program at the total limit, at the first line', async () => {
    const pool = new RunPool({ worker: FAKE, size: 1, submissionMs: 500 });
    pools.push(pool);
    const position = { file: 'a.cu', line: 3, column: 5 };
    const options: RunOptions = { symbolize: (_wasm, offsets) => Promise.resolve(offsets.map(() => position)) };
    const request = requestOf(ENDLESS, { args: [OUT], limits: { ...LIMITS, wallMs: 400 } });
    const timed = async () => {
      const began = performance.now();
      const { host } = await pool.run(request, options);
      return { host, took: performance.now() - began };
    };
    let { host, took } = await timed();
    // A busy machine gives each run less of its processors.
    for (let runs = 1; runs < 40 && took > 200; runs++) ({ host, took } = await timed());
    expect(took).toBeLessThanOrEqual(200);
    expect(host).toEqual({ status: 'stopped', limit: 'wall', position });
    // Another program has its own time.
    expect((await pool.run(caseOf(4), options)).host).toEqual({ status: 'returned', value: 8 });
  });

  it('stops a worker at the wall limit that does not even tell where it is', async () => {
    const result = await open(MUTE, 1).run(requestOf(ENDLESS, { limits: { ...LIMITS, wallMs: 100 } }), NO_LINES);
    expect(result.host).toEqual({ status: 'stopped', limit: 'wall', position: null });
    expect([result.launches, result.outputs, result.stdout]).toEqual([[], [], '']);
  });

  it('runs a case again whose worker died under it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pool-'));
    try {
      const marker = pathToFileURL(join(folder, 'died')).href;
      const worker = new URL(`#${encodeURIComponent(marker)}`, DYING);
      const result = await open(worker, 1).run(caseOf(2), NO_LINES);
      expect(result.host).toEqual({ status: 'returned', value: 4 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('blames itself, not the program, where workers die again and again', async () => {
    const run = open(DYING, 1).run(caseOf(2), NO_LINES);
    await expect(run).rejects.toThrow(InfrastructureError);
    await expect(run).rejects.toThrow(/ended with code 9/);
  });

  it('blames itself where the device has no room for the exercise', async () => {
    const request = requestOf(WRITES, { args: [{ kind: 'input', name: 'x', bytes: new Uint8Array(2 << 20) }] });
    await expect(open(FAKE, 1).run(request, NO_LINES)).rejects.toThrow(/no room for x/);
  });

  it('stops with the reason of its signal, and stays usable', async () => {
    const pool = open(FAKE, 1);
    const controller = new AbortController();
    const run = pool.run(requestOf(ENDLESS), { ...NO_LINES, signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 200);
    await expect(run).rejects.toThrow('enough');
    await expect(pool.run(caseOf(1), { ...NO_LINES, signal: controller.signal })).rejects.toThrow('enough');
    expect((await pool.run(caseOf(1), NO_LINES)).host).toEqual({ status: 'returned', value: 2 });
  });

  it('asks for the line of a place once, though many cases pass it', async () => {
    const asked: number[] = [];
    const position = { file: 'a.cu', line: 3, column: 5 };
    const options: RunOptions = {
      symbolize: (_wasm, offsets) => {
        asked.push(...offsets);
        return Promise.resolve(offsets.map(() => position));
      },
    };
    const pool = open(FAKE, 2);
    const results = await Promise.all([1, 2, 3].map((n) => pool.run(caseOf(n), options)));
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.length).toBeGreaterThan(0);
    expect(results.map(({ plan }) => plan.steps[1])).toEqual(
      results.map(() => ({
        step: 'write',
        to: { buffer: 0, offset: 0 },
        bytes: 4,
        data: expect.stringMatching(/^[A-Za-z0-9+/]{6}==$/),
        position,
      })),
    );
  });
});
