import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { InfrastructureError } from '../../grader/platform/errors.ts';
import {
  BUILD_LIMITS,
  type BuildResult,
  buildDirect,
  type DirectRequest,
  findNvcc,
} from '../../grader/sandbox/index.ts';
import { loadAssignment, prototype } from '../../grader/spec/index.ts';
import { eventually } from './support.ts';

const nvcc = await findNvcc();
if (nvcc === null) process.stderr.write('skipped: building without a container, because this machine has no nvcc\n');

const folder = mkdtempSync(join(tmpdir(), 'grade-direct-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program in place of nvcc. */
function program(name: string, script: string): string {
  const path = join(folder, name, 'nvcc');
  mkdirSync(dirname(path));
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

function build(source: string, more: Partial<DirectRequest> = {}): Promise<BuildResult> {
  return buildDirect({ source, fileName: 'mine.cu', prototype: null, architectures: ['sm_90'], ...more });
}

function scratchFolders(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('grade-nvcc-'));
}

function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe('nvcc is looked for', () => {
  test('in GRADE_NVCC, then in PATH', async () => {
    const [named, inPath] = [program('named', ''), program('path', '')];
    const PATH = `/nowhere:${dirname(inPath)}:${dirname(named)}`;
    expect(await findNvcc({ GRADE_NVCC: named, PATH })).toBe(named);
    expect(await findNvcc({ PATH })).toBe(inPath);
  });

  test('and a GRADE_NVCC that is no program is an infrastructure fault', async () => {
    await expect(findNvcc({ GRADE_NVCC: folder })).rejects.toThrow(InfrastructureError);
    await expect(findNvcc({ GRADE_NVCC: join(folder, 'none') })).rejects.toThrow('is no program');
  });
});

describe('a program in place of nvcc', () => {
  test('has only PATH and a folder for temporary files in its environment', async () => {
    process.env.GRADE_TEST_SECRET = 'secret';
    const told = join(folder, 'told');
    const path = program('environment', `/usr/bin/env > ${told}; readlink /proc/self/fd/0 >> ${told}; exit 1`);
    await expect(build('', { nvcc: path })).rejects.toThrow('nvcc failed with exit status 1');
    const names = readFileSync(told, 'utf8')
      .split('\n')
      .map((line) => line.split('=')[0]);
    // The shell adds its working folder by itself.
    expect(names.filter((name) => !['', 'PWD', '_', 'OLDPWD', 'SHLVL'].includes(name ?? '')).sort()).toEqual([
      '/dev/null',
      'PATH',
      'TMPDIR',
    ]);
    delete process.env.GRADE_TEST_SECRET;
  });

  test('is killed with its children when its time is over, and leaves nothing', async () => {
    const before = scratchFolders();
    const told = join(folder, 'children');
    const path = program('slow', `sleep 60 & echo $! > ${told}; sleep 60`);
    const started = performance.now();
    const result = await build('', { nvcc: path, limits: { ...BUILD_LIMITS, wallTimeMs: 3000 } });
    expect(result).toMatchObject({ status: 'exhausted', limit: 'time' });
    expect(performance.now() - started).toBeLessThan(30_000);
    expect(isRunning(Number(readFileSync(told, 'utf8')))).toBe(false);
    expect(scratchFolders()).toEqual(before);
  });

  test('cannot leave children behind that hold its output', async () => {
    const path = program('orphans', 'sleep 60 & exit 0');
    const started = performance.now();
    await expect(build('', { nvcc: path })).rejects.toThrow('nvcc failed with exit status 0');
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  test('is killed when it prints too much', async () => {
    const path = program('loud', 'yes');
    const result = await build('', { nvcc: path, limits: { ...BUILD_LIMITS, outputBytes: 10_000 } });
    expect(result).toMatchObject({ status: 'exhausted', limit: 'output' });
  });

  test('is stopped when it leaves too large a result', async () => {
    const path = program('large', 'head -c 100000 /dev/zero > mine.fatbin');
    const result = await build('', { nvcc: path, limits: { ...BUILD_LIMITS, resultBytes: 10_000 } });
    expect(result).toMatchObject({ status: 'exhausted', limit: 'output' });
  });

  test('is killed when it is interrupted', async () => {
    const stop = new AbortController();
    const run = build('', { nvcc: program('waiting', 'sleep 60'), signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 300);
    await expect(run).rejects.toThrow('enough');
    await expect(build('', { nvcc: 'nvcc', signal: stop.signal })).rejects.toThrow('enough');
  });

  test('ends with a grader that is interrupted', async () => {
    const before = scratchFolders();
    const told = join(folder, 'interrupted');
    const path = program('interrupt', `echo $$ > ${told}; sleep 60`);
    const script = `import { buildDirect } from './grader/sandbox/nvcc-direct.ts';
      await buildDirect({ nvcc: ${JSON.stringify(path)}, source: '', fileName: 'a.cu', prototype: null, architectures: ['sm_90'] }).catch(() => undefined);
      await new Promise((done) => setTimeout(done, 10_000));`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: 'inherit',
    });
    const pid = await eventually(async () => {
      try {
        return Number(readFileSync(told, 'utf8'));
      } catch {
        return null;
      }
    });
    expect(isRunning(pid)).toBe(true);
    child.kill('SIGINT');
    const [, by] = await once(child, 'exit');
    expect(by).toBe('SIGINT');
    await eventually(async () => !isRunning(pid));
    expect(scratchFolders()).toEqual(before);
  });

  test('that is not there is an infrastructure fault that names it', async () => {
    const fault = await build('', { nvcc: join(folder, 'none') }).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(InfrastructureError);
    expect((fault as InfrastructureError).message).toContain('nvcc cannot be started');
    expect((fault as InfrastructureError).details.at(-1)).toContain(join(folder, 'none'));
  });
});

test('rejects a program that crashes nvcc if nvcc builds another one', async () => {
  const script = [
    'for last; do :; done',
    'if grep -q bomb "$last"; then echo "nvcc error: cudafe++ died" >&2; exit 1; fi',
    ': >submission.fatbin',
    ': >mine.fatbin',
  ].join('\n');
  const result = await build('// bomb', { nvcc: program('bombed', script) });
  const message = 'nvcc ends with exit status 1 for this file and compiles another one: nvcc error: cudafe++ died';
  expect(result).toMatchObject({
    status: 'rejected',
    diagnostics: [{ file: 'mine.cu', message, rule: 'compile-error' }],
  });
});

describe.skipIf(nvcc === null)('nvcc of this machine', () => {
  const { spec, folder: assignment } = loadAssignment('assignments/matmul-tiled');
  const tiled = readFileSync(join(assignment, 'submissions', 'accepted', 'lecture-tile.cu'), 'utf8');

  test('compiles a submission as the one in the container does', async () => {
    const result = await build(tiled, { prototype: prototype(spec), architectures: ['sm_90', 'compute_90'] });
    if (result.status !== 'compiled') return expect.unreachable(JSON.stringify(result));
    expect(Buffer.from(result.fatbin).readUInt32LE(0)).toBe(0xba55ed50);
    expect(result.diagnostics).toEqual([]);
  });

  test("names the line of a mistake and the student's file, and no local folder", async () => {
    const result = await build('__global__ void k(int* x) {\n  *x = nope;\n}\n', { fileName: 'Anna/mine.cu' });
    expect(result).toMatchObject({
      status: 'rejected',
      diagnostics: [{ file: 'Anna/mine.cu', line: 2, message: 'identifier "nope" is undefined' }],
    });
    const deep = await build('#include "nothere.h"\n');
    expect(deep).toMatchObject({ status: 'rejected', diagnostics: [{ line: 1 }] });
    expect(JSON.stringify([result, deep])).not.toContain('grade-nvcc-');
  });

  test('names the kernel with too many bytes of parameters', async () => {
    const result = await build(
      'struct Big { char pad[40000]; };\n__global__ void k(int* x, Big b) {\n  *x = b.pad[9];\n}\n',
    );
    expect(result).toMatchObject({ status: 'rejected', diagnostics: [{ line: 2 }] });
    expect(result.diagnostics[0]?.message).toMatch(/32764 bytes allowed\) in function 'k'$/);
  });

  test('gives up a template bomb when its time is over', async () => {
    const bomb = `
      template <int N, int M> struct R { static const long v = R<N - 1, 2 * M>::v + R<N - 1, 2 * M + 1>::v; };
      template <int M> struct R<0, M> { static const long v = M; };
      __global__ void k(long* x) { *x = R<28, 1>::v; }`;
    const result = await build(bomb, { limits: { ...BUILD_LIMITS, wallTimeMs: 3000 } });
    expect(result).toMatchObject({ status: 'exhausted', limit: 'time' });
  });

  test('gives up what wants more memory than a process may have', async () => {
    const bomb = `
      template <int N, int M> struct R { static const long v = R<N - 1, 2 * M>::v + R<N - 1, 2 * M + 1>::v; };
      template <int M> struct R<0, M> { static const long v = M; };
      __global__ void k(long* x) { *x = R<28, 1>::v; }`;
    const result = await build(bomb, { limits: { ...BUILD_LIMITS, memoryBytes: 400 << 20 } });
    expect(result).toMatchObject({ status: 'exhausted', limit: 'memory' });
  });

  test('rejects an unknown architecture without a fault of the student', async () => {
    await expect(build('__global__ void k() {}', { architectures: ['sm_33'] })).rejects.toThrow(InfrastructureError);
  });
});
