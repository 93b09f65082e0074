import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LaunchPlan } from '../../../grader/host/plan/index.ts';
import type { CaseEvidence } from '../../../grader/judge/index.ts';
import { type LocalEngine, openEngine } from '../../../grader/pipeline/engine/index.ts';
import { entryOptions } from '../../../grader/pipeline/grade/entry.ts';
import { planRequest } from '../../../grader/pipeline/grade/request.ts';
import { judgeUntried, kernelsIn, untriedKernels } from '../../../grader/pipeline/grade/timed-kernels.ts';
import { resolveAssignment } from '../../../grader/spec/index.ts';

const assignment = resolveAssignment('vector-add');
const { spec } = assignment;
const timedDims = spec.timing?.dims ?? {};

/** A vector sum with another kernel, which has no guard, for `n` of which `when` is true. */
const sumWith = (when: string) => `
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
__global__ void addUnguarded(const float *a, const float *b, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i] + b[i];
}
void vector_add(const float *a, const float *b, float *c, int n) {
  float *da, *db, *dc;
  cudaMalloc(&da, 4 * n);
  cudaMalloc(&db, 4 * n);
  cudaMalloc(&dc, 4 * n);
  cudaMemcpy(da, a, 4 * n, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, 4 * n, cudaMemcpyHostToDevice);
  if (${when}) addUnguarded<<<(n + 255) / 256, 256>>>(da, db, dc);
  else add<<<(n + 255) / 256, 256>>>(da, db, dc, n);
  cudaMemcpy(c, dc, 4 * n, cudaMemcpyDeviceToHost);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}`;

let local: LocalEngine;
beforeAll(async () => {
  local = await openEngine({ dir: 'off', maxMiB: null });
});
afterAll(() => local.dispose());

async function compile(source: string) {
  const options = { ...entryOptions(spec), heapBytes: spec.limits.deviceMemoryMiB * 2 ** 20 };
  const compiled = await local.engine.compile(source, 'mine.cu', { ...options, timeoutMs: 60_000 });
  if (compiled.status !== 'compiled') throw new Error(JSON.stringify(compiled.diagnostics));
  return compiled;
}

/** What grading does before it times a program whose only case has `n` elements. */
async function beforeTiming(when: string, n: number) {
  const compiled = await compile(sumWith(when));
  const planAt = async (dims: Readonly<Record<string, number>>): Promise<LaunchPlan> => {
    const planned = await local.engine.plan({ ...planRequest(spec, dims), program: compiled });
    if (planned.status !== 'planned') throw new Error(planned.reason);
    return planned.plan;
  };
  const seen = { dims: { n }, run: { plan: await planAt({ n }) } } as unknown as CaseEvidence;
  const search = { assignment, engine: local.engine, compiled, cases: [seen] };
  return await judgeUntried(search, await planAt(timedDims));
}

describe('kernels that are timed', () => {
  it('are those of the cases in an honest program', async () => {
    expect(await beforeTiming('false', 1000)).toEqual({ added: null, refusal: null });
  });

  it('get a small ragged case of their own if no case has launched them', async () => {
    const { added, refusal } = await beforeTiming('n > 3000', 1000);
    expect(refusal).toBeNull();
    expect(added?.dims.n).toBeGreaterThan(3000);
    expect(added?.dims.n).toBeLessThan(8192);
    expect((added?.dims.n ?? 0) % 2).toBe(1);
    expect(added?.run.faults.map(({ rule }) => rule)).toContain('out-of-bounds-write');
  });

  it('get an even case if they are launched in no ragged one', async () => {
    const { added } = await beforeTiming('n % 256 == 0', 1000);
    expect((added?.dims.n ?? 1) % 256).toBe(0);
    expect(added?.run.faults).toEqual([]);
  });

  it('are not timed if they are launched at large sizes only', async () => {
    expect(await beforeTiming('n > 1000000', 1000)).toEqual({
      ...{ added: null, refusal: 'addUnguarded is launched at the timed size only, so the emulator cannot check it' },
    });
  });

  it('are named by their mangled names, each once', () => {
    const plan = (...kernels: string[]) =>
      ({ steps: kernels.map((kernel) => ({ step: 'launch', kernel })) }) as unknown as LaunchPlan;
    expect([...kernelsIn(plan('a', 'b', 'a'))]).toEqual(['a', 'b']);
    expect(untriedKernels(plan('a', 'b', 'c'), [plan('a'), plan('c')])).toEqual(['b']);
  });
});
