import { afterAll, describe, expect, it } from 'vitest';
import { Compiler } from '../../grader/compile/index.ts';

const SOURCE = `
#include <algorithm>
#include <cmath>
constexpr int twice(int x) { return x + x; }
__global__ void k(int *out, int n) { out[0] = twice(n) + std::max(n, 3); out[1] = (int)sqrtf(n) + min(n, 2); }
int main() { k<<<1, 1>>>(nullptr, twice(2)); }
`;

const compiler = new Compiler();
afterAll(() => compiler.dispose());
const compile = (relaxedConstexpr: boolean) =>
  compiler.compile(SOURCE, 'k.cu', { prototype: null, heapBytes: 2 ** 24, timeoutMs: 280_000, relaxedConstexpr });

describe('constexpr functions of the host in device code', () => {
  it('are refused, as nvcc does', async () => {
    const { status, diagnostics } = await compile(false);
    expect(status).toBe('rejected');
    expect(diagnostics[0]).toMatchObject({ line: 5, rule: 'compile-error' });
    expect(diagnostics[0]?.message).toContain('twice');
  }, 300_000);

  it('are compiled where that is asked for', async () => {
    const { status, diagnostics } = await compile(true);
    expect(diagnostics).toEqual([]);
    expect(status).toBe('compiled');
  }, 300_000);
});
