import { describe, expect, it } from 'vitest';
import { type Difference, wordDifference } from '../../../grader/explain/index.ts';
import { compareRuns } from '../../../grader/pipeline/run/compare.ts';
import type { Executed, Execution, GpuProgramMachine } from '../../../grader/pipeline/run/index.ts';
import { runProgramOnGpu } from '../../../grader/pipeline/run/index.ts';
import type { ProgramBuild } from '../../../grader/sandbox/index.ts';

const exited = (exitCode: number, stdout = '', report = ''): Executed => ({
  outcome: { status: 'exited', exitCode, stdout: Buffer.from(stdout), stderr: Buffer.alloc(0), files: new Map() },
  report,
});
const stopped = (limit: 'time' | 'memory' | 'output'): Executed => ({
  outcome: { status: 'stopped', limit, stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) },
  report: '',
});
const COMPILED: ProgramBuild = { status: 'compiled', program: Uint8Array.of(1), diagnostics: [] };

const MEMCHECK = `========= COMPUTE-SANITIZER
========= Invalid __global__ write of size 4 bytes
=========     at add(float *, int)+0x70 in program/add.cu:3
=========     by thread (4,0,0) in block (0,0,0)
=========     Access to 0x7f0000000010 is out of bounds
========= Program hit cudaErrorInvalidConfiguration (error 9) due to "invalid configuration argument" on CUDA API call to cudaLaunchKernel.
========= Leaked 1,024 bytes at 0x7f0000000000
========= ERROR SUMMARY: 3 errors
`;

const LEAK = `========= COMPUTE-SANITIZER
========= Leaked 1,024 bytes at 0x7f0000000000
========= ERROR SUMMARY: 1 error
`;

function running(build: ProgramBuild, answer: (execution: Execution) => Executed) {
  const executions: Execution[] = [];
  const machine: GpuProgramMachine = {
    gpu: 'Test GPU',
    driver: '13.0',
    nvcc: '13.0.88',
    now: () => 0,
    build: async () => build,
    execute: async (execution) => {
      executions.push(execution);
      return answer(execution);
    },
  };
  const about = { source: '', fileName: 'lab/add.cu', sha256: 'x', args: ['7'], checks: null, wallMs: 5_000, machine };
  return { executions, result: runProgramOnGpu(about) };
}

describe('runProgramOnGpu', () => {
  it('runs the program once alone and once under each tool, with its arguments', async () => {
    const { executions, result } = running(COMPILED, ({ tool }) => exited(3, tool ? '' : 'hello\n', '========='));
    expect(await result).toMatchObject({
      exitCode: 3,
      stdout: 'hello\n',
      findings: [],
      gpu: { name: 'Test GPU', driver: '13.0', nvcc: '13.0.88', tools: { length: 4 } },
    });
    expect(executions.map(({ tool }) => tool)).toEqual([null, 'memcheck', 'racecheck', 'initcheck', 'synccheck']);
    expect(executions.every(({ args, wallMs }) => args[0] === '7' && wallMs === 5_000)).toBe(true);
  });

  it('reports what compute-sanitizer finds, with and without a line', async () => {
    const { result } = running(COMPILED, ({ tool }) => exited(0, '', tool === 'memcheck' ? MEMCHECK : '========='));
    const { findings } = await result;
    expect(findings).toEqual([
      expect.objectContaining({ rule: 'out-of-bounds-write', file: 'lab/add.cu', line: 3, thread: [4, 0, 0] }),
      expect.objectContaining({
        rule: 'launch-error',
        message: expect.stringContaining('(memcheck) reports: Program'),
      }),
    ]);
  });

  it('reports memory that is never freed, unless a kernel failed before', async () => {
    const { result } = running(COMPILED, ({ tool }) => exited(0, '', tool === 'memcheck' ? LEAK : '========='));
    expect((await result).findings).toEqual([
      expect.objectContaining({ rule: 'leak', message: expect.stringContaining('Leaked 1,024 bytes') }),
    ]);
  });

  it('reports errors of nvcc and runs nothing', async () => {
    const diagnostics = [
      { severity: 'error', message: 'no', file: 'lab/add.cu', line: 2, column: 1, side: 'both', rule: 'compile-error' },
    ] as const;
    const { executions, result } = running({ status: 'rejected', diagnostics }, () => exited(0));
    expect(await result).toMatchObject({ exitCode: null, findings: [{ rule: 'compile-error', line: 2 }] });
    expect(executions).toEqual([]);
  });

  it.each([
    ['a signal', exited(139), { rule: 'host-fault', message: 'Signal 11 (segmentation fault) ended the program.' }],
    ['the time limit', stopped('time'), { rule: 'timeout', message: expect.stringContaining('5 s') }],
    ['the memory limit', stopped('memory'), { rule: 'host-fault', message: expect.stringContaining('8,192 MiB') }],
  ])('reports an end by %s', async (_, end, finding) => {
    const { result } = running(COMPILED, ({ tool }) => (tool ? exited(139, '', '=========') : end));
    expect(await result).toMatchObject({ exitCode: null, findings: [finding] });
  });

  it('keeps the status of a program that aborts', async () => {
    const { result } = running(COMPILED, () => exited(134, '', '========='));
    expect(await result).toMatchObject({ exitCode: 134, findings: [] });
  });

  it('says which tool was stopped', async () => {
    const { result } = running(COMPILED, ({ tool }) =>
      tool === 'racecheck' ? stopped('time') : exited(0, '', '========='),
    );
    expect((await result).gpu?.tools).toContainEqual({ tool: 'racecheck', stopped: 'time' });
  });
});

describe('compareRuns', () => {
  const run = async (stdout: string, exitCode: number, report: string) =>
    running(COMPILED, ({ tool }) => exited(exitCode, stdout, tool === 'memcheck' ? report : '=========')).result;

  it('finds nothing between equal runs, even without a line for host code', async () => {
    const gpu = await run('a\nb\n', 0, LEAK);
    const findings = gpu.findings.map((one) => ({ ...one, line: 9 }));
    expect(findings).toHaveLength(1);
    expect(compareRuns(gpu, { ...gpu, findings })).toEqual([]);
  });

  it('names the first line of output, the status and the findings that differ', async () => {
    const gpu = await run('a\nb\n', 0, MEMCHECK);
    const emulator = {
      ...(await run('a\nc\n', 1, '=========')),
      findings: [{ rule: 'global-race', severity: 'error', message: '', line: 4 } as const],
    };
    expect(compareRuns(gpu, emulator).map(wordDifference)).toEqual([
      'Line 2 of stdout is "b" on the GPU and "c" on the emulator.',
      'The exit status is 0 on the GPU and 1 on the emulator.',
      'Only compute-sanitizer reports out-of-bounds-write in line 3.',
      'Only compute-sanitizer reports launch-error.',
      'Only the emulator reports global-race in line 4. No tool of compute-sanitizer looks for this.',
    ]);
  });

  it('says where one output ends before the other', () => {
    const difference: Difference = { kind: 'stderr', line: 2, gpu: null, emulator: 'x'.repeat(100) };
    expect(wordDifference(difference)).toBe(
      `Line 2 of stderr is missing on the GPU and "${'x'.repeat(80)}…" on the emulator.`,
    );
  });
});
