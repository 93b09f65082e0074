import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { collectHeaders } from '../../../grader/pipeline/run/headers.ts';
import { PROGRAM_LIMITS, type ProgramRequest } from '../../../grader/pipeline/run/index.ts';
import { runResultSchema } from '../../../grader/result/run-schema.ts';
import { programRunner } from './program-runner.ts';

const FILE = join(import.meta.dirname, 'program.cu');
const source = readFileSync(FILE, 'utf8');
const lineOf = (text: string) => source.split('\n').findIndex((line) => line.includes(text)) + 1;

const { root, run: runSource } = programRunner();

const run = (args: readonly string[], change: Partial<ProgramRequest> = {}) => {
  const headers = collectHeaders([{ file: FILE, text: source }]).headers.map((header) => ({
    ...header,
    name: `lab/${header.path}`,
  }));
  return runSource(source, 'lab/program.cu', { headers, args, ...change });
};

describe('a program', () => {
  it('gets its name and arguments, and its result has output and exit code', async () => {
    const result = await run(['one', '--two']);
    expect(result).toMatchObject({
      exitCode: 5,
      findings: [],
      stdout: 'program one --two\n',
      stderr: '',
      launches: [],
    });
    expect(runResultSchema.parse(result)).toEqual(result);
  });

  it('gives the same bytes at every run, but for its environment', async () => {
    const [first, second] = [await run(['overrun']), await run(['overrun'])];
    expect({ ...second, environment: null }).toEqual({ ...first, environment: null });
  });

  it('prints while it runs', async () => {
    const printed: string[] = [];
    const onOutput: ProgramRequest['onOutput'] = (stream, bytes) =>
      printed.push(`${stream}: ${new TextDecoder().decode(bytes)}`);
    const { stdout } = await run(['input'], { onOutput, readInput: lines('a\n', 'b\n') });
    expect(stdout).toBe('program input\nread a\nread b\n');
    expect(printed.map((text) => text.replace(/^stdout: /, '')).join('')).toBe(stdout);
  });

  it('reads an empty input where there is none', async () => {
    expect((await run(['input'])).stdout).toBe('program input\n');
  });

  it('ends with its own code, modulo 256, and 134 after an abort', async () => {
    expect(await run(['exit'])).toMatchObject({ exitCode: 2, findings: [] });
    expect(await run(['abort'])).toMatchObject({ exitCode: 134, findings: [] });
    const asserted = await run(['assert']);
    expect(asserted).toMatchObject({ exitCode: 134, findings: [] });
    expect(asserted.stderr).toContain("Assertion `argc == 0' failed.");
  });
});

describe('findings of a program', () => {
  it('tell the kernel, the thread and the place, and speak of no exercise', async () => {
    const { findings, exitCode } = await run(['overrun']);
    expect(exitCode).toBe(5);
    expect(findings).toEqual([
      expect.objectContaining({
        rule: 'out-of-bounds-write',
        severity: 'error',
        file: 'lab/program.cu',
        line: lineOf('__global__ void store'),
        kernel: 'store',
        block: [0, 0, 0],
        thread: [32, 0, 0],
        count: 1,
      }),
    ]);
    expect(JSON.stringify(findings)).not.toMatch(/submission|assignment|exercise|"case"/);
  });

  it('are in the header where the mistake is', async () => {
    const { findings } = await run(['in-header']);
    expect(findings).toMatchObject([{ rule: 'out-of-bounds-write', file: 'lab/helper.cuh', line: 3, count: 32 }]);
  });

  it('are refused launches, leaks and races, each under its check', async () => {
    expect((await run(['refused'])).findings).toMatchObject([{ rule: 'launch-error', kernel: 'store' }]);
    expect((await run(['leak'])).findings).toMatchObject([{ rule: 'leak', severity: 'warning' }]);
    const raced = await run(['count']);
    expect(raced.findings.map(({ rule }) => rule)).toEqual(['global-race']);
    const silent = await run(['count'], { checks: new Set(['guards', 'memory']) });
    expect(silent.findings).toEqual([]);
  });

  it('report a crash and a limit with every option', async () => {
    const checks: ProgramRequest['checks'] = new Set(['races']);
    const crashed = await run(['crash'], { checks });
    expect(crashed).toMatchObject({
      exitCode: null,
      findings: [{ rule: 'host-device-pointer', line: lineOf('"crash"') }],
    });
    const flooded = await run(['flood'], { checks, limits: { ...PROGRAM_LIMITS, outputBytes: 2 ** 20 } });
    expect(flooded.stdout.length).toBe(2 ** 20);
    expect(flooded).toMatchObject({ exitCode: null, findings: [{ rule: 'host-fault' }] });
    expect(flooded.findings[0]?.message).toBe('The program prints more than 1 MiB, and was stopped.');
    const endless = await run(['endless'], { checks, limits: { ...PROGRAM_LIMITS, wallMs: 500 } });
    expect(endless.findings).toMatchObject([{ rule: 'timeout', line: lineOf('"endless"') }]);
    expect(endless.stdout).toBe('program endless\n');
  });

  it('are the compiler\u2019s where it does not compile', async () => {
    const broken = await run([], { source: 'int main() { return 0; }\n#include "gone.h"\n', headers: [] });
    expect(broken).toMatchObject({ exitCode: null, launches: [], stdout: '' });
    expect(broken.findings).toMatchObject([{ rule: 'compile-error', file: 'lab/program.cu', line: 2 }]);
    expect(broken.findings[0]?.hint).toContain('--include');
  });
});

