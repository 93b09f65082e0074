import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CompileResult, Compiler } from '../../../grader/compile/index.ts';
import { emulatorProperties } from '../../../grader/device/emulator/properties.ts';
import { RunPool, type RunRequest } from '../../../grader/host/index.ts';
import { planOf } from '../../../grader/host/replay/index.ts';
import { LIMITS } from '../bench.ts';

const SOURCE = `
__global__ void scale(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}
extern __shared__ float tile[];
__global__ void wide(float* x, int n) {
  tile[threadIdx.x] = x[threadIdx.x];
  x[threadIdx.x] = tile[threadIdx.x];
}
static void launch(float* x, int n) { scale<<<(n + 255) / 256, 256>>>(x, n); }
static float first(const float* x) {
  float value;
  cudaMemcpy(&value, x, sizeof value, cudaMemcpyDeviceToHost);
  return value;
}

void plain(float* x, int n) { launch(x, n); }
void large(float* x, int n) {
  float* more;
  if (cudaMalloc(&more, 3u << 29) != cudaSuccess) return;
  launch(more, n);
  cudaFree(more);
}
void decides(float* x, int n) {
  launch(x, n);
  if (first(x) > 0.5f) launch(x, n);
}
void looks(float* x, int n) {
  launch(x, n);
  first(x);
  launch(x, n);
}
void refuses(float* x, int n) {
  launch(x, n);
  if (first(x) == 0) __builtin_trap();
  launch(x, n);
}
void managed(float* x, int n) {
  float* both;
  cudaMallocManaged(&both, 1024 * sizeof(float));
  launch(both, 1024);
  cudaDeviceSynchronize();
  cudaFree(both);
}
void endless(float*, int n) {
  for (volatile int i = 0;; i++) if (i == n) i = 0;
}
void shared(float* x, int n) {
  cudaFuncSetAttribute(wide, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000);
  wide<<<1, 32, 100000>>>(x, n);
}
void too_wide(float* x, int n) { wide<<<1, 32, 100000>>>(x, n); }
void entry(float* x, int n, int which) {
  void (*ways[])(float*, int) = {plain, large, decides, looks, refuses, managed, endless, shared, too_wide};
  ways[which](x, n);
}
`;
const WAYS = ['plain', 'large', 'decides', 'looks', 'refuses', 'managed', 'endless', 'shared', 'too_wide'];
const ELEMENTS = 100_000_000;

describe('a launch plan without a GPU', () => {
  let pool: RunPool;
  let compiler: Compiler;
  let program: Extract<CompileResult, { status: 'compiled' }>;

  beforeAll(async () => {
    pool = new RunPool({ size: 2 });
    compiler = new Compiler();
    const prototype = 'void entry(float* x, int n, int which)';
    const compiled = await compiler.compile(SOURCE, 'test.cu', { prototype, heapBytes: 2 ** 20, timeoutMs: 110_000 });
    if (compiled.status !== 'compiled') throw new Error(JSON.stringify(compiled.diagnostics));
    program = compiled;
  });
  afterAll(() => Promise.all([pool?.dispose(), compiler?.dispose()]));

  function plan(way: string) {
    const request: RunRequest = {
      program,
      entry: 'entry',
      args: [
        { kind: 'zeros', name: 'x', role: 'input', byteLength: 4 * ELEMENTS },
        { kind: 'scalar', name: 'n', type: 'i32', value: ELEMENTS },
        { kind: 'scalar', name: 'which', type: 'i32', value: WAYS.indexOf(way) },
      ],
      arraysIn: 'device',
      layoutSeed: 1,
      counters: false,
      limits: { ...LIMITS, wallMs: way === 'endless' ? 1_000 : LIMITS.wallMs },
    };
    return planOf(pool, request, emulatorProperties(2 ** 32), { symbolize: compiler.symbolize.bind(compiler) });
  }

  it.each([
    ['plain', 1],
    ['managed', 1],
    ['large', 1],
    ['looks', 2],
    ['refuses', 2],
    ['shared', 1],
  ])('has the launches of arrays that no emulator holds: %s', async (way, launches) => {
    const planned = await plan(way);
    if (planned.status !== 'planned') throw new Error(JSON.stringify(planned));
    const steps = planned.plan.steps.filter(({ step }) => step === 'launch');
    expect(steps.length).toBe(launches);
    if (way !== 'shared' && way !== 'managed')
      expect(steps[0]).toMatchObject({ kernel: 'scale', grid: [390_625, 1, 1], error: 0 });
  });

  it('has what cudaFuncSetAttribute has allowed a kernel', async () => {
    const planned = await plan('shared');
    const steps = planned.status === 'planned' ? planned.plan.steps : [];
    expect(steps.at(-1)).toMatchObject({ dynamicSharedBytes: 100_000, maxDynamicSharedBytes: 100_000 });
  });

  it.each(['decides'])('is none where results decide: %s', async (way) => {
    expect(await plan(way)).toMatchObject({ status: 'data-dependent' });
  });

  it.each([
    ['endless', 'the program does not finish'],
    ['too_wide', 'wide ends with CUDA error 1'],
  ])('is none where the program fails: %s', async (way, reason) => {
    expect(await plan(way)).toEqual({ status: 'failed', reason });
  });
});
