import { describe, expect, it } from 'vitest';
import { mergeDiagnostics, parseDiagnostics } from '../../grader/compile/diagnostics.ts';
import type { Diagnostic } from '../../grader/compile/index.ts';
import { sourceOf } from '../../grader/compile/sources.ts';
import { wordDiagnostic } from '../explain/facts.ts';
import { CORRECT, ENTRY, errorsOf, FILE, KERNEL, only, useCompiler, withChange } from './harness.ts';

const compile = useCompiler();
const GUARDED = 'if (i < n) out[i]';

/** One mistake a line, each in a function of its own, by the hint that it must get. */
const MISTAKES: readonly (readonly [hint: string, line: string, message: RegExp])[] = [
  ['kernel-call-without-launch', 'void called() { twice(nullptr, nullptr, 1); }', /'twice' not configured/],
  ['launch-brackets', 'void brackets() { twice<<256>>(nullptr, nullptr, 1); }', /invalid operands/],
  ['launch-configuration', 'void grid() { twice<<<256>>>(nullptr, nullptr, 1); }', /at least 2, have 1/],
  ['wrong-arguments', 'void few() { twice<<<1, 256>>>(nullptr, 1); }', /expected 3, have 2/],
  ['type-mismatch', 'void swapped(float* a) { twice<<<1, 256>>>(1, a, 1); }', /cannot initialize/],
  ['built-in-on-host', 'int host() { return threadIdx.x; }', /^host code reads threadIdx$/],
  ['built-in-without-member', '__global__ void whole(int* a) { a[0] = blockIdx * 2; }', /'const blockIdx'/],
  ['built-in-misspelt', '__global__ void spelt(int* a) { a[0] = threadId.x; }', /'threadId'/],
  ['assign-to-const', '__global__ void input(const int* a) { a[0] = 1; }', /not assignable/],
  ['ambiguous-call', '__global__ void mixed(float* a) { a[0] = min(a[0], 2); }', /ambiguous/],
  ['redefinition', '__global__ void twice(const float* x, float* out, int n) {}', /redefinition of 'twice'/],
  ['shared-memory', '__global__ void sized(int n) { __shared__ float t[n]; t[0] = 1; }', /variable length array/],
  ['host-variable-from-kernel', 'int outside; __global__ void reads(int* a) { a[0] = outside; }', /'outside'/],
  ['index-of-a-value', '__global__ void rows(const float* a, float* b) { b[0] = a[1][2]; }', /subscripted value/],
  ['vector-type', '__global__ void fours(float4* a) { a[0] = a[1] + a[2]; }', /'float4'/],
  ['arguments-of-malloc', 'void room(float* a) { cudaMalloc(a, 4); }', /'cudaMalloc'/],
  ['arguments-of-memcpy', 'void over(float* a) { cudaMemcpy(a, cudaMemcpyHostToDevice); }', /'cudaMemcpy'/],
  ['dim3-is-no-number', 'int blocks(dim3 grid) { int all = grid; return all; }', /'dim3'/],
  ['missing-include', 'void prints() { printf("hello"); }', /'printf'/],
  ['endless-expansion', 'template <int N> int r = r<N + 1>; int expanded = r<0>;', /maximum depth/],
];

/** Functions of a warp that CUDA has removed. */
const REMOVED = ['__shfl', '__shfl_up', '__shfl_down', '__shfl_xor', '__any', '__all', '__ballot'].map(
  (name): [hint: string, lines: string, message: RegExp] => [
    'removed-warp-function',
    `__device__ int lane(int x) { return ${name}(x${name.includes('shfl') ? ', 1' : ''}); }`,
    new RegExp(`undeclared identifier '${name}'`),
  ],
);

