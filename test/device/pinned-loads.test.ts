import { expect, it } from 'vitest';
import { Bench, compileKernels } from './harness.ts';

/** The optimizer loads the value of `current` once, through a pointer to it or to the element of `in`. */
const source = `__global__ void stencil(const int *in, int *out, int n) {
  __shared__ int tile[32][32];
  int current = in[1];
  tile[threadIdx.z][threadIdx.x] = current;
  __syncthreads();
  for (int i = 1; i < n; i++) {
    int sum = 0;
    if (threadIdx.x > 3) {
      sum += tile[threadIdx.z][threadIdx.x];
      sum += tile[threadIdx.z][threadIdx.x];
      if (threadIdx.x == 4) out[i] = sum;
    }
    __syncthreads();
    tile[threadIdx.z][threadIdx.x] = current;
    __syncthreads();
    current = in[i]; // @next
  }
}`;

it('runs a kernel whose loads of two places the optimizer would merge', async () => {
  const { program, line } = await compileKernels(source);
  const bench = new Bench(program);
  const input = bench.bytes(20, 'input', new Uint8Array(Int32Array.of(1, 2, 3, 4, 5).buffer));
  const out = bench.bytes(20, 'output');
  expect(bench.launch('stencil', [input, out, 5], { block: 32 }).error).toBe(0);
  expect(bench.ints(out, 5).slice(1)).toEqual([4, 4, 4, 6]);
  expect(bench.rules()).toEqual([]);
  bench.launch('stencil', [input, out, 6], { block: 32 });
  expect(bench.device.takeFaults()).toContainEqual(
    expect.objectContaining({
      rule: 'out-of-bounds-read',
      at: expect.objectContaining({ position: expect.objectContaining({ line: line('next') }) }),
    }),
  );
});
