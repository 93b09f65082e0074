import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openSandbox, type Sandbox } from '../../../grader/sandbox/index.ts';
import { BUILD_LIMITS, containersOf, reason, runningContainer, SMALL } from '../support.ts';

describe.skipIf(reason !== null)('a container survives', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox();
  });
  afterEach(async () => {
    expect(await containersOf(process.pid)).toEqual([]);
  });

  const shell = (script: string, limits = SMALL) => sandbox.run({ command: ['/bin/sh', '-c', script], limits });
  const build = (source: string, limits = BUILD_LIMITS) =>
    sandbox.buildFatbin({ source, fileName: 'solution.cu', prototype: null, architectures: ['sm_90'], limits });

  test('a fork bomb', async () => {
    const started = performance.now();
    const outcome = await shell('bomb() { bomb | bomb & }; bomb; sleep 60', { ...SMALL, wallTimeMs: 3000 });
    expect(String(outcome.stderr)).toMatch(/Cannot fork|Resource temporarily unavailable/);
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  test('a memory hog', async () => {
    const outcome = await sandbox.run({ command: ['tail', '/dev/zero'], limits: SMALL });
    expect(outcome).toMatchObject({ status: 'stopped', limit: 'memory' });
  });

  test('a memory hog among its children', async () => {
    const outcome = await shell('tail /dev/zero; exit $?');
    expect(outcome).toMatchObject({ status: 'stopped', limit: 'memory' });
  });

  test('a gigabyte of output', async () => {
    const started = performance.now();
    const before = process.memoryUsage().rss;
    const outcome = await sandbox.run({ command: ['head', '-c', '1000000000', '/dev/zero'], limits: SMALL });
    expect(outcome).toMatchObject({ status: 'stopped', limit: 'output' });
    expect(outcome.stdout.length).toBe(SMALL.outputBytes);
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 << 20);
  });

  test('output on both streams, which share one limit', async () => {
    const outcome = await shell('head -c 60000 /dev/zero; head -c 60000 /dev/zero >&2; sleep 20');
    expect(outcome).toMatchObject({ status: 'stopped', limit: 'output' });
    expect(outcome.stdout.length + outcome.stderr.length).toBe(SMALL.outputBytes);
  });

  test('a command that never ends', async () => {
    const started = performance.now();
    const outcome = await shell('while :; do :; done', { ...SMALL, wallTimeMs: 1500 });
    expect(outcome).toMatchObject({ status: 'stopped', limit: 'time' });
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('a command that ignores signals', async () => {
    const outcome = await shell("trap '' TERM INT HUP; sleep 60", { ...SMALL, wallTimeMs: 1500 });
    expect(outcome).toMatchObject({ status: 'stopped', limit: 'time' });
  });

  test('a command that leaves children behind', async () => {
    const outcome = await shell('sleep 60 & echo done');
    expect(outcome).toMatchObject({ status: 'exited', exitCode: 0 });
    expect(String(outcome.stdout)).toBe('done\n');
  });

  test('a result larger than its limit', async () => {
    const limits = { ...SMALL, fileBytes: 8 << 20, workBytes: 8 << 20 };
    const command = ['dd', 'if=/dev/zero', 'of=/work/out', 'bs=1M', 'count=4'];
    expect(await sandbox.run({ command, limits, outputs: ['out'] })).toMatchObject({
      status: 'stopped',
      limit: 'output',
    });
  });

  test('a result that is a link to a file of the system', async () => {
    const command = ['ln', '-s', '/etc/passwd', '/work/out'];
    const outcome = await sandbox.run({ command, limits: SMALL, outputs: ['out'] });
    expect(outcome.status === 'exited' && outcome.files.size).toBe(0);
  });

  test('a result that is no archive at all', async () => {
    const command = ['/bin/sh', '-c', 'head -c 3000 /dev/urandom > /proc/1/fd/1; echo ok > /work/out'];
    const outcome = await sandbox.run({ command, limits: SMALL, outputs: ['out'] });
    expect(outcome).toMatchObject({ status: 'exited', exitCode: 0 });
  });

  test('being interrupted', async () => {
    const stop = new AbortController();
    const run = sandbox.run({ command: ['sleep', '60'], limits: SMALL, signal: stop.signal });
    run.catch(() => undefined);
    await runningContainer();
    stop.abort(new Error('enough'));
    await expect(run).rejects.toThrow('enough');
  });

  test('endless template recursion: nvcc ends it, or the clock does', async () => {
    const doubling = `
      template <int N, int M> struct R { static const long v = R<N - 1, 2 * M>::v + R<N - 1, 2 * M + 1>::v; };
      template <int M> struct R<0, M> { static const long v = M; };
      __global__ void k(long* x) { *x = R<28, 1>::v; }`;
    const result = await build(doubling, { ...BUILD_LIMITS, wallTimeMs: 4000 });
    expect(result).toMatchObject({ status: 'exhausted', limit: 'time' });
  });

  test('a build that wants more memory than there is', async () => {
    const doubling = `
      template <int N, int M> struct R { static const long v = R<N - 1, 2 * M>::v + R<N - 1, 2 * M + 1>::v; };
      template <int M> struct R<0, M> { static const long v = M; };
      __global__ void k(long* x) { *x = R<28, 1>::v; }`;
    const result = await build(doubling, { ...BUILD_LIMITS, memoryBytes: 128 << 20 });
    expect(result).toMatchObject({ status: 'exhausted', limit: 'memory' });
  });

  test('a source that includes an endless device', async () => {
    const result = await build('#include "/dev/zero"\n', { ...BUILD_LIMITS, memoryBytes: 512 << 20 });
    expect(result).toMatchObject({ status: 'exhausted', limit: 'memory' });
  });

  test('a source that includes standard input: it is empty', async () => {
    const result = await build('#include "/dev/stdin"\n__global__ void k() {}\n');
    expect(result.status).toBe('compiled');
  });

  test('a source that includes the password file, which is that of the image', async () => {
    const result = await build('#include "/etc/shadow"\n');
    expect(result.status).toBe('rejected');
    expect(JSON.stringify(result.diagnostics)).toContain('Permission denied');
  });

  test('a flood of errors', async () => {
    const source = Array.from({ length: 20_000 }, (_, i) => `int a${i} = b${i};`).join('\n');
    const result = await build(source);
    expect(result.status).toBe('rejected');
    expect(result.diagnostics.length).toBe(20);
    expect(result.diagnostics[0]).toMatchObject({ line: 1, rule: 'compile-error' });
  });

  test('a file name made of options', async () => {
    const request = { source: '__global__ void k() {}', prototype: null, architectures: ['sm_90'] };
    for (const fileName of ['-run.cu', '; touch x.cu', '../../etc/passwd', '--output-file=a.cu', 'a b.cu']) {
      expect((await sandbox.buildFatbin({ ...request, fileName })).status).toBe('compiled');
    }
  });
});