describe('a mistake', () => {
  it('has a hint where Clang says only that it expected something', async () => {
    const diagnostic = only(await compile(`${CORRECT}int nothing(int a) { return a * ; }\n`));
    expect(diagnostic).toMatchObject({ rule: 'compile-error', detail: { hint: 'expected-expression' } });
    expect(wordDiagnostic(diagnostic).hint).toContain('missing or extra');
  });

  it('is reported once among many, with its line and its kind', async () => {
    const result = await compile(`${CORRECT}${MISTAKES.map(([, line]) => `${line}\n`).join('')}`);
    expect(result.status).toBe('rejected');
    const diagnostics = result.diagnostics.filter(({ severity }) => severity === 'error');
    const first = CORRECT.split('\n').length;
    expect(diagnostics.map(({ line, detail }) => `${line} ${detail?.hint}`)).toEqual(
      MISTAKES.map(([hint], index) => `${first + index} ${hint}`),
    );
    for (const [index, diagnostic] of diagnostics.entries()) {
      expect(diagnostic).toMatchObject({ file: FILE, rule: 'compile-error', severity: 'error' });
      expect(diagnostic.message).toMatch(MISTAKES[index]?.[2] ?? /^never$/);
      expect(wordDiagnostic(diagnostic).hint).toMatch(/\S/);
    }
  });

  it.each([
    ['needs-cpp20', 'template <class T> concept Number = true;', /'concept'/],
    ['needs-cpp20', 'constinit int start = 3;', /'constinit'/],
    ['needs-cpp20', '#include <concepts>\ntemplate <std::integral T> T same(T x);', /'integral'/],
    ['needs-cpp20', '#include <span>\nint first(std::span<int> x);', /'span'/],
    ...REMOVED,
    ['missing-header', '#include "../above.h"', /^'\.\.\/above\.h' file not found$/],
    ['name-of-library', '#include <cmath>\nint y1;', /'y1'/],
    [
      'name-of-library',
      '#include <vector>\nusing namespace std; int data[4];\nint first() { return data[0]; }',
      /'data'/,
    ],
  ])('gets the hint %s: %j', async (hint, lines, message) => {
    const [diagnostic] = (await compile(`${CORRECT}${lines}\n`)).diagnostics.filter(
      ({ severity }) => severity === 'error',
    );
    expect(diagnostic).toMatchObject({ rule: 'compile-error', detail: { hint } });
    expect(diagnostic?.message).toMatch(message);
    expect(diagnostic && wordDiagnostic(diagnostic).hint).toMatch(/\S/);
  });

  it('is reported where a semicolon is missing, in the line before', async () => {
    const diagnostic = only(await compile(withChange('threadIdx.x;', 'threadIdx.x')));
    expect(diagnostic).toMatchObject({ line: 2, column: 48, detail: { hint: 'missing-semicolon' } });
  });

  it('appears once although both sides see it', async () => {
    expect(only(await compile(withChange('2 * x[i]', '2 * y[i]')))).toMatchObject({
      side: 'both',
      line: 3,
      column: 27,
    });
  });

  it('is one where a kernel returns something, whatever follows from that', async () => {
    const result = await compile(withChange('__global__ void', '__global__ int'));
    expect(errorsOf(result)).toEqual(['1:12 kernel-returns-value']);
  });

  it('is reported at its first built-in and its launch without __global__', async () => {
    const result = await compile(withChange('__global__ ', ''));
    expect(errorsOf(result).map((error) => error.split(' ')[1])).toEqual([
      'built-in-on-host',
      'launch-of-plain-function',
    ]);
    expect(result.diagnostics.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '2 host code reads blockIdx',
      "6 kernel call to non-global function 'twice'",
    ]);
  });

  it('does not hide another one', async () => {
    const two = withChange('threadIdx.x;', 'threadIdxx.x;').replace('(x, out, n);', '(x, out, m);');
    expect(errorsOf(await compile(two))).toEqual(['2:37 built-in-misspelt', '6:43 undeclared-identifier']);
  });

  it('is one although the undeclared name is used four times', async () => {
    expect(errorsOf(await compile(withChange('int i =', 'i =')))).toEqual(['2:3 undeclared-identifier']);
  });
});

