import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide } from '../../../grader/pipeline/decide/index.ts';
import { type LocalEngine, openEngine } from '../../../grader/pipeline/engine/index.ts';
import { gradeSubmission } from '../../../grader/pipeline/grade/index.ts';
import { loadAssignment } from '../../../grader/spec/index.ts';

const folder = (id: string) => new URL(`../../../assignments/${id}/`, import.meta.url);

let local: LocalEngine;
beforeAll(async () => {
  local = await openEngine({ dir: 'off', maxMiB: null });
});
afterAll(() => local.dispose());

async function decided(id: string, file: string, limitMs = 300_000) {
  return await decidedSource(id, readFileSync(new URL(`submissions/rejected/${file}`, folder(id)), 'utf8'), limitMs);
}

/** @param body - of a kernel of the exercise `fused-map`, from line 3 on */
async function decidedKernel(body: string) {
  return await decidedSource(
    'fused-map',
    `#define AT(a, b) a + b
__global__ void k(const float* raw, const float* dark, const float* gain, float* out, int n) {
${body}
}
void develop(const float* raw, const float* dark, const float* gain, float* out, int n) {
  k<<<(n + 255) / 256, 256>>>(raw, dark, gain, out, n);
}
`,
  );
}

const VALUE = 'float v = fminf(fmaxf((raw[i] - dark[i]) * gain[i], 0.0f), 1.0f);';
const STORE = 'out[i] = v * v * (3.0f - 2.0f * v);';

async function decidedSource(id: string, source: string, limitMs = 300_000) {
  const { engine } = local;
  const assignment = loadAssignment(folder(id).pathname);
  const file = 'mine.cu';
  const about = { assignment, source, fileName: file, engine };
  const { evidence, cases } = await gradeSubmission({ ...about, sha256: '0', seed: '1', seedIsPublic: true });
  return await decide({ ...about, evidence, cases, limitMs });
}

describe('decide', () => {
  it('names the copy of the wrong size, and not the kernel that reads', async () => {
    const { line, repairs } = await decided('vector-add', 'copies-in-a-quarter.cu');
    expect(line).toBe(16);
    expect(repairs.map(({ after }) => after)).toContain(
      'cudaMemcpy(d_b, b, n * sizeof(float), cudaMemcpyHostToDevice);',
    );
  }, 600_000);

  it('names the guard with the wrong comparison, and not the launch', async () => {
    expect(await decided('fused-map', 'guard-less-equal.cu')).toMatchObject({ line: 6 });
  }, 600_000);

  it('rounds up all extents of a grid', async () => {
    expect(await decided('grayscale-2d', 'floor-division.cu')).toMatchObject({ line: 14 });
  }, 600_000);

  it('names the guard that lacks a bound', async () => {
    expect(await decided('box-blur', 'upper-edges-only.cu')).toMatchObject({ line: 9 });
  }, 600_000);

  it.each([
    ['the constant that makes a block too large', 'grayscale', 'block-2048.cu', 13, 'block'],
    ['the extents that make a block too large', 'grayscale-2d', 'block-32-by-64.cu', 13, 'block'],
    ['the macro that makes a block too large', 'matmul-tiled', 'block-33.cu', 2, 'block'],
    ['the launch without shared memory', 'matmul-tiled', 'dynamic-forgotten.cu', 29, 'shared-memory'],
    ['the launch that passes a pointer of the host', 'vector-add', 'host-pointers.cu', 19, 'passed'],
    ['the call that frees a buffer too early', 'grayscale', 'freed-too-early.cu', 18, 'freed'],
    ['the branch around a barrier', 'matmul-tiled', 'barrier-inside-if.cu', 16, 'barrier'],
    ['the return before a barrier', 'matmul-tiled', 'early-return.cu', 11, 'barrier'],
  ])(
    'names %s without a search',
    async (_, id, file, line, why) => {
      expect(await decided(id, file)).toMatchObject({ line, why, runs: 0 });
    },
    600_000,
  );

  it('reads conditions of several lines, and macros with arguments', async () => {
    const found = await decidedKernel(`int i = AT(blockIdx.x * blockDim.x, threadIdx.x);
  if (i >= 0 &&  // inside
      i <= n) {
    ${VALUE}
    ${STORE}
  }`);
    expect(found).toMatchObject({ line: 5, ended: null });
  }, 600_000);

  it('names no branch if a loop keeps threads from a barrier', async () => {
    const found = await decidedKernel(`__shared__ float s[256];
  if (n == 0) return;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    ${VALUE}
    s[threadIdx.x] = v;
    __syncthreads();
    v = s[threadIdx.x];
    ${STORE}
  }`);
    expect(found.why === 'barrier' ? found.line : null).toBeNull();
    expect(found.line).not.toBe(4);
  }, 600_000);

  it('names no line of a source whose lines are counted in another way', async () => {
    expect(await decidedKernel('int i = 0;\r// a comment')).toMatchObject({ line: null, ended: 'not of this kind' });
  }, 600_000);

  it('names no line where a guard is missing', async () => {
    const { line, ended, repairs } = await decided('fused-map', 'guard-missing.cu');
    expect({ line, ended }).toEqual({ line: null, ended: null });
    expect(repairs.map(({ operator }) => operator)).toContain('guarded');
  }, 600_000);

  it('names no line if changes of several lines make the cases right', async () => {
    const { line, repairs } = await decided('grayscale-2d', 'block-size-one-way.cu');
    expect(line).toBeNull();
    expect(new Set(repairs.map((repair) => repair.line)).size).toBeGreaterThan(1);
  }, 600_000);

  it('names no line if the time is over', async () => {
    expect(await decided('vector-add', 'copies-in-a-quarter.cu', 1)).toMatchObject({ line: null, ended: 'time' });
  }, 600_000);
});