describe('launches of a program', () => {
  it('are listed with their shapes, and with counters on request', async () => {
    const { launches } = await run(['count'], { counters: true });
    expect(launches).toMatchObject([
      {
        kernel: 'store',
        grid: [2, 1, 1],
        block: [32, 1, 1],
        counters: { globalStoreRequests: 2, globalStoreSectors: 8 },
      },
    ]);
    expect((await run(['count'])).launches).toMatchObject([{ kernel: 'store', counters: {} }]);
  });
});

describe('files of a program', () => {
  beforeAll(() => {
    mkdirSync(join(root, 'work', 'data'), { recursive: true });
    writeFileSync(join(root, 'work', 'data', 'in.txt'), 'content');
    writeFileSync(join(root, 'work', 'secret.txt'), 'secret');
    symlinkSync('../secret.txt', join(root, 'work', 'data', 'link.txt'));
  });
  const files = (...folders: string[]) => ({
    workingFolder: join(root, 'work'),
    folders: folders.map((folder) => join(root, 'work', folder)),
  });

  it('are those of folders that it was given, by any name that leads there', async () => {
    const whole = join(root, 'work', 'data', 'in.txt');
    const names = ['data/in.txt', './data/in.txt', '../work/data/in.txt', whole];
    const { stdout, refusedFiles } = await run(['files', 'r', ...names], { files: files('data') });
    expect(stdout.split('\n').slice(1, -1)).toEqual(names.map((name) => `${name} r: content`));
    expect(refusedFiles).toEqual([]);
  });

  it('are limited: not above the folder, not through a link, or without one', async () => {
    const names = ['secret.txt', 'data/../secret.txt', 'data/link.txt', '/etc/passwd'];
    const { stdout, refusedFiles } = await run(['files', 'r', ...names], { files: files('data') });
    expect(stdout.split('\n').slice(1, -1)).toEqual(names.map((name) => `${name} r: refused`));
    expect(refusedFiles).toEqual(['secret.txt', 'data/../secret.txt', 'data/link.txt', 'etc/passwd']);
    const none = await run(['files', 'r', 'data/in.txt'], { files: files() });
    expect(none.stdout).toContain('data/in.txt r: refused');
  });

  it('are written only in memory, which is reported', async () => {
    const written = {
      w: ['data/in.txt', 'data/new.txt'],
      'a+': ['data/in.txt', 'data/new.txt'],
      'r+': ['data/in.txt'],
    };
    for (const [mode, paths] of Object.entries(written)) {
      const names = ['data/in.txt', 'data/new.txt'];
      const { stdout, writtenFiles } = await run(['files', mode, ...names], { files: files('data') });
      expect(writtenFiles).toEqual(paths);
      expect(stdout.includes('data/new.txt r+: refused')).toBe(mode === 'r+');
    }
    expect(readFileSync(join(root, 'work', 'data', 'in.txt'), 'utf8')).toBe('content');
    expect(existsSync(join(root, 'work', 'data', 'new.txt'))).toBe(false);
  });

  it('are not written at all where there is no room for them', async () => {
    const limits = { ...PROGRAM_LIMITS, fileBytes: 0 };
    const { stdout, writtenFiles } = await run(['files', 'w', 'data/in.txt'], { files: files('data'), limits });
    expect(stdout).toContain('data/in.txt w: refused');
    expect(writtenFiles).toEqual([]);
  });
});

/** An input that gives one chunk at a time, and then ends. */
function lines(...chunks: string[]): (bytes: number) => Promise<Uint8Array> {
  return async () => new TextEncoder().encode(chunks.shift() ?? '');
}
