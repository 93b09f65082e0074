import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceProgram } from '../../grader/compile/index.ts';
import { Bench, compileKernels } from './harness.ts';

/** @param meet - qualifiers of the function that holds the barrier; inlined, its kernels can be LLVM's coroutines */
const source = (meet: string) => `
__device__ ${meet} void meet() { __syncthreads(); } // @meet
__global__ void reverse(const int *in, int *out, int n) {
  __shared__ int tile[64];
  for (int first = 0; first < n; first += 64) {
    tile[threadIdx.x] = in[first + threadIdx.x];
    meet();
    out[first + threadIdx.x] = tile[63 - threadIdx.x];
    meet();
  }
}
__global__ void locals(int *out, int which) {
  int own[4];
  for (int i = 0; i < 4; i++) own[i] = 10 * i + threadIdx.x;
  meet();
  own[which] += 1000;
  if (threadIdx.x % 2) meet(); else meet();
  out[threadIdx.x] = own[which] + own[(which + 1) % 4];
}
__global__ void phi(int *out, int n) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  meet();
  int value = threadIdx.x;
  for (int turn = 0; turn < n; turn++) { value = value * 2 + 1; meet(); if (threadIdx.x == 0) total += 1; meet(); }
  out[threadIdx.x] = value + __syncthreads_count(value > n) + __shfl_xor_sync(0xffffffff, value, 1) + total;
}
__global__ void leaves(int *out, int n) {
  if (threadIdx.x >= n) return;
  meet();
  out[threadIdx.x] = n;
}
`;

describe.each([
  ['coroutines', '__forceinline__'],
  ['asyncify', '__noinline__'],
] as const)('threads that wait by %s', (waiting, meet) => {
  let program: DeviceProgram;
  let line: (name: string) => number;
  beforeAll(async () => {
    ({ program, line } = await compileKernels(source(meet)));
  }, 300_000);

  it('is what the module was compiled to', () => {
    expect(program.waiting).toBe(waiting);
  });

  it('meet at barriers in a loop, with shared memory between them', () => {
    const bench = new Bench(program);
    const output = bench.words(192, 'output');
    const outcome = bench.launch('reverse', [bench.words(192), output, 192], { block: 64, grid: 1 });
    expect(outcome.error).toBe(0);
    const tile = (first: number) => Array.from({ length: 64 }, (_, i) => first + 63 - i);
    expect(bench.ints(output, 192)).toEqual([...tile(0), ...tile(64), ...tile(128)]);
    expect(bench.rules()).toEqual([]);
  });

  it('keep their locals', () => {
    const bench = new Bench(program);
    const output = bench.words(32, 'output');
    bench.launch('locals', [output, 1], { block: 32 });
    expect(bench.ints(output, 32)).toEqual(Array.from({ length: 32 }, (_, i) => 1030 + 2 * i));
  });

  it('keep values from several paths, and get results of warp functions', () => {
    const bench = new Bench(program);
    const output = bench.words(32, 'output');
    bench.launch('phi', [output, 3], { block: 32 });
    const value = (thread: number) => 8 * thread + 7;
    const expected = Array.from({ length: 32 }, (_, i) => value(i) + 32 + value(i ^ 1) + 3);
    expect(bench.ints(output, 32)).toEqual(expected);
  });

  it('are reported if some threads have returned', () => {
    const bench = new Bench(program);
    bench.launch('leaves', [bench.words(64, 'output'), 40], { block: 64 });
    const [fault] = bench.device.takeFaults();
    expect(fault).toMatchObject({ rule: 'barrier-divergence', detail: 'exited' });
    expect(fault?.at.position?.line).toBe(line('meet'));
  });
});
