import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHandIn } from '../../grader/handin/index.ts';
import { type LocalEngine, openEngine } from '../../grader/pipeline/engine/index.ts';
import { type Graded, gradeSubmission } from '../../grader/pipeline/grade/index.ts';
import { resolveAssignment } from '../../grader/spec/index.ts';

let local: LocalEngine;
let folder: string;
beforeAll(async () => {
  local = await openEngine({ dir: 'off', maxMiB: null });
  folder = mkdtempSync(join(tmpdir(), 'grade-handin-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await local.dispose();
});

async function grade(id: string, name: string, text: string): Promise<Graded> {
  const assignment = resolveAssignment(id);
  const path = join(folder, name);
  writeFileSync(path, text);
  const { note: _, ...handIn } = await readHandIn(path, assignment.spec);
  return gradeSubmission({ assignment, ...handIn, seed: '1', seedIsPublic: true, engine: local.engine });
}

const BEGIN = `#include <torch/extension.h>
#include <c10/cuda/CUDAException.h>
#define CHECK(x) TORCH_CHECK(x.is_cuda() && x.is_contiguous(), #x " must be a contiguous tensor on the GPU")
inline int parts(int size, int of) { return (size + of - 1) / of; }
`;
const PRODUCT = (guard: string) => `
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  ${guard}
  float sum = 0;
  for (int i = 0; i < k; i++) sum += m[row * k + i] * n[i * w + column];
  out[row * w + column] = sum;
}
torch::Tensor matmul(torch::Tensor m, torch::Tensor n) {
  CHECK(m); CHECK(n);
  int h = m.size(0), k = m.size(1), w = n.size(1);
  auto out = torch::empty({h, w}, m.options());
  dim3 block(16, 16), grid(parts(w, 16), parts(h, 16));
  product<<<grid, block>>>(m.data_ptr<float>(), n.data_ptr<float>(), out.data_ptr<float>(), h, w, k);
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return out;
}
`;
const GUARD = 'if (row >= h || column >= w) return;';
const GRAY = `
__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
torch::Tensor rgb_to_grayscale(torch::Tensor x) {
  CHECK(x);
  int h = x.size(1), w = x.size(2);
  auto out = torch::empty({h, w}, x.options());
  gray<<<parts(h * w, 256), 256>>>(x.data_ptr<unsigned char>(), out.data_ptr<unsigned char>(), h * w);
  return out;
}
`;
const notebook = (...cells: string[]) =>
  JSON.stringify({ nbformat: 4, cells: cells.map((source) => ({ cell_type: 'code', source, outputs: [] })) });

describe('a function over tensors', () => {
  it.each([
    ['matmul-2d', PRODUCT(GUARD)],
    ['grayscale', GRAY],
  ])('gets full points in %s, which asks for pointers', async (id, source) => {
    const { result } = await grade(id, 'mine.cu', BEGIN + source);
    expect(result).toMatchObject({ verdict: 'passed', score: 90, maxScore: 90 });
  });

  it('fails where its kernel is wrong', async () => {
    const { result } = await grade('matmul-2d', 'mine.cu', BEGIN + PRODUCT(''));
    expect(result.verdict).toBe('failed');
    expect(result.checks.find(({ id }) => id === 'guards')?.status).toBe('failed');
  });

  it('fails where it computes without a kernel', async () => {
    const source = `${BEGIN}\n__global__ void idle() {}\ntorch::Tensor rgb_to_grayscale(torch::Tensor x) {\n  idle<<<1, 1>>>();\n  return torch::zeros({x.size(1), x.size(2)}, x.options());\n}\n`;
    const { result } = await grade('grayscale', 'mine.cu', source);
    expect(result.checks.find(({ id }) => id === 'correctness')?.status).toBe('failed');
  });

  it('gets a word about its own signature', async () => {
    const source = `${BEGIN}\ntorch::Tensor rgb_to_grayscale(torch::Tensor x, int threads) { return x; }\n`;
    const { result } = await grade('grayscale', 'mine.cu', source);
    expect(result.checks[0]).toMatchObject({ id: 'compile', status: 'failed' });
    expect(JSON.stringify(result.checks[0])).toContain('torch::Tensor rgb_to_grayscale(torch::Tensor x)');
  });
});

describe('a hand-in in Python', () => {
  it('is graded with the lines of the program', async () => {
    const text = `import torch\nfrom torch.utils.cpp_extension import load_inline\n\nbegin = r'''\n${BEGIN}'''\nsource = begin + r'''${PRODUCT('')}'''\nmodule = load_inline(name='m', cpp_sources='', cuda_sources=source, functions=['matmul'])\n`;
    const { result } = await grade('matmul-2d', 'mine.py', text);
    const [finding] = result.checks.find(({ id }) => id === 'guards')?.findings ?? [];
    const wrong = text.split('\n').findIndex((line) => line.includes('sum += m[row')) + 1;
    expect(finding).toMatchObject({ line: wrong });
    expect(result.submission.file).toBe('mine.py');
  });

  it('is graded with the cells and lines of the notebook', async () => {
    const cells = [
      `begin = r'''\n${BEGIN}'''`,
      `source = begin + r'''${PRODUCT(GUARD)}'''`,
      "load(source, '', ['matmul'])",
    ];
    const { result } = await grade('matmul-2d', 'mine.ipynb', notebook(...cells));
    expect(result).toMatchObject({ verdict: 'passed', score: 90, submission: { file: 'mine.ipynb cell 2' } });
    const broken = await grade(
      'matmul-2d',
      'mine.ipynb',
      notebook(cells[0]?.replace('return (size', 'return (sizes') ?? '', cells[1] ?? ''),
    );
    const [finding] = broken.result.checks[0]?.findings ?? [];
    expect(finding).toMatchObject({ rule: 'compile-error', file: 'mine.ipynb cell 1', line: 5 });
  });

  it('is graded from cells that write files', async () => {
    const cells = [
      `%%writefile util.cuh\n${BEGIN}`,
      `%%writefile mine.cu\n#include "util.cuh"\n${GRAY}`,
      '!nvcc mine.cu -o mine',
    ];
    const { result } = await grade('grayscale', 'mine.ipynb', notebook(...cells));
    expect(result).toMatchObject({ verdict: 'passed', score: 90 });
  });
});

describe('ElementwiseKernel', () => {
  const cupy = (clamp: string) => `import cupy as cp

develop = cp.ElementwiseKernel(
    "float32 raw, float32 dark, float32 gain",
    "float32 out",
    """
    float v = (raw - dark) * gain;
    ${clamp}
    out = v * v * (3 - 2 * v);
    """,
    "develop",
)
`;
  const CLAMP = 'v = min(max(v, 0.0f), 1.0f);';

  it('of CuPy gets all points', async () => {
    const { result } = await grade('fused-map', 'cupy.py', cupy(CLAMP));
    expect(result).toMatchObject({ verdict: 'passed', score: result.maxScore });
  });

  it('of CuPy with a bug has the finding in the line of the store', async () => {
    const text = cupy('');
    const { result } = await grade('fused-map', 'wrong.py', text);
    const [finding] = result.checks.flatMap(({ findings }) => findings.filter(({ severity }) => severity === 'error'));
    expect(finding).toMatchObject({
      rule: 'wrong-output',
      file: 'wrong.py',
      line: text.slice(0, text.indexOf('out = v')).split('\n').length,
    });
  });

  it('of PyCUDA gets all points', async () => {
    const { result } = await grade(
      'fused-map',
      'pycuda.py',
      `from pycuda.elementwise import ElementwiseKernel
develop = ElementwiseKernel(
    "float *raw, float *dark, float *gain, float *out",
    "float v = fminf(fmaxf((raw[i] - dark[i]) * gain[i], 0), 1); out[i] = v * v * (3 - 2 * v)",
    "develop")
`,
    );
    expect(result).toMatchObject({ verdict: 'passed', score: result.maxScore });
  });

  it('that does not fit is refused with its line', async () => {
    const text = 'import cupy\nk = cupy.ElementwiseKernel("float32 x", "float32 y", "y = x", "k")\n';
    await expect(grade('fused-map', 'short.py', text)).rejects.toThrow(
      'short.py:2: `ElementwiseKernel`: it has 2 parameters, and the exercise has `raw`, `dark`, `gain`, `out`.',
    );
  });
});
