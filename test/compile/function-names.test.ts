import { expect, it } from 'vitest';
import { useCompiler } from './harness.ts';

const compile = useCompiler();

/** @param uses - in a kernel that has `float *x` */
const program = (host: string, uses: string): string => `#include <cstdio>
template <class T> constexpr __host__ __device__ int length() { return sizeof(__PRETTY_FUNCTION__); }
__global__ void kernel(float *x) { ${uses} }
int main() {
  ${host}
  kernel<<<1, 1>>>(nullptr);
}
`;

it('leaves the grade open if a condition depends on the words for a function', async () => {
  const { status, diagnostics } = await compile(program('', 'if (length<int>() < 30) x[0] = 1;'), null);
  expect(status).toBe('rejected');
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([
    expect.objectContaining({ rule: 'unsupported-feature', message: expect.stringContaining('__PRETTY_FUNCTION__') }),
  ]);
});

it('can print the words for a function', async () => {
  const { status } = await compile(
    program('std::printf("%s", __PRETTY_FUNCTION__);', 'printf("%s", __PRETTY_FUNCTION__);'),
    null,
  );
  expect(status).toBe('compiled');
});
