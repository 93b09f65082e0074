import { describe, expect, it } from 'vitest';
import { CORRECT, only, useCompiler, withChange } from '../harness.ts';

const compile = useCompiler();

/** The guard, wherever a condition on the compiler decides. */
const guarded = (condition: string, headers = '') =>
  `${headers}${withChange('  if (i < n) out', `#if ${condition}\n  if (i < n)\n#endif\n  out`)}`;
const STANDARD = '#include <climits>\n#include <cstddef>\n#include <cstdint>\n#include <vector>\n';

/** The source compiles to the same as if the condition were this. */
async function decides(condition: string, value: 0 | 1, headers = STANDARD): Promise<void> {
  const other = `${headers}${withChange('  if (i < n) out', `#error ${value}\n  out`)}`.replace(
    `#error ${value}`,
    `#if ${value ? '!' : ''}(${condition})\n#error differs\n#endif`,
  );
  const result = await compile(other);
  expect(result.diagnostics, condition).toEqual([]);
  expect(result.status, condition).toBe('compiled');
}

const ALL_FALSE = [
  'defined(__clang__) || defined(__clang_major__) || defined(__llvm__) || defined(__has_feature)',
  'defined(__has_extension) || defined(__is_identifier) || defined(__building_module) || defined(__has_warning)',
  'defined(__wasm__) || defined(__wasm32__) || defined(__wasi__) || defined(__ILP32__) || defined(__EMSCRIPTEN__)',
  '__SIZEOF_SIZE_T__ == 4 || __SIZEOF_LONG__ == 4 || __SIZEOF_POINTER__ == 4 || __WORDSIZE == 32',
  'LONG_MAX < 5000000000 || SIZE_MAX == 0xffffffff || PTRDIFF_MAX == 0x7fffffff || UINTPTR_MAX < 5000000000',
  'defined(_LIBCPP_VERSION) || defined(_LIBCPP___CONFIG) || defined(_LIBCPP_STD_VER) || defined(__wasilibc_unmodified_upstream)',
  'defined(__EMU_CUDA_RUNTIME_H) || defined(__EMU_DEVICE) || defined(__EMU_STD_H)',
  '__has_include(<emu/math.h>) || __has_include(<__config>) || __has_include(<wasi/api.h>) || __has_include("/grade/entry.h")',
  '__has_builtin(__builtin_wasm_memory_size) || __has_builtin(__builtin_bitreverse32) || __has_attribute(enable_if)',
  '__INCLUDE_LEVEL__ || __COUNTER__ || __GNUC__ < 12 || __cplusplus != 201703L || __CUDACC_VER_MAJOR__ != 13',
];
const ALL_TRUE = [
  'defined(__GNUC__) && defined(__linux__) && defined(__x86_64__) && defined(__LP64__) && defined(__NVCC__)',
  'defined(_GLIBCXX_VECTOR) && defined(__GLIBC__) && __GXX_ABI_VERSION == 1017 && defined(__STDC_HOSTED__)',
  '__has_builtin(__builtin_popcount) && __has_attribute(aligned) && __has_cpp_attribute(nodiscard)',
  '__has_include(<vector>) && __has_include(<cuda_runtime.h>) && __has_include(<bits/stdc++.h>)',
];

describe('conditions of a submission', () => {
  it.each(ALL_FALSE)('does not see this compiler: %s', (condition) => decides(condition, 0));
  it.each(ALL_TRUE)('sees what nvcc has: %s', (condition) => decides(condition, 1));

  it('has the architecture on the device side only', async () => {
    const result = await compile(guarded('defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800'));
    expect(result).toMatchObject({ status: 'compiled', diagnostics: [] });
  });

  it('keeps lines and columns of mistakes', async () => {
    const result = await compile(`#ifdef __clang__\nint wrong = ;\n#else\n  int worse = ;\n#endif\n${CORRECT}`);
    expect(only(result)).toMatchObject({ line: 4, column: 15 });
  });

  it('refuses what nvcc refuses', async () => {
    const result = await compile(`#if __SIZEOF_SIZE_T__ == 8\n#error not here\n#endif\n${CORRECT}`);
    expect(only(result)).toMatchObject({ rule: 'compile-error', line: 2 });
  });

  it('leaves the grade open if a condition cannot be decided', async () => {
    const result = await compile(`#if 1\n#include <__config>\n#endif\n${CORRECT}`);
    expect(only(result)).toMatchObject({ rule: 'unsupported-feature', line: 2 });
  });

  it('reports a file that includes itself', async () => {
    const result = await compile(`#ifndef AGAIN\n#define AGAIN\n#include "mine.cu"\n#else\n#endif\n${CORRECT}`);
    expect(result.status).toBe('rejected');
  });
});