describe('a comparison with zero that is always true', () => {
  const told = async (statement: string) =>
    (await compile(`${CORRECT}void f(unsigned n, int *x) { ${statement} }\n`)).diagnostics.filter(
      ({ rule }) => rule !== null,
    );

  it.each([
    'for (unsigned i = n - 1; i >= 0; i--) x[i] = 0;',
    'for (auto i = n; 0 <= i; --i)\n    x[i] = 0;',
    'while (n >= 0) x[n--] = 0;',
    'do x[n] = 0; while (n-- >= 0);',
  ])('is a warning if it is all that ends a loop: %s', async (statement) => {
    const found = await told(statement);
    expect(found).toMatchObject([{ severity: 'warning', rule: 'compile-warning', detail: { hint: 'unsigned-loop' } }]);
    expect(found.map(wordDiagnostic)[0]?.message).toContain('is always true');
  });

  it.each([
    'if (n >= 0 && n < 10) x[n] = 0;',
    'for (unsigned i = 0; i >= 0 && i < n; i++) x[i] = 0;',
    'for (unsigned i = 0; i < n; i++) if (i >= 0) x[i] = 0;',
    'for (unsigned i = 0; i < n; i++) { bool b = i >= 0; x[i] = b; }',
    'while (n < 0) n++;',
    'for (int i = (int)n; i >= 0; i--) x[i] = 0;',
  ])('is no finding elsewhere: %s', async (statement) => {
    expect(await told(statement)).toEqual([]);
  });
});

describe('a comma between the extents of a grid or a block', () => {
  const EXTENTS = [
    'dim3 a = (16, 16);',
    'const dim3 b = (n, n, 1), c(2, 2);',
    'dim3 d = (ceil(n / 16.0), ceil(n / 16.0));',
    'dim3 e = (blocks(n),\n    blocks(n));',
    'dim3 f; f = (n, 4);',
    'dim3 g((4, 4), 2);',
    'dim3 h{(4, 4)};',
    'auto i = dim3((4, 4));',
    'twice<<<(2, 2), 256>>>(nullptr, nullptr, n);',
  ];
  const OTHERS = [
    'dim3 a(16, 16), b = dim3(n, n);',
    'for (int i = 0, j = 0; i < n; i++, j++) n += j;',
    'dim3 c(n); int d = (blocks(n), n);',
    'twice<<<n, 256>>>(nullptr, nullptr, (blocks(n), n));',
    '// dim3 e = (16, 16);\n',
  ];
  const inFunctions = (lines: readonly string[]) =>
    `#include <cmath>\nint blocks(int n) { return n / 16; }\n${CORRECT}${lines
      .map((line, index) => `void f${index}(int n) { ${line} }\n`)
      .join('')}`;
  const told = async (lines: readonly string[]) =>
    (await compile(inFunctions(lines))).diagnostics.filter(({ rule }) => rule !== null);

  it('is reported once as the operator that it is', async () => {
    const found = await told(EXTENTS);
    const lines = inFunctions(EXTENTS).split('\n');
    expect(found.map(({ line }) => lines[line - 1]?.replace(/^void.*?\{ | \}$/g, ''))).toEqual(
      EXTENTS.map((line) => line.split('\n')[0]),
    );
    for (const diagnostic of found) {
      expect(diagnostic).toMatchObject({ severity: 'warning', rule: 'compile-warning', side: 'both' });
      expect(wordDiagnostic(diagnostic).message).toContain('only the last number in the parentheses counts');
      expect(wordDiagnostic(diagnostic).hint).toContain('dim3 block(16, 16)');
    }
  });

  it('is reported although many other warnings are before it', async () => {
    const idle = Array.from({ length: 25 }, () => '1, n;');
    expect(await told([...idle, 'dim3 a = (16, 16);'])).toHaveLength(1);
  });

  it('is nothing elsewhere', async () => {
    expect(await told(OTHERS)).toEqual([]);
  });
});

