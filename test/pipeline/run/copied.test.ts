import { expect, it } from 'vitest';
import { programRunner } from './program-runner.ts';

const { run } = programRunner();
const source = `struct State { char c; int i; double d; };
__global__ void step(const State *in, State *out, int n) {
  State state = in[threadIdx.x];
  state.i += n; // uses i
  out[threadIdx.x] = state;
}
__global__ void fill(State *p) { p[threadIdx.x].c = 1; p[threadIdx.x].i = 2; p[threadIdx.x].d = 3; }
__global__ void part(State *p) { p[threadIdx.x].c = 1; p[threadIdx.x].d = 3; }
__global__ void copy(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }
int main(int count, char **arguments) {
  State *a, *b;
  cudaMalloc(&a, 32 * sizeof(State));
  cudaMalloc(&b, 32 * sizeof(State));
  if (count == 1) fill<<<1, 32>>>(a);
  if (count == 2) part<<<1, 32>>>(a);
  if (count == 3) copy<<<1, 32>>>((int *)a, (int *)b);
  else step<<<1, 32>>>(a, b, 1);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}
`;

it('reports no padding of a structure that is copied, changed and stored', async () => {
  expect((await run(source, 'copied.cu')).findings).toEqual([]);
});

it.each([
  ['a member that is used', ['part'], 3],
  ['an element that is copied by itself', ['copy', 'again'], 9],
] as const)('reports %s', async (_, args, line) => {
  const { findings } = await run(source, 'copied.cu', { args });
  expect(findings).toMatchObject([{ rule: 'uninitialized-read', line }]);
});

it('accepts the state of a generator that a kernel copies and stores', async () => {
  const { findings } = await run(
    `#include <curand_kernel.h>
__global__ void begin(curandState *s) { curand_init(1, threadIdx.x, 0, s + threadIdx.x); }
__global__ void draw(curandState *s, float *out) {
  curandState own = s[threadIdx.x];
  out[threadIdx.x] = curand_uniform(&own);
  s[threadIdx.x] = own;
}
int main() {
  curandState *s;
  float *out;
  cudaMalloc(&s, 32 * sizeof *s);
  cudaMalloc(&out, 32 * sizeof *out);
  begin<<<1, 32>>>(s);
  draw<<<1, 32>>>(s, out);
  cudaDeviceSynchronize();
  cudaFree(s);
  cudaFree(out);
}
`,
    'draw.cu',
  );
  expect(findings).toEqual([]);
});
