import { expect, it } from 'vitest';
import { wordDiagnostic } from '../explain/facts.ts';
import { only, useCompiler } from './harness.ts';

const compile = useCompiler();
const kernel = (name: string, declared: string, first: string, second: string) => `__global__ void ${name}(float* x) {
  ${declared}
  ${first}[threadIdx.x] = x[0];
  ${second}[threadIdx.x] = x[1];
  __syncthreads();
  x[threadIdx.x] = ${first}[threadIdx.x ^ 1] + ${second}[0];
}
`;
const BOTH = 'extern __shared__ float a[]; extern __shared__ float b[];';
const MAIN = 'int main() {}\n';
const told = async (source: string) => (await compile(source + MAIN, null)).diagnostics;

it('names two arrays of a kernel at one address, at the second declaration', async () => {
  const other = kernel('other', 'extern __shared__ float b[];', 'b', 'b');
  const diagnostic = only(await compile(`${other}${kernel('both', BOTH, 'a', 'b')}${MAIN}`, null));
  expect(diagnostic).toMatchObject({ rule: 'shared-alias', severity: 'warning', line: 9, column: 56 });
  const { message, hint } = wordDiagnostic(diagnostic);
  expect(message).toMatch(
    /^The arrays a and b of both begin at the same address\. Each extern __shared__ array is a name for the same/,
  );
  expect(hint).toMatch(/third number.*\?$/);
});

it('is reported once for a template and for a called function', async () => {
  const template = `template <int N>\n${kernel('both', BOTH, 'a', 'b').replace('x[1]', 'x[N]')}`;
  const launches = 'void f() { both<1><<<1, 1>>>(nullptr); both<2><<<1, 1>>>(nullptr); }\n';
  expect(await told(template + launches)).toMatchObject([{ rule: 'shared-alias', line: 3 }]);
  const called = `${BOTH}\n__device__ __noinline__ void fill(float v) { b[threadIdx.x] = v; }
__global__ void k(float* x) { a[threadIdx.x] = x[0]; fill(x[1]); __syncthreads(); x[2] = a[0] + b[1]; }\n`;
  expect(await told(called)).toMatchObject([{ rule: 'shared-alias', line: 1, column: 54 }]);
});

it.each([
  ['one array and a pointer into it', kernel('k', 'extern __shared__ float a[]; float* b = a + 32;', 'a', 'b')],
  ['a static array beside it', kernel('k', 'extern __shared__ float a[]; __shared__ float b[32];', 'a', 'b')],
  [
    'one in each of two kernels',
    kernel('k', 'extern __shared__ float a[];', 'a', 'a') + kernel('l', 'extern __shared__ float b[];', 'b', 'b'),
  ],
  ['one that nobody uses', kernel('k', BOTH, 'a', 'a')],
])('has nothing to say of %s', async (_, source) => {
  expect((await told(source)).filter(({ rule }) => rule !== null)).toEqual([]);
});
