import { expect, it } from 'vitest';
import { ENTRY, useCompiler } from './harness.ts';

const compile = useCompiler();

/** True if a program with this body of thread `i` computes what it stores from an array. */
async function computes(body: string, before = ''): Promise<boolean | undefined> {
  const kernel = `__global__ void twice(const float* x, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  ${body}
}
`;
  const result = await compile(before + kernel + ENTRY);
  if (result.status !== 'compiled') throw new Error(JSON.stringify(result));
  return result.device.storesComputed;
}

const HALF = '__device__ float half(float a, int b) { return b > 0 ? 0.5f * a : a; }\n';
const SET = '__device__ void set(int times, float value, float* to) { *to = times * value; }\n';

it.each([
  ['out[i] = (int)0.3f * (int)x[i];', ''],
  ['float v = fmaxf(fminf(x[i], 0.0f), 1.0f); out[i] = v * v;', ''],
  ['float sum; sum += x[i]; out[i] = sum;', ''],
  ['__shared__ float s[256]; s[threadIdx.x] = x[i]; __syncthreads(); out[i] = 0 * s[0];', ''],
  ['atomicAdd(out, 0 * x[i]);', ''],
  ['out[i] = 0 * half(x[i], 3);', HALF],
  ['float v; set(0, x[i], &v); out[i] = v;', SET],
  ['out[i] = x[i];', ''],
])('follows a value to a store: %s', async (body, before) => {
  expect(await computes(body, before)).toBe(true);
});

it.each([
  ['out[i] = 0;', ''],
  ['float v = x[i]; out[i] = i % 7;', ''],
  ['__shared__ float s[256]; out[i] = s[threadIdx.x];', ''],
  ['if (x[i] > 0) out[i] = 0.25f;', ''],
  ['out[i] = half(0.5f, 3);', HALF],
  ['float v; out[(int)x[i]] = blockIdx.x;', ''],
  ['atomicAdd(out, 1.0f);', ''],
])('finds nothing computed: %s', async (body, before) => {
  expect(await computes(body, before)).toBe(false);
});
