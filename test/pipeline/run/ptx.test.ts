import { expect, it } from 'vitest';
import { programRunner } from './program-runner.ts';

/** Accesses of inline PTX are accesses: checked, and counted. */
const { run: runSource } = programRunner();

const run = (kernel: string, counters = false) => {
  const source = `#include <cstdio>
__global__ void k(unsigned* p) {
  __shared__ unsigned tile[64];
  unsigned i = threadIdx.x, r, at = (unsigned)__cvta_generic_to_shared(tile);
${kernel}
}
int main() {
  unsigned* p;
  cudaMalloc(&p, 64 * 4);
  cudaMemset(p, 0, 64 * 4);
  k<<<1, 64>>>(p);
  cudaDeviceSynchronize();
  cudaFree(p);
}
`;
  return runSource(source, 'k.cu', { counters });
};
const found = async (kernel: string) =>
  (await run(kernel)).findings.map(({ rule, line, count }) => [rule, line, count]);

it.each([
  ['out-of-bounds-write', 'asm volatile("st.global.u32 [%0+4], %1;" :: "l"(p + i), "r"(i) : "memory");', 1],
  [
    'out-of-bounds-read',
    'asm volatile("ld.global.nc.v2.u32 {%0, _}, [%1];" : "=r"(r) : "l"(p + 2 * i)); p[i] = r;',
    32,
  ],
  ['out-of-bounds-write', 'asm volatile("red.global.add.u32 [%0], 1;" :: "l"(p + i + 8) : "memory");', 8],
  ['misaligned-access', 'asm volatile("st.global.u32 [%0+2], %1;" :: "l"(p), "r"(i) : "memory");', 64],
  ['uninitialized-read', 'asm volatile("ld.shared.u32 %0, [%1];" : "=r"(r) : "r"(at + 4 * i)); p[i] = r;', 64],
  [
    'shared-race',
    'tile[i] = 0; __syncthreads(); asm volatile("st.shared.u32 [%1], %2; ld.shared.u32 %0, [%3];" : "=r"(r) : "r"(at + 4 * i), "r"(i), "r"(at + 4 * (63 - i)) : "memory"); p[i] = r;',
    64,
  ],
])('%s', async (rule, kernel, count) => {
  const [first] = await found(kernel);
  expect(first).toEqual([rule, 5, count]);
});

it('order between threads is that of the instructions', async () => {
  const kernel = `  asm volatile("st.shared.u32 [%0], %1;" :: "r"(at + 4 * i), "r"(i) : "memory");
  asm volatile("bar.sync 0;" ::: "memory");
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(r) : "r"(at + 4 * (63 - i)) : "memory");
  asm volatile("st.global.u32 [%0], %1;" :: "l"(p + i), "r"(r) : "memory");`;
  expect(await found(kernel)).toEqual([]);
  const plain = '  tile[i] = i; __syncthreads(); p[i] = tile[63 - i];';
  const counted = async (kernel: string) => (await run(kernel, true)).launches.map((launch) => launch.counters);
  const [ofPtx] = await counted(kernel);
  expect(ofPtx).toMatchObject({
    globalStoreRequests: 2,
    globalStoreSectors: 8,
  });
  expect([ofPtx]).toEqual(await counted(plain));
});