describe('macros in the text of a submission', () => {
  const PASTE =
    '#define PASTE2(a, b) a##b\n#define PASTE(a, b) PASTE2(a, b)\n#define GUARD_4 if (i < n)\n#define GUARD_8\n';

  it('are nvcc’s if tokens are pasted', async () => {
    const source = `${PASTE}${withChange('  if (i < n) out', '  PASTE(GUARD_, __SIZEOF_SIZE_T__) static_assert(__GNUC__ == 12); out')}`;
    expect(await compile(source)).toMatchObject({ status: 'compiled', diagnostics: [] });
    const other = `${PASTE.replace('if (i < n)', '#')}${withChange('  if (i < n) out', '  PASTE(GUARD_, __SIZEOF_SIZE_T__) out')}`;
    expect((await compile(other)).status).toBe('compiled');
  });

  it('are nvcc’s after a header of the system, which has its own', async () => {
    const source = `#include <map>\n#include <random>\n${CORRECT}static_assert(__SIZEOF_POINTER__ == 8);\n`;
    expect(await compile(source)).toMatchObject({ status: 'compiled', diagnostics: [] });
  });

  it('have the limits of glibc, in code too', async () => {
    const limits = 'BUFSIZ == 8192 && FOPEN_MAX == 16 && TMP_MAX == 238328 && L_tmpnam == 20';
    const source = `#include <cstdio>\n${CORRECT}static_assert(${limits});\n__device__ char buffer[BUFSIZ];\n`;
    expect(await compile(source)).toMatchObject({ status: 'compiled', diagnostics: [] });
  });

  it('have the members of the runtime that a template asks for', async () => {
    const has =
      'template <class T> auto has(int) -> decltype(T::deviceNumaId, T::mpsEnabled, T::sparseCudaArraySupported);';
    const source = `${CORRECT}${has}\nstatic_assert(sizeof(has<cudaDeviceProp>(0)) == 4);\n`;
    expect(await compile(source)).toMatchObject({ status: 'compiled', diagnostics: [] });
  });

  it('have one moment and the name of the submission', async () => {
    const source = `#include <cstdio>\n${CORRECT}void say() { printf("%s %s %s", __DATE__, __TIME__, __TIMESTAMP__); }\nstatic_assert(__TIME__[0] == '0' && sizeof(__FILE__) == sizeof("mine.cu"));\n`;
    expect(await compile(source)).toMatchObject({ status: 'compiled', diagnostics: [] });
  });

  it.each(['__emu_site', '__EMU_DEVICE', '_LIBCPP_VERSION'])('does not have %s', async (name) => {
    const result = await compile(`${CORRECT}\nint used = sizeof(${name});\n`);
    expect(result.status).toBe('rejected');
  });
});

describe('a directive that renames lines', () => {
  it.each(['#line 100 "other.cu"', '# 100 "other.cu" 3', '%:line 4294967295', '#\\\nline 7 "\u001b[31m.cu"'])(
    'leaves a mistake at the line where it is: %j',
    async (directive) => {
      const source = `${directive}\n${withChange('2 * x[i]', 'missing')}`;
      const line = directive.split('\n').length + 3;
      expect(only(await compile(source))).toMatchObject({ file: 'mine.cu', line });
    },
  );
});
