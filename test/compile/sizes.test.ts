import { describe, expect, it } from 'vitest';
import type { CompileResult } from '../../grader/compile/index.ts';
import { wordDiagnostic } from '../explain/facts.ts';
import { useCompiler } from './harness.ts';

// long, size_t and pointers have 32 bits on the emulator, and 64 with nvcc.
const compile = useCompiler();

const program = (host: string, device = '', global = ''): string => `#include <cstdio>
${global}
__global__ void kernel(float *x, size_t n) { ${device} }
int main() {
  ${host}
  kernel<<<1, 1>>>(nullptr, 0);
}
`;
const GLOBAL = 2;
const DEVICE = 3;
const HOST = 5;

function differences({ diagnostics }: CompileResult): number[] {
  return diagnostics.filter(({ rule }) => rule === 'size-difference').map(({ line }) => line);
}

describe('code that depends on the size of long', () => {
  it('is warned of where a constant or a shift needs 64 bits, on either side', async () => {
    const result = await compile(
      program(
        'long a = 1L << 40, b = 1024L * 1024 * 1024 * 8; size_t c = 5000000000; printf("%ld", a + b + (long)c);',
        'if (n > 5000000000) x[0] = n >> 32;',
      ),
      null,
    );
    expect(result.status).toBe('compiled');
    expect(new Set(differences(result))).toEqual(new Set([DEVICE, HOST]));
    expect(result.diagnostics.map(({ severity }) => severity)).not.toContain('error');
  });

  it('is not refused for a static_assert that holds with 64 bits', async () => {
    const result = await compile(
      program(
        '',
        'static_assert(sizeof(n) == 8, "n");',
        'struct S { long a; void *b; }; static_assert(sizeof(S) == 16);',
      ),
      null,
    );
    expect(result.status).toBe('compiled');
    expect(differences(result)).toEqual([GLOBAL, DEVICE]);
  });

  it('is warned of where sizeof is compared, printed or counted in bits', async () => {
    for (const line of [
      'if (sizeof(long) == 8) return 1;',
      'printf("%zu", sizeof(void *));',
      'int bits = sizeof(size_t) * 8; printf("%d", bits);',
    ]) {
      expect(differences(await compile(program(line), null)), line).toEqual([HOST]);
    }
  });

  it('that cannot do with 32 bits is not the student’s mistake', async () => {
    const result = await compile(program('size_t n{5000000000}; printf("%zu", n);'), null);
    expect(result).toMatchObject({
      status: 'rejected',
      diagnostics: [{ rule: 'unsupported-feature', line: HOST, detail: { feature: 'a long or size_t of 64 bits' } }],
    });
  });

  it('is reported with the names of both machines', async () => {
    const { diagnostics } = await compile(program('printf("%zu", sizeof(void *));'), null);
    const [words] = diagnostics.map((diagnostic) => wordDiagnostic(diagnostic));
    expect(words?.message).toMatch(/4 bytes on the emulator, 8 with nvcc/);
    expect(words?.hint).toMatch(/uint64_t/);
  });
});

describe('a condition that is constant because of a size', () => {
  it.each([
    'if (sizeof(size_t) == 4 && n > 1) return;',
    'const int size = sizeof(x); if (size == 4) x[0] = 1;',
    'if constexpr (sizeof(long) < 8) x[0] = 1;',
    'x[0] = sizeof(void *) == 4 ? threadIdx.x : blockIdx.x;',
    'if (-1L < 0u) x[0] = 1;',
    'constexpr size_t most = -1; if (most == 0xffffffff) x[0] = 1;',
    'x[0] = Pick<sizeof(n)>::value();',
  ])('leaves the grade open: %s', async (device) => {
    const global =
      'template <int N> struct Pick { static __device__ int value() { return 1; } }; template <> struct Pick<8> { static __device__ int value() { return 2; } };';
    const { status, diagnostics } = await compile(program('', device, global), null);
    expect(status).toBe('rejected');
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([
      expect.objectContaining({ rule: 'unsupported-feature' }),
    ]);
  });
});

describe('a function that asks for its own name', () => {
  const length =
    'template <class T> constexpr __host__ __device__ int length() { return sizeof(__PRETTY_FUNCTION__); }';

  it('leaves the grade open if a condition depends on its words', async () => {
    const { status, diagnostics } = await compile(program('', 'if (length<int>() < 30) x[0] = 1;', length), null);
    expect(status).toBe('rejected');
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([
      expect.objectContaining({ rule: 'unsupported-feature', message: expect.stringContaining('__PRETTY_FUNCTION__') }),
    ]);
  });

  it('can print it', async () => {
    const { status } = await compile(
      program('std::printf("%s", __PRETTY_FUNCTION__);', 'printf("%s", __PRETTY_FUNCTION__);', length),
      null,
    );
    expect(status).toBe('compiled');
  });
});

describe('code that is right on both machines', () => {
  it('is not warned of', async () => {
    const result = await compile(
      program(
        `float **rows; size_t bytes = 4 * sizeof(float *), n = 10; long long big = 1LL << 40;
  cudaMalloc(&rows, n * sizeof(float *)); cudaMemset(rows, 0, bytes);
  for (size_t i = 0; i < n * sizeof(long); i++) big += (long long)i;
  printf("%lld %zu", big, sizeof(int)); static_assert(sizeof(long long) == 8);`,
      ),
      null,
    );
    expect(result).toMatchObject({ status: 'compiled', diagnostics: [] });
  });

  it('keeps its other mistakes: a shift too wide, a false static_assert', async () => {
    const shift = await compile(program('int a = 1 << 40; printf("%d", a);'), null);
    expect(differences(shift)).toEqual([]);
    const refused = await compile(program('static_assert(sizeof(int) == 8, "int");'), null);
    expect(refused).toMatchObject({ status: 'rejected', diagnostics: [{ rule: 'compile-error', line: HOST }] });
  });
});