describe('a function of the other side', () => {
  const half = (kind: string) => `${kind}float half(float a) { return a / 2; }\n`;
  const called = CORRECT.replace('2 * x[i]', 'half(x[i])');

  it('is named if a kernel calls one of the program, a library or the runtime', async () => {
    const calls = ['half(1)', 'rand()', 'std::max(1.f, 2.f)', 'cudaFree(out)'];
    const kernels = calls.map((call, index) => `__global__ void k${index}(float* out) { out[0] = ${call}; }\n`);
    const source = `#include <algorithm>\n#include <cstdlib>\n${half('')}${kernels.join('')}${CORRECT}`;
    const { diagnostics } = await compile(source);
    expect(diagnostics.map(({ line, detail }) => [line, detail?.hint])).toEqual(
      calls.map((_, index) => [index + 4, 'host-function-from-kernel']),
    );
    expect(diagnostics.map((diagnostic) => wordDiagnostic(diagnostic).message)).toEqual(
      ['half', 'rand', 'max', 'cudaFree'].map((name) => `The function ${name} exists on the host only.`),
    );
  });

  it('is named where host code calls a device function', async () => {
    const result = await compile(half('__device__ ') + CORRECT.replace('twice<<<', 'half(1);\n  twice<<<'));
    expect(errorsOf(result)).toEqual(['7:3 device-function-from-host']);
    expect(wordDiagnostic(only(result)).message).toBe('The function half exists on the GPU only.');
  });

  it('is not blamed where the arguments are wrong', async () => {
    const source = `__device__ float half(float a, float b) { return a / b; }\n${called}`;
    expect(errorsOf(await compile(source))).toEqual(['4:23 wrong-arguments']);
  });
});

describe('a header', () => {
  it.each([
    ['<cublas_v2.h>', 'cuBLAS'],
    ['<thrust/sort.h>', 'Thrust'],
  ])('%s is a feature that cannot be judged here, not a mistake', async (header, feature) => {
    const diagnostic = only(await compile(`#include ${header}\n${CORRECT}`));
    expect(diagnostic).toMatchObject({ rule: 'unsupported-feature', line: 1, column: 10, detail: { feature } });
    expect(wordDiagnostic(diagnostic).message).toContain(feature === 'libwb' ? 'does not have' : 'only a real GPU');
  });

  it('that nobody has is a mistake', async () => {
    const diagnostic = only(await compile(`#include "mine.h"\n${CORRECT}`));
    expect(diagnostic).toMatchObject({ rule: 'compile-error', line: 1, detail: { hint: 'missing-header' } });
  });
});

describe('places', () => {
  const wrong = withChange(GUARDED, 'if (i < n) oot[i]');

  it.each([
    ['lines that end in CR LF', wrong.replaceAll('\n', '\r\n'), '3:14'],
    ['a byte order mark', `\uFEFF${wrong}`, '3:14'],
    ['a byte order mark in the same line', `\uFEFFint a = b;\n${CORRECT}`, '1:9'],
  ])('are right with %s', async (_, source, place) => {
    expect(errorsOf(await compile(source))).toEqual([`${place} undeclared-identifier`]);
  });

  it('count a tab, and a letter of several bytes, as one column', async () => {
    const lines = ['\t\tint a = oot1;', '/* größe 日本 */ int b = oot2;', '/* x */ int c = oot3; // é'];
    const places = errorsOf(await compile(`${CORRECT}${lines.join('\n')}\n`)).map((error) => error.split(' ')[0]);
    const first = CORRECT.split('\n').length;
    expect(places).toEqual(lines.map((text, index) => `${first + index}:${text.indexOf('oot') + 1}`));
  });

  it('count a letter outside the basic plane as editors do', () => {
    const source = sourceOf('/* 🚀 */ int a = b;\n', FILE, null);
    const log = "mine.cu:1:20: error: use of undeclared identifier 'b'\n";
    expect(parseDiagnostics(log, source, 'host')).toMatchObject([{ column: source.text.indexOf('b;') + 1 }]);
  });

  it('are read in time that does not grow with the square of a line', () => {
    const text = `/* größe */ dim3 block = (${'1, '.repeat(70_000)}1);`;
    const messages = Array.from({ length: 30_000 }, (_, index) => {
      const [column, isComma] = [40 + 6 * index, index % 2 === 0];
      return isComma
        ? `mine.cu:1:${column}: warning: possible misuse of comma operator here [-Wcomma]`
        : `mine.cu:1:${column}: error: use of undeclared identifier 'b'`;
    });
    const found = parseDiagnostics(messages.join('\n'), sourceOf(text, FILE, null), 'host');
    expect(found.at(-1)).toMatchObject({ column: 40 + 6 * 29_999 - 2 });
  }, 10_000);

  it('do not name the virtual file system where the submission has an odd name', () => {
    const source = sourceOf('int a = b;\n', 'Jos\u00e9 1 (final).cu', null);
    const log = `${source.virtualName}:1:9: error: use of undeclared identifier 'b'\n`;
    expect(parseDiagnostics(log, source, 'host')).toMatchObject([
      { file: 'Jos\u00e9 1 (final).cu', line: 1, column: 9 },
    ]);
  });

  it('are lines of the submission where a header is to blame', () => {
    const log = [
      'In file included from mine.cu:3:',
      "/usr/include/c++/v1/vector:9:5: error: no type named 'x' in 'S'",
      'mine.cu:7:2: warning: if statement has empty body [-Wempty-body]',
    ].join('\n');
    const found = parseDiagnostics(log, sourceOf('int a;\n'.repeat(9), FILE, null), 'device');
    expect(found.map(({ line, column, severity }) => [line, column, severity])).toEqual([
      [3, 1, 'error'],
      [7, 2, 'warning'],
    ]);
  });
});

