import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntryArgument, RunResult } from '../../grader/host/index.ts';
import { MACHINES, type TestRunner } from './machines.ts';

const PROTOTYPE = 'void entry(const int* x, int* out, int n)';
const N = 300;
const input = Int32Array.from({ length: N }, (_, at) => at * 7 - 50);

function args(): EntryArgument[] {
  return [
    { kind: 'input', name: 'x', bytes: new Uint8Array(input.slice().buffer) },
    { kind: 'output', name: 'out', byteLength: 4 * N, type: 'i32' },
    { kind: 'scalar', name: 'n', type: 'i32', value: N },
  ];
}

function out({ outputs }: RunResult): number[] {
  const bytes = outputs[0]?.bytes.slice() ?? new Uint8Array();
  return [...new Int32Array(bytes.buffer)];
}

const each = (value: (x: number, at: number) => number) => [...input].map(value);

describe.each(MACHINES)('a program on the $name', ({ unavailable, open }) => {
  describe.skipIf(unavailable)('which is there', () => {
    let machine: TestRunner;
    beforeAll(async () => {
      machine = await open();
    });
    afterAll(() => machine?.close());
    const run = (source: string) => machine.run(source, PROTOTYPE, args());

    it('reads its input and writes its output', async () => {
      const result = await run(`__global__ void twice(const int* x, int* out, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) out[i] = 2 * x[i];
      }
      void entry(const int* x, int* out, int n) { twice<<<(n + 127) / 128, 128>>>(x, out, n); }`);
      expect(result.host).toEqual({ status: 'returned', value: expect.any(Number) });
      expect(out(result)).toEqual(each((x) => 2 * x));
      expect(result.changedInputs).toEqual([]);
      expect(result.launches).toMatchObject([
        { kernel: 'twice', grid: [3, 1, 1], block: [128, 1, 1], outcome: { error: 0 } },
      ]);
    });

    it('passes structs by value, with pointers and numbers of every size in them', async () => {
      const result = await run(`struct Part { char tag; const int* from; short add; };
      struct View { int n; Part part; int* to; double scale; };
      __global__ void apply(View v, char last) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < v.n) v.to[i] = (int)(v.part.from[i] * v.scale) + v.part.add + v.part.tag + last;
      }
      void entry(const int* x, int* out, int n) {
        View v = { n, { 3, x, 1000 }, out, 2.0 };
        apply<<<(n + 31) / 32, 32>>>(v, 4);
      }`);
      expect(out(result)).toEqual(each((x) => 2 * x + 1007));
    });

    it('takes long and size_t, which are wider on a GPU', async () => {
      const result = await run(`__global__ void shift(const int* x, int* out, size_t n, long by) {
        size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
        if (i < n) out[i] = x[i] + (int)by;
      }
      void entry(const int* x, int* out, int n) { shift<<<(n + 63) / 64, 64>>>(x, out, (size_t)n, -5L); }`);
      expect(out(result)).toEqual(each((x) => x - 5));
    });

    it('has memory of its own, copies, sets and constants', async () => {
      const result = await run(`#include <cuda_runtime.h>
      __constant__ int table[4];
      __device__ int total;
      __global__ void first(const int* x, int* middle, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) middle[i] += x[i] * table[i % 4];
        if (i == 0) total = table[3];
      }
      __global__ void second(const int* middle, int* out, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) out[i] = middle[i] + total;
      }
      void entry(const int* x, int* out, int n) {
        int host[4] = { 1, 2, 3, 4 };
        cudaMemcpyToSymbol(table, host, sizeof host);
        int *a, *b;
        cudaMalloc(&a, n * sizeof(int));
        cudaMalloc(&b, n * sizeof(int));
        cudaMemset(a, 0, n * sizeof(int));
        first<<<(n + 255) / 256, 256>>>(x, a, n);
        cudaMemcpy(b, a, n * sizeof(int), cudaMemcpyDeviceToDevice);
        second<<<(n + 255) / 256, 256>>>(b, out, n);
        cudaFree(a);
        cudaFree(b);
      }`);
      expect(out(result)).toEqual(each((x, at) => x * ((at % 4) + 1) + 4));
      expect(result.plan.steps.map(({ step }) => step)).toEqual([
        'alloc',
        'alloc',
        'symbol',
        'alloc',
        'alloc',
        'set',
        'launch',
        'copy',
        'launch',
        'free',
        'free',
      ]);
    });

    it('waits at barriers in shared memory, static and dynamic', async () => {
      const result = await run(`__global__ void reverse(const int* x, int* out, int n) {
        extern __shared__ int dynamic[];
        __shared__ int fixed[64];
        int i = blockIdx.x * 64 + threadIdx.x;
        fixed[threadIdx.x] = i < n ? x[i] : 0;
        __syncthreads();
        dynamic[63 - threadIdx.x] = fixed[threadIdx.x];
        __syncthreads();
        if (i < n) out[i] = dynamic[threadIdx.x] + fixed[threadIdx.x];
      }
      void entry(const int* x, int* out, int n) { reverse<<<(n + 63) / 64, 64, 64 * sizeof(int)>>>(x, out, n); }`);
      const at = (index: number) => (index < N ? (input[index] ?? 0) : 0);
      expect(out(result)).toEqual(each((x, index) => x + at(index - (index % 64) + 63 - (index % 64))));
    });

    it('refuses a block that is too large, and goes on', async () => {
      const result = await run(`#include <cuda_runtime.h>
      __global__ void twice(const int* x, int* out, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) out[i] = 2 * x[i];
      }
      void entry(const int* x, int* out, int n) {
        twice<<<1, 2048>>>(x, out, n);
        cudaGetLastError();
        twice<<<2, 256>>>(x, out, n);
      }`);
      expect(result.launches.map(({ outcome }) => outcome.error)).toEqual([9, 0]);
      expect(out(result)).toEqual(each((x) => 2 * x));
    });

    it('leaves what it does not write as not written', async () => {
      const result = await run(`__global__ void half(const int* x, int* out, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n / 2) out[i] = x[i];
      }
      void entry(const int* x, int* out, int n) { half<<<3, 128>>>(x, out, n); }`);
      const state = result.outputs[0]?.state ?? new Uint8Array();
      expect([...state.subarray(0, 2 * N)].every((flags) => (flags & 4) === 4)).toBe(true);
      expect([...state.subarray(2 * N)].every((flags) => (flags & 6) === 0)).toBe(true);
    });

    it('reports an input that it changes', async () => {
      const result = await run(`__global__ void spoil(int* x, int* out, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) { out[i] = x[i]; x[i] = 0; }
      }
      void entry(const int* x, int* out, int n) { spoil<<<3, 128>>>((int*)x, out, n); }`);
      expect(result.changedInputs).toEqual(['x']);
    });

    it('ends a kernel without an end, and runs the next program', async () => {
      const endless = await run(`__global__ void spin(const int* x, int* out, int n) {
        volatile int* stop = out;
        while (*stop != 123456789) {}
      }
      void entry(const int* x, int* out, int n) { spin<<<1, 1>>>(x, out, n); }`);
      expect(endless.host).toMatchObject({ status: 'stopped' });
      const next = await run(`__global__ void one(int* out, int n) { if (threadIdx.x < n) out[threadIdx.x] = 1; }
      void entry(const int* x, int* out, int n) { one<<<1, 512>>>(out, n); }`);
      expect(out(next)).toEqual(each(() => 1));
    });

    it('survives a wild store, and runs the next program', async () => {
      const wild = await run(`__global__ void far(int* out) { out[400000000] = 1; }
      void entry(const int* x, int* out, int n) { far<<<1, 1>>>(out); }`);
      const seen = wild.faults.length + wild.launches.filter(({ outcome }) => outcome.error !== 0).length;
      expect(seen).toBeGreaterThan(0);
      const next = await run(`__global__ void one(int* out, int n) { if (threadIdx.x < n) out[threadIdx.x] = 1; }
      void entry(const int* x, int* out, int n) { one<<<1, 512>>>(out, n); }`);
      expect(out(next)).toEqual(each(() => 1));
    });
  });
});
