import { describe, expect, it } from 'vitest';
import { useCompiler } from './harness.ts';

// long, size_t and pointers have 64 bits, as with nvcc on Linux.
const compile = useCompiler();

const program = (host: string, device = '', global = ''): string => `#include <cstdio>
${global}
__global__ void kernel(float *x, size_t n) { ${device} }
int main() {
  ${host}
  kernel<<<1, 1>>>(nullptr, 0);
}
`;
const HOST = 5;

describe('code that depends on the size of long', () => {
  it.each([
    [
      'constants and shifts',
      'long a = 1L << 40, b = 1024L * 1024 * 1024 * 8; size_t c{5000000000}; printf("%ld", a + b + (long)c);',
      'if (n > 5000000000) x[0] = n >> 32;',
    ],
    [
      'assertions',
      'struct S { long a; void *b; }; static_assert(sizeof(S) == 16);',
      'static_assert(sizeof(n) == 8, "n");',
    ],
    ['sizes that are printed', 'printf("%zu %zu", sizeof(void *), sizeof(size_t) * 8);', ''],
    ['sizes that are compared', 'if (sizeof(long) == 4) return 1;', 'if (sizeof(size_t) == 4 && n > 1) return;'],
    ['sizes that select code', '', 'if constexpr (sizeof(long) < 8) x[0] = 1; else x[0] = n;'],
  ])('compiles without a word: %s', async (_, host, device) => {
    expect(await compile(program(host, device), null)).toMatchObject({ status: 'compiled', diagnostics: [] });
  });

  it('has the same types in each header of the C library', async () => {
    const names = ['dirent', 'fcntl', 'inttypes', 'sys/stat', 'sys/time', 'sys/types', 'sys/uio', 'time', 'unistd'];
    const headers = names.map((name) => `#include <${name}.h>`).join('\n');
    const host = `struct stat s; struct timespec t; struct dirent *d = nullptr;
      static_assert(sizeof(s.st_size) == 8 && sizeof(t.tv_sec) == 8 && sizeof(off_t) == sizeof(long));
      static_assert(__is_same(off_t, long) && __is_same(time_t, long) && __is_same(int64_t, long) && __is_same(ssize_t, long));
      static_assert(sizeof(int_fast16_t) == 8 && UINT_FAST32_MAX == UINT64_MAX && sizeof(int_fast8_t) == 1);
      printf("%p %" PRIdFAST16, (void *)d, (int_fast16_t)5);`;
    const result = await compile(program(host).replace('#include <cstdio>', `#include <cstdio>\n${headers}`), null);
    expect(result).toMatchObject({ status: 'compiled' });
  });

  it('keeps its mistakes: a shift too wide, a false static_assert', async () => {
    const shift = await compile(program('int a = 1 << 40; printf("%d", a);'), null);
    expect(shift.diagnostics).toMatchObject([{ severity: 'warning', line: HOST }]);
    const refused = await compile(program('static_assert(sizeof(long) == 4, "long");'), null);
    expect(refused).toMatchObject({ status: 'rejected', diagnostics: [{ rule: 'compile-error', line: HOST }] });
  });
});
