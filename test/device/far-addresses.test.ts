import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceProgram } from '../../grader/compile/index.ts';
import { Bench, compileKernels } from './harness.ts';

/** Each index is a power of 2, given as its logarithm: 2^30 ints are 2^32 bytes. */
const SOURCE = `
#include <cstring>
__device__ int variable[8];
__device__ long long at(int log2) { return log2 < 0 ? -(1ll << -log2) : 1ll << log2; }
__global__ void near(int *out, int) { out[1] = 1; }
__global__ void load(int *out, int log2) { out[0] = out[at(log2)]; }
__global__ void store(int *out, int log2) { out[at(log2)] = 1; }
__global__ void byte(int *out, int log2) { ((char *)out)[4 * at(log2)] = 1; }
__global__ void wide(int *out, int log2) { ((float4 *)out)[at(log2) / 4] = float4{1, 2, 3, 4}; }
__global__ void polled(int *out, int log2) { ((volatile int *)out)[at(log2)] = 1; }
__global__ void atomic(int *out, int log2) { atomicAdd(out + at(log2), 1); }
__global__ void cached(int *out, int log2) { out[0] = __ldg(out + at(log2)); }
__global__ void packed(int *out, int log2) {
  struct __attribute__((packed)) Odd { char first; int second; };
  ((Odd *)(out + at(log2)))->second = 1;
}
__global__ void target(int *out, int log2) { memcpy(out + at(log2), variable, sizeof variable); }
__global__ void source(int *out, int log2) { memcpy(out, out + at(log2), 2 * sizeof(int) + threadIdx.x); }
__global__ void set(int *out, int log2) { memset(out + at(log2), 0, 8 + threadIdx.x); }
__global__ void length(int *out, int log2) { memset(out, 0, (size_t)4 * (size_t)at(log2)); }
__global__ void global(int *out, int log2) { out[0] = variable[at(log2)]; }
__global__ void tile(int *out, int log2) {
  __shared__ int tile[32];
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[0] = tile[at(log2)];
}
__global__ void local(int *out, int log2) {
  int own[4] = {1, 2, 3, log2};
  own[at(log2)] = 5;
  out[0] = own[log2 & 3];
}
`;
/** Kernels and what each breaks. */
const WRITES = ['store', 'byte', 'wide', 'polled', 'atomic', 'packed', 'target', 'set'];
const RULES: readonly (readonly [string, string])[] = [
  ...WRITES.map((name) => [name, 'out-of-bounds-write'] as const),
  ...['load', 'cached', 'source', 'global'].map((name) => [name, 'out-of-bounds-read'] as const),
  ['tile', 'shared-out-of-bounds'],
  ['local', 'local-out-of-bounds'],
];

describe('an address that is 2^32 bytes off', () => {
  let program: DeviceProgram;
  beforeAll(async () => {
    ({ program } = await compileKernels(SOURCE));
  });
  const run = (name: string, log2: number) => {
    const bench = new Bench(program);
    const out = bench.words(32);
    const outcome = bench.launch(name, [out, log2]);
    return { bench, out, outcome, faults: bench.device.takeFaults() };
  };

  it.each(RULES)('is out of bounds in %s', (name, rule) => {
    const { bench, out, faults } = run(name, 30);
    expect(faults.map((fault) => fault.rule)).toContain(rule);
    // Nothing is stored where the low half of the address leads.
    expect(bench.ints(out, 4).slice(1)).toEqual([1, 2, 3]);
  });

  it('is not reported for an address inside the buffer', () => {
    expect(run('near', 0).faults).toEqual([]);
  });

  it.each(RULES)('is out of bounds below 0 in %s', (name, rule) => {
    expect(run(name, -30).faults.map((fault) => fault.rule)).toContain(rule);
  });

  it('is out of bounds if the length has 33 bits', () => {
    expect(run('length', 30).faults.map(({ rule }) => rule)).toEqual(['out-of-bounds-write']);
  });

  it.each([
    [30, 2 ** 32],
    [40, 2 ** 42],
    [-32, -(2 ** 34)],
  ])('is reported with its distance: 2^%d ints', (log2, offset) => {
    expect(run('store', log2).faults).toMatchObject([{ rule: 'out-of-bounds-write', buffer: { offset } }]);
  });
});
