import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunLimits, RunPool } from '../../grader/host/index.ts';
import { launchPlanSchema } from '../../grader/host/plan/plan.ts';
import { Bench, LIMITS, linesOf } from './bench.ts';

const source = readFileSync(new URL('./scenarios.cu', import.meta.url), 'utf8');
let bench: Bench;

beforeAll(async () => {
  bench = await Bench.open(source);
});
afterAll(() => bench?.close());

const returned = { status: 'returned', value: 0 };

describe('the runtime API', () => {
  it('copies, launches templates and reads constants', async () => {
    const { host, stdout, apiErrors, faults, launches } = await bench.scenario('roundTrip');
    expect(host).toEqual(returned);
    expect(stdout.split('\n')).toEqual([
      ...['malloc', 'to', 'launch', 'wait', 'from'].map((label) => `${label} cudaSuccess`),
      '0.5 189.5',
      'free cudaSuccess',
      '',
    ]);
    expect(apiErrors).toEqual([]);
    expect(faults).toEqual([]);
    expect(launches).toMatchObject([
      {
        kernel: 'scale<3>',
        grid: [2, 1, 1],
        block: [32, 1, 1],
        position: { line: bench.lineOf('scale<3><<<2, 32>>>') },
      },
    ]);
  });

  it('knows symbols by their address', async () => {
    expect(linesOf(await bench.scenario('symbols'))).toEqual([
      'to cudaSuccess',
      'from cudaSuccess',
      '26',
      'size cudaSuccess',
      'address cudaSuccess',
      'copy cudaSuccess',
      '16 26',
      'beyond cudaErrorInvalidValue',
      'unknown cudaErrorInvalidSymbol',
    ]);
  });

  it('refuses launches as CUDA does, and knows whether the program looked', async () => {
    const { stdout, apiErrors, launches } = await bench.scenario('refusals');
    expect(stdout.split('\n').slice(0, -1)).toEqual([
      'threads cudaErrorInvalidConfiguration',
      'block cudaErrorInvalidConfiguration',
      'grid cudaErrorInvalidConfiguration',
      'zero cudaErrorInvalidConfiguration',
      'zero cudaErrorInvalidConfiguration',
      'cleared cudaSuccess',
      'shared cudaErrorInvalidValue',
    ]);
    expect(apiErrors.map(({ reason }) => reason).slice(1, 5)).toEqual([
      'block-dim',
      'grid-size',
      'zero-size',
      'shared-memory',
    ]);
    expect(apiErrors.map(({ noticed }) => noticed)).toEqual([true, true, true, true, true, false]);
    expect(apiErrors.map(({ launch }) => launch)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(launches).toHaveLength(6);
    expect(apiErrors[5]?.position?.line).toBe(bench.lineOf('scale<2><<<1, 2048>>>(data, 1);'));
  });

  it('turns misuse into an error and a fault with its line', async () => {
    const { stdout, faults } = await bench.scenario('misuse');
    expect(stdout).toContain('kind cudaErrorInvalidMemcpyDirection');
    expect(stdout).toContain('huge cudaErrorMemoryAllocation');
    expect(stdout).toContain('device cudaErrorInvalidDevice');
    expect(stdout).toContain('nothing cudaSuccess');
    expect(stdout).toContain('direct cudaSuccess');
    expect(faults.map(({ rule, at }) => [rule, at.position?.line])).toEqual([
      ['out-of-bounds-write', bench.lineOf('show("beyond", cudaMemcpy(data')],
      ['out-of-bounds-read', bench.lineOf('show("read"')],
      ['host-device-pointer', bench.lineOf('show("swapped"')],
      ['host-device-pointer', bench.lineOf('show("set"')],
      ['host-device-pointer', bench.lineOf('show("host"')],
      ['double-free', bench.lineOf('show("twice"')],
      ['use-after-free', bench.lineOf('show("after"')],
    ]);
  });

  it('records the plan without addresses', async () => {
    const { plan } = await bench.scenario('plan');
    expect(launchPlanSchema.parse(plan)).toEqual(plan);
    expect(plan.steps.map(({ step }) => step)).toEqual(['alloc', 'alloc', 'set', 'launch', 'copy', 'free', 'free']);
    const launch = plan.steps[3];
    expect(launch).toMatchObject({
      kernel: 'fillView',
      args: [
        { kind: 'value', type: 'struct', pointers: [{ at: 8, buffer: 1, offset: 16 }] },
        { kind: 'value', type: 'f32', base64: 'AAAgQA==' },
      ],
    });
    expect(plan.steps[4]).toMatchObject({ to: { buffer: 0, offset: 8 }, from: { buffer: 1, offset: 0 }, bytes: 64 });
  });

  it('answers the rest of what students call', async () => {
    const { stdout, host } = await bench.scenario('extras');
    expect(host).toEqual(returned);
    expect(stdout.split('\n').slice(0, -1)).toEqual([
      '32 1024 65535 49152',
      '1 0 1024',
      'stream cudaSuccess',
      'elapsed cudaSuccess',
      '1',
      'destroy cudaSuccess',
      'again cudaErrorInvalidResourceHandle',
      'rows cudaSuccess',
      '512 6',
      'pinned cudaSuccess',
      'unpinned cudaSuccess',
      'foreign cudaErrorInvalidValue',
      '1',
      '1024 8',
      'shared cudaErrorInvalidValue',
      'an illegal memory access was encountered',
      'explicit cudaSuccess',
      'reset cudaSuccess',
    ]);
  });

  it('keeps the error of a kernel that failed', async () => {
    const { stdout } = await bench.scenario('sticky');
    const lines = stdout.split('\n').slice(0, -1);
    const [, wait] = lines[1]?.split(' ') ?? [];
    expect(wait).not.toBe('cudaSuccess');
    expect(lines.slice(1).map((line) => line.split(' ')[1])).toEqual(Array(lines.length - 1).fill(wait));
  });

  it('records an error that nobody asks for, and leaks', async () => {
    expect((await bench.scenario('unnoticed')).apiErrors).toMatchObject([{ code: 9, noticed: false, launch: 0 }]);
    expect((await bench.scenario('leak')).faults).toMatchObject([
      { rule: 'leak', count: 3, bytes: 100, at: { position: { line: bench.lineOf('cudaMalloc(&p, 100)') } } },
    ]);
  });

  it('records no leaks of a program that ends after a failed call', async () => {
    const { faults, apiErrors } = await bench.scenario('misuse');
    expect(apiErrors.length).toBeGreaterThan(0);
    expect(faults.map(({ rule }) => rule)).not.toContain('leak');
  });
});

describe('how host code ends', () => {
  it('has arguments, streams, a clock, destructors and no files', async () => {
    const { stdout, stderr } = await bench.scenario('system');
    expect(stdout).toMatch(/^3 x\ncout 3\n-1 1\n1\n\d+ \d{10}\natexit\ndestroyed\n$/);
    expect(stderr).toBe('error\n');
    expect((await bench.scenario('system')).stdout).toBe(stdout);
  });

  it('returns a status, or exits', async () => {
    expect((await bench.scenario('status')).host).toEqual({ status: 'returned', value: 3 });
    const { host, stdout } = await bench.scenario('exit');
    expect(host).toEqual({ status: 'exited', code: 7 });
    expect(stdout).toBe('before');
  });

  it('crashes with a line', async () => {
    const trapped = async (scenario: string) => (await bench.scenario(scenario)).host;
    expect(await trapped('abort')).toMatchObject({
      status: 'trapped',
      devicePointer: false,
      position: { line: bench.lineOf('"abort"') },
    });
    expect((await bench.scenario('assert')).stderr).toMatch(/^\w+: \S+:\d+: int main\(.*\): Assertion `.*' failed\.$/m);
    expect(await trapped('throw')).toMatchObject({
      status: 'trapped',
      message: expect.stringContaining('std::runtime_error'),
    });
    expect(await trapped('recursion')).toMatchObject({
      status: 'trapped',
      message: 'stack overflow',
      devicePointer: false,
    });
    expect(await trapped('deviceOnHost')).toMatchObject({
      status: 'trapped',
      devicePointer: true,
      position: { line: bench.lineOf('*p = 1') },
    });
  });

  it('is stopped at each limit', async () => {
    const stopped = async (scenario: string, changed: Partial<RunLimits> = {}) =>
      (await bench.scenario(scenario, changed)).host;
    expect(await stopped('memory')).toMatchObject({ status: 'stopped', limit: 'memory' });
    expect(await stopped('output')).toMatchObject({
      status: 'stopped',
      limit: 'output',
      position: { line: bench.lineOf('0123456789abcdef') },
    });
    expect(await stopped('launches')).toMatchObject({ status: 'stopped', limit: 'launches' });
    expect(await stopped('deviceSteps')).toMatchObject({ status: 'stopped', limit: 'deviceSteps' });
  });

  it('stops in a loop without an end, with its line and earlier output', async () => {
    const result = await bench.scenario('endless', { wallMs: 2_000 });
    const line = bench.lineOf('for (volatile int i = 0;; i = i + 1)');
    expect(result.host).toMatchObject({ status: 'stopped', limit: 'wall', position: { line } });
    expect(linesOf(result)).toEqual(['before']);
    expect(result.launches.map(({ kernel }) => kernel)).toEqual(['count']);
    expect(result.plan.steps.map(({ step }) => step)).toEqual(['alloc', 'launch']);
    expect(await bench.scenario('endless', { wallMs: 2_500 })).toEqual(result);
  });

  it('stops in a kernel and names it, unless the host launches without end', async () => {
    const limits = { wallMs: 1_000, deviceSteps: 1e12 };
    const one = await bench.scenario('slow kernel', limits);
    const line = bench.lineOf('"slow kernel")');
    const position = expect.objectContaining({ line });
    expect(one.host).toMatchObject({
      status: 'stopped',
      limit: 'wall',
      position,
      launch: { kernel: 'forever', position },
    });
    const many = await bench.scenario('slow kernels', limits);
    expect(many.host).toMatchObject({ status: 'stopped', limit: 'wall', position: { line: line + 2 } });
    expect(many.host).not.toHaveProperty('launch');
  });

  describe('where no thread can look into another', () => {
    const pool = new RunPool({ size: 1, watched: true });
    afterAll(() => pool.dispose());
    const watched = (scenario: string, limits: Partial<RunLimits> = {}) =>
      bench.run({ argv: [scenario, 'x'], limits: { ...LIMITS, ...limits } }, pool);

    it('also stops in a loop without an end, with its line and earlier output', async () => {
      const startedAt = performance.now();
      const result = await watched('endless', { wallMs: 2_000 });
      const took = performance.now() - startedAt;
      expect(result).toEqual(await bench.scenario('endless', { wallMs: 2_000 }));
      expect(result.host).toMatchObject({ status: 'stopped', position: { line: expect.any(Number) } });
      expect(took).toBeGreaterThan(1_950);
    });

    it('is stopped where it launches without an end', async () => {
      const { host } = await watched('launches', { wallMs: 500, launches: 1e9 });
      const line = bench.lineOf('is(which, "launches")') + 1;
      expect(host).toMatchObject({ status: 'stopped', limit: 'wall', position: { line } });
    });

    it('reports everything else the same', async () => {
      const scenarios = ['roundTrip', 'misuse', 'plan', 'refusals', 'memory', 'output', 'deviceSteps'];
      for (const scenario of scenarios)
        expect(await watched(scenario), scenario).toEqual(await bench.scenario(scenario));
    });
  });

  it('is the same whatever runs beside it', async () => {
    const scenarios = ['roundTrip', 'misuse', 'plan', 'refusals'];
    const together = await Promise.all(scenarios.map((scenario) => bench.scenario(scenario)));
    for (const [index, scenario] of scenarios.entries())
      expect(await bench.scenario(scenario)).toEqual(together[index]);
  });
});
