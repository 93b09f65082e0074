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

/** Two entries into the loop: at one of them, the place of `sum` in the frame of the coroutine is not set. */
const resumed = `#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void reduce(const float *in, double *out, size_t n) {
  __shared__ double partial[64];
  cg::thread_block block = cg::this_thread_block();
  double sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  partial[block.thread_rank()] = sum;
  cg::sync(block);
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  for (int i = tile.size() / 2; i > 0; i >>= 1) {
    if (tile.thread_rank() < i) {
      sum += partial[block.thread_rank() + i];
      partial[block.thread_rank()] = sum;
    }
    cg::sync(tile);
  }
  cg::sync(block);
  if (block.thread_rank() == 0) {
    sum = 0;
    for (int i = 0; i < block.size(); i += tile.size()) sum += partial[i];
    out[blockIdx.x] = sum;
  }
}`;

it('runs a kernel that resumes inside a loop with a value in its frame', async () => {
  const { program } = await compileKernels(resumed);
  const bench = new Bench(program);
  const input = bench.bytes(400, 'input', new Uint8Array(Float32Array.from({ length: 100 }, (_, i) => i).buffer));
  const out = bench.bytes(8, 'output');
  expect(bench.launch('reduce', [input, out, 100], { block: 64 }).error).toBe(0);
  const bytes = new Uint8Array(8);
  bench.device.read(out, bytes);
  expect(new Float64Array(bytes.buffer)).toEqual(Float64Array.of(4950));
  expect(bench.rules()).toEqual([]);
});
