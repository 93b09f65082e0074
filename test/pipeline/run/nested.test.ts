import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROGRAM_LIMITS, type ProgramRequest, renderCounters } from '../../../grader/pipeline/run/index.ts';
import { runResultSchema } from '../../../grader/result/run-schema.ts';
import { programRunner } from './program-runner.ts';

const source = readFileSync(join(import.meta.dirname, 'nested.cu'), 'utf8');
const lineOf = (text: string) => source.split('\n').findIndex((line) => line.includes(text)) + 1;

const { run: runSource } = programRunner();

const run = (args: readonly string[], change: Partial<ProgramRequest> = {}) =>
  runSource(source, 'nested.cu', { args, relocatableDeviceCode: true, ...change });

describe('a program whose kernels launch kernels', () => {
  it('runs, and reports the origin of each launch', async () => {
    const result = await run([], { counters: true });
    expect(result).toMatchObject({
      exitCode: 0,
      findings: [],
      stdout: '4950 cudaSuccess\n',
      launches: [
        { kernel: 'sum', block: [100, 1, 1] },
        { kernel: 'add', grid: [4, 1, 1], launchedBy: { kernel: 'sum', line: lineOf('// the launch') } },
      ],
    });
    expect(result.launches[0]).not.toHaveProperty('launchedBy');
    expect(result.launches[1]?.counters).toMatchObject({ globalLoadRequests: 4 });
    expect(runResultSchema.parse(result)).toEqual(result);
    const text = renderCounters(result.launches);
    expect(text).toContain(`launch 2: add <<<4, 32>>>, launched by sum in line ${lineOf('// the launch')}\n`);
  });

  it('names the call that ends the search for races between streams', async () => {
    const inStream = source.replace(/^int main\(.*\{$/m, '$&\n  cudaStream_t stream;\n  cudaStreamCreate(&stream);');
    const result = await runSource(inStream, 'nested.cu', { relocatableDeviceCode: true });
    expect(result.streams).toMatchObject({ reason: 'launches-kernels', call: 'sum' });
    expect(runResultSchema.parse(result)).toEqual(result);
    expect((await run([])).streams).toBeUndefined();
  });

  it('is reported if a kernel relies on a grid that it just launched', async () => {
    const { findings, stdout } = await run(['early']);
    expect(stdout).toBe('0 cudaSuccess\n');
    expect(findings).toMatchObject([
      {
        ...{ rule: 'global-race', severity: 'error', kernel: 'add' },
        related: [{ line: lineOf('// too early'), thread: [0, 0, 0] }],
      },
    ]);
    expect(findings[0]?.message).toContain('of early, which launched it, reads it. The two grids run at the same time');
    expect(findings[0]?.hint).toContain('cudaStreamTailLaunch');
  });

  it('fails where one of its grids does', async () => {
    const result = await run(['too many']);
    expect(result.stdout).toBe('0 cudaErrorLaunchFailure\n');
    const errors = result.findings.filter(({ severity }) => severity === 'error');
    expect(errors).toMatchObject([{ rule: 'device-assert', kernel: 'add', line: lineOf('// too many') }]);
  });

  it('does not compile without being asked to, as with nvcc', async () => {
    const { findings, exitCode } = await run([], { relocatableDeviceCode: false });
    expect(exitCode).toBeNull();
    expect(findings).toMatchObject([
      { rule: 'compile-error', line: lineOf('// the launch') },
      { rule: 'compile-error', line: lineOf('add<<<1, 32>>>') },
    ]);
    expect(findings[0]?.hint).toContain('-rdc=true');
  });
});

describe('limits', () => {
  it('count the launches of kernels', async () => {
    const { findings, launches } = await run([], { limits: { ...PROGRAM_LIMITS, launches: 1 } });
    expect(launches).toHaveLength(1);
    expect(findings.map(({ rule }) => rule)).toContain('host-fault');
  });
});
