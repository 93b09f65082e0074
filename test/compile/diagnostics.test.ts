import { describe, expect, it } from 'vitest';
import { mergeDiagnostics, parseDiagnostics } from '../../grader/compile/diagnostics.ts';
import type { Diagnostic } from '../../grader/compile/index.ts';
import { sourceOf } from '../../grader/compile/sources.ts';
import { wordDiagnostic } from '../../grader/wording/index.ts';
import { CORRECT, ENTRY, errorsOf, FILE, KERNEL, only, useCompiler, withChange } from './harness.ts';

const compile = useCompiler();
const GUARDED = 'if (i < n) out[i]';

describe('a mistake', () => {
  it.each<[what: string, source: string, error: string, message: RegExp]>([
    [
      'a missing semicolon',
      withChange('threadIdx.x;', 'threadIdx.x'),
      '2:48 missing-semicolon',
      /expected ';' at end of declaration/,
    ],
    [
      'a kernel that is called',
      withChange('<<<(n + 255) / 256, 256>>>', ''),
      '6:8 kernel-call-without-launch',
      /'twice' not configured/,
    ],
    [
      'a launch with two brackets',
      withChange('<<<(n + 255) / 256, 256>>>', '<<256>>'),
      '6:8 kernel-call-without-launch',
      /invalid operands/,
    ],
    [
      'a launch without its block',
      withChange('<<<(n + 255) / 256, 256>>>', '<<<256>>>'),
      '6:14 launch-configuration',
      /at least 2, have 1/,
    ],
    [
      'a built-in in host code',
      withChange('twice<<<', 'n = threadIdx.x;\n  twice<<<'),
      '6:17 built-in-on-host',
      /^threadIdx is read in host code$/,
    ],
    [
      'a built-in without its member',
      withChange('blockIdx.x', 'blockIdx'),
      '2:20 built-in-without-member',
      /'const blockIdx'/,
    ],
    ['a misspelt built-in', withChange('threadIdx.x', 'threadId.x'), '2:37 built-in-misspelt', /'threadId'/],
    ['a write to an input', withChange('out[i] =', 'x[i] ='), '3:19 assign-to-const', /not assignable/],
    ['arguments too few', withChange('(x, out, n);', '(x, out);'), '6:41 wrong-arguments', /expected 3, have 2/],
    ['a kernel defined twice', KERNEL + CORRECT, '5:17 redefinition', /redefinition of 'twice'/],
    [
      'a shared array as large as an argument',
      withChange('if (i < n)', '__shared__ float t[n];\n  if (i < n)'),
      '3:20 shared-memory',
      /variable length array/,
    ],
    [
      'a template that never ends',
      `template <int N> struct R { static const int v = R<N + 1>::v; };\nint r = R<0>::v;\n${CORRECT}`,
      '1:50 endless-expansion',
      /maximum depth/,
    ],
  ])('is told once, with its place and its kind: %s', async (_, source, error, message) => {
    const result = await compile(source);
    expect(result.status).toBe('rejected');
    expect(errorsOf(result)).toEqual([error]);
    const [first] = result.diagnostics;
    expect(first).toMatchObject({ file: FILE, rule: 'compile-error', severity: 'error' });
    expect(first?.message).toMatch(message);
    expect(first && wordDiagnostic(first).hint).toMatch(/\S/);
  });

  it('appears once although both sides see it', async () => {
    expect(only(await compile(withChange('2 * x[i]', '2 * y[i]')))).toMatchObject({
      side: 'both',
      line: 3,
      column: 27,
    });
  });

  it('does not hide another one', async () => {
    const two = withChange('threadIdx.x;', 'threadIdxx.x;').replace('(x, out, n);', '(x, out, m);');
    expect(errorsOf(await compile(two))).toEqual(['2:37 built-in-misspelt', '6:43 undeclared-identifier']);
  });

  it('is one although the undeclared name is used four times', async () => {
    expect(errorsOf(await compile(withChange('int i =', 'i =')))).toEqual(['2:3 undeclared-identifier']);
  });
});

