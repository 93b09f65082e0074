import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Runner } from '../../grader/cli/grader.ts';
import type { ProgramFinding, RunResultJson } from '../../grader/result/index.ts';
import { type SessionOptions, session } from './harness.ts';

let root: string;
let file: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'grade-cli-run-'));
  file = join(root, 'program.cu');
  writeFileSync(file, '#include "mine.h"\nint main() {}\n');
  writeFileSync(join(root, 'mine.h'), 'int x;\n');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Request = Parameters<Runner['run']>[0];

/** A command line whose program does what the test says. */
function open(change: Partial<RunResultJson> = {}, options: SessionOptions = {}) {
  const requests: Request[] = [];
  const opened = session({
    cwd: root,
    ...options,
    runProgram: async (request) => {
      requests.push(request);
      request.onProgress?.('compile');
      request.onProgress?.('run');
      request.onOutput?.('stdout', new TextEncoder().encode('printed\n'));
      request.onOutput?.('stderr', new TextEncoder().encode('complained\n'));
      return {
        schemaVersion: 1,
        program: { file: request.fileName, sha256: request.sha256, arguments: [...request.args] },
        exitCode: 0,
        findings: [],
        launches: [],
        refusedFiles: [],
        writtenFiles: [],
        stdout: 'printed\n',
        stderr: 'complained\n',
        environment: { engine: 'test', clang: null, node: '20', limits: {}, durationMs: 1 },
        ...change,
      };
    },
  });
  return { ...opened, requests };
}

/** A program that prints what that of `open` prints, on a GPU. */
const RESULT: RunResultJson = {
  schemaVersion: 1,
  program: { file: 'program.cu', sha256: '', arguments: [] },
  exitCode: 0,
  findings: [],
  launches: [],
  refusedFiles: [],
  writtenFiles: [],
  stdout: 'printed\n',
  stderr: 'complained\n',
  environment: { engine: 'nvcc', clang: null, node: '20', limits: {}, durationMs: 1 },
};
const GPU: NonNullable<RunResultJson['gpu']> = { name: 'Test GPU', driver: '13.0', nvcc: '13.0', tools: [] };

const finding = (change: Partial<ProgramFinding> = {}): ProgramFinding => ({
  rule: 'out-of-bounds-write',
  severity: 'error',
  message: 'Too far.',
  ...change,
});

