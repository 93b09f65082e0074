import { afterAll, describe, expect, it } from 'vitest';
import { Compiler } from '../../grader/compile/index.ts';

const SOURCE = `
#include <algorithm>
#include <cmath>
constexpr int twice(int x) { return x + x; }
__global__ void k(int *out, int n) { out[0] = twice(n) + std::max(n, 3); out[1] = (int)sqrtf(n) + min(n, 2); }
int main() { k<<<1, 1>>>(nullptr, twice(2)); }
`;

/** nvcc 13 compiles this with warning #20013-D. */
const SHARED = `
#include <algorithm>
#include <limits>
__host__ __device__ float finite(float x) {
  return x == std::numeric_limits<float>::infinity() ? std::numeric_limits<float>::max() : x;
}
__host__ __device__ float positive(float x) { return std::max(x, 0.0f); }
__global__ void k(float *out) { out[0] = finite(positive(out[0])); }
int main() { k<<<1, 1>>>(nullptr); }
`;

/** nvcc 13 compiles this too: an implicit constructor belongs to both sides. */
const MEMBER = `
#include <limits>
struct Best { float top = std::numeric_limits<float>::lowest(); };
__global__ void k(float *out) { Best best; out[0] = best.top; }
int main() { k<<<1, 1>>>(nullptr); }
`;

const compiler = new Compiler();
afterAll(() => compiler.dispose());
const compile = (relaxedConstexpr: boolean, source = SOURCE) =>
  compiler.compile(source, 'k.cu', { prototype: null, heapBytes: 2 ** 24, timeoutMs: 280_000, relaxedConstexpr });

describe('constexpr functions of the host in device code', () => {
  it('are refused, as nvcc does', async () => {
    const { status, diagnostics } = await compile(false);
    expect(status).toBe('rejected');
    expect(diagnostics[0]).toMatchObject({ line: 5, rule: 'compile-error' });
    expect(diagnostics[0]?.message).toContain('twice');
  }, 300_000);

  it('compile in functions of both sides, with a warning if nvcc has no value', async () => {
    const { status, diagnostics } = await compile(false, SHARED);
    expect(status).toBe('compiled');
    expect(diagnostics).toMatchObject([{ line: 7, severity: 'warning', rule: 'compile-error' }]);
    expect(diagnostics[0]?.message).toContain('--expt-relaxed-constexpr');
  }, 300_000);

  it('are compiled as the initial value of a member', async () => {
    const { status, diagnostics } = await compile(false, MEMBER);
    expect(status).toBe('compiled');
    expect(diagnostics).toEqual([]);
  }, 300_000);

  it('are refused if a kernel calls one beside the initial value of a member', async () => {
    const direct = MEMBER.replace('= best.top', '= best.top + std::numeric_limits<float>::max()');
    const { status, diagnostics } = await compile(false, direct);
    expect(status).toBe('rejected');
    expect(diagnostics.map(({ line }) => line)).toContain(4);
  }, 300_000);

  it('are refused in functions of both sides if a kernel calls one too', async () => {
    const direct = SHARED.replace('finite(positive(out[0]))', 'finite(0) + std::numeric_limits<float>::lowest()');
    expect((await compile(false, direct)).status).toBe('rejected');
  }, 300_000);

  it('are compiled where that is asked for', async () => {
    const { status, diagnostics } = await compile(true);
    expect(diagnostics).toEqual([]);
    expect(status).toBe('compiled');
  }, 300_000);
});
