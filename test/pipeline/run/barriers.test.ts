import { expect, it } from 'vitest';
import { programRunner } from './program-runner.ts';

const { run } = programRunner();

it.each([
  ['half of the block', 'threadIdx.x < 32', 64, "32 of the block's 64 threads wait at this barrier"],
  ['one thread', 'threadIdx.x == 0', 48, "1 of the block's 48 threads"],
  ['each second thread', 'threadIdx.x % 2', 40, "20 of the block's 40 threads wait at this barrier"],
])('counts only the threads at one of two barriers: %s', async (_, condition, threads, counted) => {
  const source = `__global__ void k(int *out) {
  if (${condition}) {
    out[threadIdx.x] = 1;
    __syncthreads();
  } else {
    out[threadIdx.x] = 2;
    __syncthreads();
  }
}
int main() {
  int *out;
  cudaMalloc(&out, ${threads} * sizeof(int));
  k<<<1, ${threads}>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
`;
  const { findings } = await run(source, 'k.cu');
  expect(findings.map(({ rule }) => rule)).toEqual(['barrier-divergence']);
  expect(findings[0]?.message).toContain(counted);
});