describe('grade run', () => {
  it('prints what the program prints, where it prints it, and nothing else', async () => {
    const { run, stdout, stderr, alive } = open();
    expect(await run('run', file)).toBe(0);
    expect(stdout()).toBe('printed\n');
    expect(stderr()).toBe('complained\n');
    expect(alive()).toBe(0);
  });

  it('passes all arguments after the program to it, and keeps those before', async () => {
    const { run, requests } = open();
    await run('run', '--counters', '--check', 'races', file, '--json', '-x', '--', '--counters', 'a.json');
    expect(requests[0]).toMatchObject({
      args: ['--json', '-x', '--', '--counters', 'a.json'],
      counters: true,
      checks: new Set(['races']),
    });
  });

  it('passes it headers next to it, the named folders, and standard input', async () => {
    const stdin = { read: async () => new Uint8Array(), close: () => undefined };
    const { run, requests } = open({}, { stdin });
    await run('run', '--dir', '.', file);
    expect(requests[0]).toMatchObject({
      headers: [{ path: 'mine.h', text: 'int x;\n' }],
      files: { workingFolder: root, folders: [root] },
      readInput: stdin.read,
    });
    await run('run', file);
    expect(requests[1]).toMatchObject({ files: { workingFolder: root, folders: [] }, counters: false, checks: null });
  });

  it.each<[string, Partial<RunResultJson>, number]>([
    ['the program\u2019s own status', { exitCode: 5 }, 5],
    ['its own where there are warnings only', { exitCode: 5, findings: [finding({ severity: 'warning' })] }, 5],
    ['86 where there is an error', { findings: [finding()] }, 86],
    ['86 where it was stopped', { exitCode: null, findings: [finding({ rule: 'timeout' })] }, 86],
    ['3 where only a GPU can run it', { exitCode: null, findings: [finding({ rule: 'unsupported-feature' })] }, 3],
  ])('ends in %s', async (_, change, status) => {
    expect(await open(change).run('run', file)).toBe(status);
  });

  it('tells findings as gcc does, then counters, on standard error', async () => {
    const launch = { kernel: 'k', grid: [1, 1, 1], block: [32, 1, 1], sharedBytes: 0, counters: { a: 1 } } as const;
    const { run, stderr } = open({
      findings: [finding({ file, line: 2, column: 5 })],
      launches: [{ ...launch, grid: [1, 1, 1], block: [32, 1, 1] }],
      refusedFiles: ['data/x'],
    });
    await run('run', '--counters', file);
    expect(stderr()).toContain(
      `${file}:2:5: error: out-of-bounds-write: Too far.\n    2 | int main() {}\n      |     ^\n`,
    );
    expect(stderr()).toContain('note: The program cannot read the file "data/x"');
    expect(stderr()).toContain('launch 1: k <<<1, 32>>>\n  a  1\n');
  });

  it('runs on a GPU only if asked, without the emulator', async () => {
    const asked: unknown[] = [];
    const { run, stdout, requests, alive } = open(
      {},
      {
        runOnGpu: async (request) => {
          asked.push(request.args);
          request.onOutput?.('stdout', new TextEncoder().encode('from the GPU\n'));
          return { ...RESULT, exitCode: 4, gpu: GPU };
        },
      },
    );
    expect(await run('run', '--target', 'gpu', file, '7')).toBe(4);
    expect(asked).toEqual([['7']]);
    expect(requests).toEqual([]);
    expect(stdout()).toBe('from the GPU\n');
    expect(alive()).toBe(0);
  });

  it('compares a run on a GPU with one on the emulator', async () => {
    const { run, stdout, stderr } = open({}, { runOnGpu: async () => ({ ...RESULT, stdout: 'other\n', gpu: GPU }) });
    expect(await run('run', '--target', 'gpu', '--compare', '--json', file)).toBe(86);
    expect(stderr()).toContain('difference: Line 1 of stdout is "other" on the GPU and "printed" on the emulator.\n');
    expect(JSON.parse(stdout()).gpu.differences).toHaveLength(1);
    const same = open({}, { runOnGpu: async () => ({ ...RESULT, gpu: GPU }) });
    expect(await same.run('run', '--target', 'gpu', '--compare', file)).toBe(0);
    expect(same.stderr()).toContain('note: The GPU and the emulator agree on output, exit status and findings.\n');
  });

  it('reports a tool that was stopped', async () => {
    const gpu = { ...GPU, tools: [{ tool: 'racecheck', stopped: 'time' } as const] };
    const { run, stderr } = open({}, { runOnGpu: async () => ({ ...RESULT, gpu }) });
    await run('run', '--target', 'gpu', file);
    expect(stderr()).toContain('note: compute-sanitizer (racecheck) reached its limit of time');
  });

  it('prints only the machine form on standard output', async () => {
    const { run, stdout, stderr } = open({ exitCode: 5 });
    expect(await run('run', '--json', file)).toBe(5);
    expect(JSON.parse(stdout())).toMatchObject({ schemaVersion: 1, exitCode: 5, stdout: 'printed\n' });
    expect(stderr()).toBe('printed\ncomplained\n');
  });

  it('gives the machine form in a file', async () => {
    const { run, stdout } = open();
    const json = join(root, 'out.json');
    await run('run', '--json', json, file);
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ exitCode: 0 });
    expect(stdout()).toBe('printed\n');
  });

  it.each([
    [['--check', 'race'], 'There is no check "race" of programs, did you mean races?'],
    [['--check', 'speedup'], 'There are: compile, guards, correctness, memory, races.'],
    [['--check', ','], '--check names no check.'],
    [['--timeout', '0'], '--timeout "0" is no time.'],
    [['--compare'], '--compare needs a GPU. Add --target gpu, or leave it out.'],
    [['--sandbox', 'docker'], '--sandbox needs a GPU.'],
    [['--target', 'gpu', '--sandbox', 'none'], '--target gpu runs programs in containers only.'],
    [['--target', 'gpu', '--counters'], '--counters is for the emulator only.'],
    [['--target', 'gpu', '--host-memory', '64'], '--host-memory is for the emulator only.'],
    [['--target', 'gpu', '--timeout', '841'], 'at most 840'],
    [['--device-memory', '1.5'], '--device-memory "1.5" is no size.'],
    [['--host-memory', '8'], '--host-memory "8" is no size. Give whole MiB, 16 or more'],
    [['--device-memory', '2000'], '--device-memory 2000 and --host-memory 500 are too much together'],
    [['--timeout', 'soon'], '--timeout "soon" is no time.'],
    [['--dir', 'gone'], '--dir'],
    [['--include', 'gone'], '--include "gone" is no folder.'],
  ])('%j is an error of usage', async (options, words) => {
    const { run, stderr, requests } = open();
    expect(await run('run', ...options, file)).toBe(2);
    expect(stderr()).toContain(words);
    expect(requests).toEqual([]);
  });

  it('says that there is no such program', async () => {
    const { run, stderr } = open();
    expect(await run('run', join(root, 'gone.cu'))).toBe(2);
    expect(stderr()).toContain('gone.cu does not exist');
    expect(await run('run')).toBe(2);
  });

  it('ends where the user interrupts', async () => {
    const controller = new AbortController();
    const opened = session({
      controller,
      runProgram: async ({ signal }) => {
        controller.abort();
        signal?.throwIfAborted();
        throw new Error('not reached');
      },
    });
    expect(await opened.run('run', file)).toBe(130);
    expect(opened.stderr()).toContain('Interrupted.');
    expect(opened.alive()).toBe(0);
  });
});
