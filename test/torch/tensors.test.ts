import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CompileResult, Compiler } from '../../grader/compile/index.ts';
import { RunPool, type RunResult } from '../../grader/host/index.ts';
import { TENSOR_HEADER, tensorHeader, withTensorHeader } from '../../grader/sandbox/tensor-header.ts';
import { noNvcc, verdicts } from '../cuda/programs.ts';

const own = readFileSync(join(import.meta.dirname, 'tensors.cu'), 'utf8');
const check = readFileSync(join(import.meta.dirname, '../cuda/statements/check.h'), 'utf8');
const source = `${check}#line 1 "tensors.cu"\n${own}`;
const said = [...own.matchAll(/\bcheck\([^;]*?"([^"]*)"\);/g)].map(([, statement = '']) => statement);
const LIMITS = { deviceSteps: 1e6, wallMs: 60_000, hostMemoryBytes: 2 ** 28, outputBytes: 2 ** 16, launches: 1_000 };

// The header is parsed anew in each compilation.
vi.setConfig({ testTimeout: 240_000 });

let compiler: Compiler;
let pool: RunPool;
beforeAll(() => {
  compiler = new Compiler();
  pool = new RunPool({ size: 1 });
});
afterAll(async () => {
  await Promise.all([compiler?.dispose(), pool?.dispose()]);
});

const compile = (text: string): Promise<CompileResult> =>
  compiler.compile(text, 'tensors.cu', { prototype: null, heapBytes: 2 ** 24, timeoutMs: 60_000 });

async function run(text: string): Promise<RunResult> {
  const compiled = await compile(text);
  if (compiled.status !== 'compiled') throw new Error(JSON.stringify(compiled, null, 2));
  const request = { program: compiled, entry: 'main', args: [], layoutSeed: 1, counters: false, limits: LIMITS };
  return pool.run(request, { symbolize: compiler.symbolize.bind(compiler) });
}

describe('tensors', () => {
  it('are as the documentation of PyTorch states', async () => {
    const result = await run(source);
    const found = verdicts(result.stdout);
    expect([...found].filter(([, word]) => word !== 'ok')).toEqual([]);
    expect(said.length).toBeGreaterThan(20);
    for (const statement of said) expect(found.get(statement)).toBe('ok');
    expect(result.host).toEqual({ status: 'returned', value: 0 });
    // What was allocated is freed, and nothing is read that was not written.
    expect(result.faults).toEqual([]);
  });

  it('end a program with the message of a check that fails, at its line', async () => {
    const { host } = await run(
      '#include <torch/extension.h>\nint main() {\n  auto x = torch::zeros({2});\n  TORCH_CHECK(x.dim() == 3, "got ", x.sizes());\n}\n',
    );
    expect(host).toMatchObject({
      status: 'trapped',
      exception: { type: 'c10::Error', what: 'got [2]' },
      position: { line: 4 },
    });
  });

  it.each([
    ['x.sum();', 'torch::Tensor::sum'],
    ['torch::matmul(x, x);', 'torch::matmul'],
    ['auto y = x + x;', 'arithmetic of tensors'],
    ['x.to(torch::kInt);', 'conversion of tensors'],
    ['AT_DISPATCH_FLOATING_TYPES_AND_HALF(x.scalar_type(), "f", [&] {});', 'AT_DISPATCH_FLOATING_TYPES_AND_HALF'],
  ])('say of %s that it is not provided', async (statement, feature) => {
    const { diagnostics } = await compile(
      `#include <torch/extension.h>\nint main() {\n  auto x = torch::zeros({2});\n  ${statement}\n}\n`,
    );
    const [first] = diagnostics.filter(({ severity }) => severity === 'error');
    expect(first).toMatchObject({ rule: 'unsupported-feature', line: 4, detail: { feature } });
  });
});

if (noNvcc && process.env.GRADE_REQUIRE_NVCC === '1') throw new Error(`GRADE_REQUIRE_NVCC=1, but ${noNvcc}`);
if (noNvcc) console.log(`nvcc is not asked about the headers for tensors: ${noNvcc}`);
describe.skipIf(noNvcc)('nvcc', () => {
  it('accepts the same program with the same headers', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tensors-'));
    try {
      writeFileSync(join(folder, TENSOR_HEADER), tensorHeader());
      writeFileSync(join(folder, 'tensors.cu'), withTensorHeader(source, folder));
      const options = ['-cuda', '-arch=sm_90', '-std=c++17', '-o', join(folder, 'out.ii')];
      const { stderr } = await promisify(execFile)('nvcc', [...options, join(folder, 'tensors.cu')], { cwd: folder });
      expect(stderr).toBe('');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