describe('a function of the other side', () => {
  const half = (kind: string) => `${kind}float half(float a) { return a / 2; }\n`;
  const called = CORRECT.replace('2 * x[i]', 'half(x[i])');

  it.each([
    ['of the submission', half('') + called, 'half', '4:23'],
    ['of the C library', `#include <cstdlib>\n${CORRECT.replace('2 * x[i]', 'rand()')}`, 'rand', '4:23'],
    [
      'of the C++ library',
      `#include <algorithm>\n${CORRECT.replace('2 * x[i]', 'std::max(x[i], 2.f)')}`,
      'max',
      '4:23',
    ],
    ['of the CUDA runtime', withChange('2 * x[i]', 'cudaFree(out)'), 'cudaFree', '3:23'],
  ])('is named where a kernel calls a host function %s', async (_, source, name, place) => {
    const result = await compile(source);
    expect(errorsOf(result)).toEqual([`${place} host-function-from-kernel`]);
    expect(wordDiagnostic(only(result)).message).toBe(`The function ${name} exists on the host only.`);
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
    ['"wb.h"', 'libwb'],
    ['<cublas_v2.h>', 'cuBLAS'],
    ['<thrust/sort.h>', 'Thrust'],
  ])('%s is a feature that cannot be judged here, not a mistake', async (header, feature) => {
    const diagnostic = only(await compile(`#include ${header}\n${CORRECT}`));
    expect(diagnostic).toMatchObject({ rule: 'unsupported-feature', line: 1, column: 10, detail: { feature } });
  });

  it('that nobody has is a mistake', async () => {
    const diagnostic = only(await compile(`#include "mine.h"\n${CORRECT}`));
    expect(diagnostic).toMatchObject({ rule: 'compile-error', line: 1, detail: { hint: 'missing-header' } });
  });
});

describe('places', () => {
  const wrong = (before: string) => withChange(GUARDED, `${before}if (i < n) oot[i]`);

  it.each([
    ['lines that end in CR LF', wrong('').replaceAll('\n', '\r\n'), '3:14'],
    ['a byte order mark', `\uFEFF${wrong('')}`, '3:14'],
    ['a byte order mark in the same line', `\uFEFFint a = b;\n${CORRECT}`, '1:9'],
    ['tabs, each as one column', wrong('\t\t'), '3:16'],
    ['letters of more than one byte', wrong('/* größe 日本 */ '), '3:29'],
    ['letters outside the basic plane, as editors count them', wrong('/* 🚀 */ '), '3:23'],
  ])('are right with %s', async (_, source, place) => {
    expect(errorsOf(await compile(source))).toEqual([`${place} undeclared-identifier`]);
  });

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
  it('do not fail a submission, and come from the submission alone', async () => {
    const result = await compile(
      withChange(GUARDED, 'int a[4]; a[7] = 1; if (n = 3) out[0] = a[1];\n  if (i < n) out[i]'),
    );
    expect(result.status).toBe('compiled');
    expect(result.diagnostics.map(({ severity, flag }) => `${severity} ${flag}`)).toEqual([
      'warning array-bounds',
      'warning parentheses',
    ]);
  });

  it('do not tell that the target has 32 bits', async () => {
    const wide = [
      'out[0x200000000] = 1;',
      'size_t bytes = 5000000000; long big = 1L << 40;',
      'if (bytes > 6000000000) out[0] = big;',
      'out[1] = bytes;',
    ].join('\n  ');
    const result = await compile(
      `#include <cstdio>\n#include <cstdint>\n${KERNEL.replace(GUARDED, `${wide}\n  ${GUARDED}`)}${ENTRY.replace(
        'twice<<<',
        'uint64_t all = n; printf("%lu", all);\n  twice<<<',
      )}`,
    );
    expect(result).toMatchObject({ status: 'compiled', diagnostics: [] });
  });

  it('about a local variable that nothing was stored in belong to the memory check', async () => {
    const source = withChange(GUARDED, 'float sum; sum += 1; out[0] = sum;\n  if (i < n) out[i]');
    expect(only(await compile(source))).toMatchObject({ rule: 'uninitialized-read', severity: 'warning', line: 3 });
  });

  it('tell that main is not called', async () => {
    const result = await compile(`${CORRECT}\nint main(int argc, char** argv) { return 0; }\n`);
    expect(result.status).toBe('compiled');
    expect(only(result)).toMatchObject({
      severity: 'warning',
      rule: 'compile-error',
      line: 9,
      column: 5,
      detail: { hint: 'main-left-in' },
    });
  });

  it('do not take a commented main for one', async () => {
    expect(await compile(`${CORRECT}// int main() {\n/* int main() { */\n`)).toMatchObject({ diagnostics: [] });
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
