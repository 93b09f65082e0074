import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { InfrastructureError } from '../../../grader/platform/errors.ts';
import { type BuildResult, openSandbox, type Sandbox } from '../../../grader/sandbox/index.ts';
import { loadAssignment, prototype } from '../../../grader/spec/index.ts';
import { BUILD_LIMITS, reason, SMALL } from '../support.ts';

/** Opens every fatbin: `0xBA55ED50`, little-endian. */
const FATBIN_MAGIC = 0xba55ed50;

describe.skipIf(reason !== null)('nvcc in a container', () => {
  let sandbox: Sandbox;
  /** nvcc points at a column since CUDA 12; before, a message is put at the first word of its line. */
  let pointsAtColumns: boolean;
  beforeAll(async () => {
    sandbox = await openSandbox();
    const version = await sandbox.run({ command: ['nvcc', '--version'], limits: BUILD_LIMITS });
    pointsAtColumns = Number(/release (\d+)/.exec(String(version.stdout))?.[1]) >= 12;
  });

  const { spec, folder } = loadAssignment('assignments/matmul-tiled');
  const build = (source: string, architectures: readonly string[] = ['sm_90']): Promise<BuildResult> =>
    sandbox.buildFatbin({ source, fileName: 'tiled.cu', prototype: prototype(spec), architectures });

  const accepted = join(folder, 'submissions', 'accepted');
  // All submissions that ship are compiled in submissions.test.ts.
  for (const file of ['dynamic-shared.cu', 'template-32.cu']) {
    test(`compiles ${file} of matmul-tiled for sm_90`, async () => {
      const result = await build(readFileSync(join(accepted, file), 'utf8'));
      if (result.status !== 'compiled') return expect.unreachable(JSON.stringify(result));
      expect(Buffer.from(result.fatbin).readUInt32LE(0)).toBe(FATBIN_MAGIC);
      expect(result.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      // The kernel's Itanium name and the line table are in it.
      expect(Buffer.from(result.fatbin).includes('.debug_line')).toBe(true);
    });
  }

  test('makes one fatbin for several GPUs', async () => {
    const source = readFileSync(join(accepted, 'lecture-tile.cu'), 'utf8');
    const [one, two] = [await build(source), await build(source, ['sm_80', 'sm_90'])];
    if (one.status !== 'compiled' || two.status !== 'compiled') return expect.unreachable('both compile');
    expect(two.fatbin.length).toBeGreaterThan(one.fatbin.length + 1000);
  });

  test('compiles headers that include PyTorch, for an exercise without tensors', async () => {
    const source = `#include "before.cuh"\n${readFileSync(join(accepted, 'lecture-tile.cu'), 'utf8')}`;
    const headers = [{ path: 'before.cuh', name: 'before.cuh', text: '#include <torch/types.h>\n' }];
    const request = { source, fileName: 'tiled.cu', prototype: prototype(spec), architectures: ['sm_90'] };
    expect((await sandbox.buildFatbin({ ...request, headers })).status).toBe('compiled');
    expect(await sandbox.buildFatbin({ ...request, headers: [] })).toMatchObject({ status: 'rejected' });
  });

  test("names the line and column of a mistake, and the student's file", async () => {
    const source = readFileSync(join(accepted, 'lecture-tile.cu'), 'utf8');
    const lines = source.split('\n');
    const at = lines.findIndex((line) => line.includes('__syncthreads();'));
    lines[at] = '    __syncthreads();  tyle[0] = 1;';
    const result = await build(lines.join('\n'));
    expect(result).toMatchObject({
      status: 'rejected',
      diagnostics: [
        {
          severity: 'error',
          message: 'identifier "tyle" is undefined',
          file: 'tiled.cu',
          line: at + 1,
          column: pointsAtColumns ? 23 : 5,
          rule: 'compile-error',
        },
      ],
    });
  });

  test('finds a mistake in host code too, even one that only hosts can have', async () => {
    expect(await build('void f() {\n  __syncthreads();\n}\n')).toMatchObject({
      status: 'rejected',
      diagnostics: [
        { line: 2, message: expect.stringContaining('calling a __device__ function("__syncthreads") from a __host__') },
      ],
    });
    const result = await build('__global__ void k() {}\nvoid f() {\n  k<<<1, 2>>>(3);\n}\n');
    expect(result).toMatchObject({ status: 'rejected', diagnostics: [{ line: 3, rule: 'compile-error' }] });
  });

  test('finds a missing semicolon of a shipped submission at its place', async () => {
    const source = readFileSync(join(folder, 'submissions', 'rejected', 'missing-semicolon.cu'), 'utf8');
    const result = await build(source);
    expect(result.status).toBe('rejected');
    expect(result.diagnostics[0]?.message).toContain('expected a ";"');
    expect(result.diagnostics[0]?.line).toBeGreaterThan(1);
  });

  test('names the kernel with too much shared memory, which only ptxas knows', async () => {
    const source =
      '\n__global__ void tile(float* x) {\n  __shared__ float t[40000];\n  t[threadIdx.x] = x[0];\n  __syncthreads();\n  x[threadIdx.x] = t[threadIdx.x ^ 1];\n}\n';
    expect(await build(source)).toMatchObject({
      status: 'rejected',
      diagnostics: [{ line: 2, side: 'device', message: expect.stringContaining("'tile' uses too much shared data") }],
    });
  });

  test('gives the entry point C linkage, so another type is visible', async () => {
    const result = await build(
      `int ${spec.entry.function}(const float* m, const float* n, float* out, int h, int w, int k) { return 0; }\n`,
    );
    expect(result.status).toBe('rejected');
  });

  test('keeps the warnings of what compiles', async () => {
    const result = await build('__global__ void k() {\n  int unused;\n}\n');
    expect(result).toMatchObject({ status: 'compiled', diagnostics: [{ severity: 'warning', line: 2, rule: null }] });
  });

  test('copes with a byte order mark, CRLF, NUL bytes and names beyond ASCII', async () => {
    expect((await build('\uFEFF__global__ void k() {}\r\n// é 漢\r\n')).status).toBe('compiled');
    expect((await build('__global__ void k() {}\n// \0 \0\n')).status).toBe('compiled');
    expect((await build('/* é漢 */ int x = nope;\n')).diagnostics[0]).toMatchObject({
      line: 1,
      column: pointsAtColumns ? 18 : 1,
    });
  });

  test('rejects an unknown architecture without a fault of the student', async () => {
    await expect(build('__global__ void k() {}', ['sm_33'])).rejects.toThrow(InfrastructureError);
    await expect(build('__global__ void k() {}', ['sm_90; rm'])).rejects.toThrow(RangeError);
    await expect(build('__global__ void k() {}', [])).rejects.toThrow(RangeError);
  });

  test('an image that is missing is a fault with the command to build it', async () => {
    const other = await openSandbox({ image: 'cuda-course-grade-nothing:none' });
    const fault = await other
      .buildFatbin({ source: '', fileName: 'a.cu', prototype: null, architectures: ['sm_90'] })
      .catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(InfrastructureError);
    expect((fault as InfrastructureError).details.join('\n')).toContain('docker/build-local');
  });

  test('a program that is not in the image ends as a shell would say it', async () => {
    const outcome = await sandbox.run({ command: ['nvcc-of-tomorrow'], limits: SMALL });
    expect(outcome).toMatchObject({ status: 'exited', exitCode: 127 });
  });
});
