import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceProgram } from '../../grader/compile/index.ts';
import { Bench, compileKernels } from './harness.ts';

const SOURCE = `
__device__ int *kept;
struct Base { __device__ virtual ~Base() {} int first; };
struct Derived : Base { int second; };
__global__ void beyond(int *out) { int *p = (int *)malloc(10); p[0] = 1; p[2] = 2; out[0] = p[0]; } // @beyond
__global__ void before(int *out) { int *p = new int[4]; out[0] = p[-1]; } // @before
__global__ void unset(int *out) { int *p = new int[4]; p[0] = 1; out[0] = p[0] + p[3]; } // @unset
__global__ void after(int *out) { int *p = new int[4]; p[1] = 1; delete[] p; out[0] = p[1]; } // @after
__global__ void twice(int *out) {
  int *p = (int *)malloc(32);
  free(p);
  free(p); // @twice
}
__global__ void inside(int *out) { int *p = (int *)malloc(32); free(p + 4); } // @inside
__global__ void foreign(int *out) { free(out); } // @foreign
__global__ void publish(int *out) { if (threadIdx.x == 0) kept = (int *)malloc(4 * blockDim.x); }
__global__ void together(int *out) { kept[0] = (int)threadIdx.x; } // @together
__global__ void through_base(int *out) { Base *b = new Derived(); b->first = 3; out[0] = b->first; delete b; }
__global__ void fill(int *out, int bytes) { int n = 0; while (malloc(bytes)) n++; out[0] = n; }
__global__ void again(int *out, int *in) { int *p = new int; *p = in[0]; in[0] = 5; out[0] = *p; delete p; }
`;

let program: DeviceProgram;
let line: (name: string) => number;
beforeAll(async () => {
  ({ program, line } = await compileKernels(SOURCE));
}, 120_000);

describe('memory that a kernel allocates', () => {
  it.each([
    ['beyond', 'out-of-bounds-write', { bytes: 10, offset: 8 }, null],
    ['before', 'out-of-bounds-read', null, null],
    ['unset', 'uninitialized-read', { bytes: 16, offset: 12 }, null],
    ['after', 'use-after-free', { bytes: 16, offset: 4 }, null],
    ['twice', 'double-free', { bytes: 32, offset: 0 }, null],
    ['inside', 'double-free', { bytes: 32, offset: 16 }, 'not-allocated'],
  ])('is checked: %s is %s', (kernel, rule, buffer, detail) => {
    const bench = new Bench(program);
    bench.launch(kernel, [bench.words(4, 'output')]);
    const [fault, ...others] = bench.device.takeFaults();
    expect(others).toEqual([]);
    expect(fault).toMatchObject({ rule, detail, at: { position: { line: line(kernel) } } });
    if (buffer) expect(fault?.buffer).toEqual({ label: 'device malloc', role: 'student', ...buffer });
  });

  it('is not memory from cudaMalloc', () => {
    const bench = new Bench(program);
    const out = bench.words(4);
    bench.launch('foreign', [out]);
    expect(bench.device.takeFaults()).toMatchObject([{ rule: 'double-free', detail: 'not-allocated' }]);
    expect(bench.device.free(out)).toBe(0);
  });

  it('outlives its launch, and threads race for it', () => {
    const bench = new Bench(program);
    const out = bench.words(4);
    bench.launch('publish', [out], { block: 32 });
    expect(bench.device.takeFaults()).toEqual([]);
    bench.launch('together', [out], { block: 32 });
    expect(bench.device.takeFaults()).toMatchObject([
      { rule: 'global-race', at: { position: { line: line('together') } } },
    ]);
  });

  it('is freed through a virtual destructor', () => {
    const bench = new Bench(program);
    const out = bench.words(1, 'output');
    bench.launch('through_base', [out]);
    expect(bench.device.takeFaults()).toEqual([]);
    expect(bench.ints(out, 1)).toEqual([3]);
  });

  it('ends with the limit that host code set, and then the answer is NULL', () => {
    const counts = [undefined, 2 ** 16].map((limit) => {
      const bench = new Bench(program);
      if (limit !== undefined) bench.device.setMallocHeap(limit);
      const out = bench.words(1, 'output');
      bench.launch('fill', [out, 1008]);
      return bench.ints(out, 1)[0];
    });
    expect(counts).toEqual([2 ** 23 / 1024 - 1, 2 ** 16 / 1024 - 1]);
  });

  it('is restored if a launch begins again', () => {
    const bench = new Bench(program);
    const [out, input] = [bench.words(1, 'output'), bench.words(4)];
    bench.launch('again', [out, input]);
    bench.launch('again', [out, input]);
    expect(bench.device.takeFaults()).toEqual([]);
    expect(bench.ints(out, 1)).toEqual([5]);
  });
});