describe('warnings', () => {
  it('do not fail a submission', async () => {
    const lines = [
      'int a[4]; a[7] = 1; out[0] = a[1];',
      'if (n = 3) out[1] = 0;',
      'float sum; sum += 1; out[2] = sum;',
      'if (i < n) out[i]',
    ];
    const result = await compile(
      `${withChange(GUARDED, lines.join('\n  '))}int main(int argc, char** argv) { return 0; }\n`,
    );
    expect(result.status).toBe('compiled');
    expect(result.diagnostics.every(({ severity }) => severity === 'warning')).toBe(true);
    expect(result.diagnostics.map(({ line, rule, flag, detail }) => [line, rule, flag ?? detail?.hint])).toEqual([
      [5, 'uninitialized-read', 'uninitialized'],
      [11, 'compile-warning', 'main-left-in'],
      [3, null, 'array-bounds'],
      [4, null, 'parentheses'],
    ]);
  });

  it('tell what CUDA 13 refuses and the emulator still takes', async () => {
    const result = await compile(withChange('twice<<<', 'cudaThreadSynchronize();\n  twice<<<'));
    expect(result).toMatchObject({
      status: 'compiled',
      diagnostics: [{ severity: 'warning', rule: 'compile-warning', line: 6 }],
    });
    expect(result.diagnostics[0]?.message).toMatch(/CUDA 13 has it no longer; use cudaDeviceSynchronize/);
  });

  it('do not tell that the target has 32 bits where nothing comes of it', async () => {
    const wide = ['out[0x200000000] = 1;', 'out[1] = (size_t)i;'].join('\n  ');
    const result = await compile(
      `#include <cstdio>\n#include <cstdint>\n${KERNEL.replace(GUARDED, `${wide}\n  ${GUARDED}`)}${ENTRY.replace(
        'twice<<<',
        'uint64_t all = n; printf("%lu", all);\n  twice<<<',
      )}`,
    );
    expect(result).toMatchObject({ status: 'compiled', diagnostics: [] });
  });
});

describe('mergeDiagnostics', () => {
  const diagnostic = (change: Partial<Diagnostic>): Diagnostic => ({
    severity: 'error',
    message: "expected ';'",
    file: FILE,
    line: 1,
    column: 1,
    side: 'host',
    rule: 'compile-error',
    ...change,
  });

  it('puts errors first, then warnings, each in the order of lines', () => {
    const host = [diagnostic({ line: 9 }), diagnostic({ line: 1, severity: 'warning', rule: null })];
    const device = [diagnostic({ line: 4, side: 'device' }), diagnostic({ line: 9, side: 'device' })];
    const merged = mergeDiagnostics(host, device).map(({ line, severity, side }) => [line, severity, side]);
    expect(merged).toEqual([
      [4, 'error', 'device'],
      [9, 'error', 'both'],
      [1, 'warning', 'host'],
    ]);
  });

  it('keeps no more than twenty', () => {
    const flood = Array.from({ length: 50 }, (_, index) => diagnostic({ line: index + 1 }));
    expect(mergeDiagnostics(flood, []).map(({ line }) => line)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });
});
