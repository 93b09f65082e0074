import { afterEach, describe, expect, it } from 'vitest';
import { CONTROL } from '../../grader/blame/index.ts';
import { type RunOptions, RunPool, type RunRequest } from '../../grader/host/index.ts';
import { InfrastructureError } from '../../grader/platform/errors.ts';
import { CURSES } from './curses.ts';
import { LIMITS, programOf, requestOf } from './modules.ts';

const CURSED = new URL('./cursed-worker.ts', import.meta.url);
const DYING = new URL('./dying-worker.ts', import.meta.url);
const NO_LINES: RunOptions = { symbolize: (_wasm, offsets) => Promise.resolve(offsets.map(() => null)) };

const COPY = '(import "cuda" "cudaMemcpy" (func $copy (param i64 i64 i64 i32) (result i32)))';
/** Gives the output that the control program has, without a kernel: the fake device runs none. */
const CONTROL_TWIN = programOf(
  `(func (export "control") (param $x i64) (param $out i64) (param $n i32) (local $i i32)
     (loop $next
       (i32.store (i32.add (i32.const 2048) (i32.mul (local.get $i) (i32.const 4)))
         (i32.add (i32.mul (i32.sub (i32.const ${CONTROL.elements - 1}) (local.get $i)) (i32.const 2)) (i32.const 1)))
       (local.set $i (i32.add (local.get $i) (i32.const 1)))
       (br_if $next (i32.lt_u (local.get $i) (local.get $n))))
     (drop (call $copy (local.get $out) (i64.const 2048) (i64.const ${4 * CONTROL.elements}) (i32.const 1))))`,
  COPY,
);
/** Runs, and does not give what it should. */
const WRONG = programOf(`(func (export "control") (param i64 i64 i32))`);
const RETURNS = programOf('(func (export "entry") (result i32) (i32.const 5))');

function cursed(heapBytes: number): RunRequest {
  return requestOf({ ...RETURNS, device: { ...RETURNS.device, heapBytes } });
}

const pools: RunPool[] = [];
const lines: string[] = [];
function open(control: RunRequest['program'] | null, worker = CURSED): RunPool {
  const pool = new RunPool({
    worker,
    size: 1,
    log: (line) => void lines.push(line),
    ...(control && { control: () => Promise.resolve(control) }),
  });
  pools.push(pool);
  return pool;
}
afterEach(async () => {
  lines.length = 0;
  await Promise.all(pools.splice(0).map((pool) => pool.dispose()));
});

describe('a program that ends its worker', () => {
  it.each([
    ['dies', 'it crashed'],
    ['throws', 'an internal error'],
    ['fillsMemory', 'out of memory'],
  ] as const)('is at fault if the control program runs: %s', async (curse, message) => {
    const pool = open(CONTROL_TWIN);
    const { host, outputs } = await pool.run(cursed(CURSES[curse]), NO_LINES);
    expect(host).toMatchObject({ status: 'trapped', endedWorker: true, message });
    expect(outputs).toEqual([]);
    expect(lines).toHaveLength(2);
    // The next program finds workers that work.
    expect((await pool.run(requestOf(RETURNS), NO_LINES)).host).toEqual({ status: 'returned', value: 5 });
  });

  it('is at fault if its output was seen before it ended', async () => {
    const run = await open(CONTROL_TWIN).run(cursed(CURSES.dies), { ...NO_LINES, onOutput: () => undefined });
    expect(run.host).toMatchObject({ status: 'trapped', endedWorker: true });
  });
});

describe('the machine', () => {
  it('is at fault if the control program does not give its output', async () => {
    const run = open(WRONG).run(cursed(CURSES.throws), NO_LINES);
    await expect(run).rejects.toThrow(InfrastructureError);
    await expect(run).rejects.toMatchObject({
      details: expect.arrayContaining([expect.stringContaining('does not run here either')]),
    });
  });

  it('is at fault if the worker of the control program dies', async () => {
    const run = open(CONTROL_TWIN, DYING).run(requestOf(RETURNS), NO_LINES);
    await expect(run).rejects.toThrow(/ended with code 9/);
  });

  it('is at fault without a control program', async () => {
    await expect(open(null).run(cursed(CURSES.dies), NO_LINES)).rejects.toThrow(InfrastructureError);
  });
});

describe('a module whose imports are not ours', () => {
  it.each([
    ['another type', '(import "cuda" "cudaFree" (func (param i32) (result i32)))'],
    ['another name', '(import "cuda" "cudaNothing" (func (param i32) (result i32)))'],
    ['another module', '(import "node" "process" (func))'],
    ['an invoke of another type', '(import "env" "invoke_vi" (func (param i32 i64)))'],
    ['a memory', '(import "env" "memory" (memory 1))'],
  ])('does not run: %s', async (_, imports) => {
    const asked = requestOf(programOf('(func (export "entry"))', imports), { limits: LIMITS });
    const { host } = await open(null)
      .run(asked, NO_LINES)
      .catch((error: unknown) => ({ host: String(error) }));
    expect(host).toMatchObject({ status: 'trapped', message: expect.stringContaining('imports') });
  });
});
