import { describe, expect, it } from 'vitest';
import { entryMismatch, entryName, unusedMain } from '../../grader/compile/signature.ts';
import { sourceOf } from '../../grader/compile/sources.ts';
import { wordDiagnostic } from '../explain/facts.ts';
import { CORRECT, ENTRY, FILE, KERNEL, only, PROTOTYPE, useCompiler } from './harness.ts';

const compile = useCompiler();
const HEADING = 'void scale(const float* x, float* out, int n)';
const as = (heading: string, end = '') => `${KERNEL}${heading} {\n  twice<<<1, 256>>>(nullptr, nullptr, 1);\n${end}}\n`;

describe('an entry point', () => {
  it.each<[what: string, source: string, place: string, got: string]>([
    [
      'an argument too few',
      as('void scale(const float* x, float* out)'),
      '5:6',
      'void scale(const float* x, float* out)',
    ],
    [
      'an argument of another type',
      as(HEADING.replace('int n', 'float n')),
      '5:6',
      HEADING.replace('int n', 'float n'),
    ],
    ['another return type', as(HEADING.replace('void', 'int'), '  return 0;\n'), '5:5', HEADING.replace('void', 'int')],
    [
      'a template',
      as(`template <typename T> ${HEADING.replaceAll('float', 'T')}`),
      '5:28',
      HEADING.replaceAll('float', 'T'),
    ],
    ['__global__', as(`__global__ ${HEADING}`).replace(/ {2}twice.*\n/, ''), '5:17', `__global__ ${HEADING}`],
  ])('with %s is shown as expected and got', async (_, source, place, got) => {
    const diagnostic = only(await compile(source));
    expect(diagnostic).toMatchObject({
      rule: 'signature-mismatch',
      message: 'the function scale has another signature than the exercise asks for',
      detail: { expected: PROTOTYPE, got },
    });
    expect(`${diagnostic.line}:${diagnostic.column}`).toBe(place);
    expect(wordDiagnostic(diagnostic).message).toContain(`expected ${PROTOTYPE}; got ${got}`);
  });

  it.each([['a namespace', `${KERNEL}namespace mine {\n${ENTRY}}\n`]])('is reported in %s', async (_, source) => {
    const diagnostic = only(await compile(source));
    expect(diagnostic).toMatchObject({ rule: 'signature-mismatch', line: 6, column: 6 });
    expect(diagnostic.message).toContain('is inside a namespace');
    const words = wordDiagnostic(diagnostic);
    expect(words.message).not.toContain('expected');
    expect(words.hint).toContain('outside of every namespace');
  });

  it.each(['static', 'static inline'])('that is %s cannot be called', async (specifiers) => {
    const diagnostic = only(await compile(as(`${specifiers} ${HEADING}`)));
    expect(diagnostic).toMatchObject({
      rule: 'signature-mismatch',
      line: 5,
      message: 'the function scale is static, so other files cannot call it',
    });
    expect(wordDiagnostic(diagnostic).hint).toBe('Remove `static` from the declaration.');
  });

  it('that a using declaration takes from a namespace is reported at that line', async () => {
    const diagnostic = only(await compile(`${KERNEL}namespace mine {\n${ENTRY}}\nusing mine::scale;\n`));
    expect(diagnostic).toMatchObject({ rule: 'signature-mismatch', line: 10 });
    expect(diagnostic.message).toContain('is inside a namespace');
  });

  it.each([
    `inline ${HEADING}`,
    `__host__ inline ${HEADING} noexcept`,
    `__forceinline__ __host__ ${HEADING}`,
    `extern "C++" ${HEADING}`,
    `extern "C++" inline ${HEADING}`,
    `extern "C++" ${HEADING};\n${HEADING}`,
    `extern ${HEADING}`,
    `[[maybe_unused]] ${HEADING}`,
    `__attribute__((noinline)) ${HEADING}`,
    `__attribute__((always_inline)) inline ${HEADING}`,
    `${HEADING} noexcept(true)`,
    `${HEADING} throw()`,
    `auto ${HEADING.slice('void '.length)} -> void`,
    'void scale(const float* const x, float* const out, const int n)',
    'using In = const float*;\ntypedef float* Out;\nvoid scale(In x, Out out, signed n)',
    'void scale(float const* __restrict__ x, float out[], int n = 1)',
  ])('may be declared as %s', async (heading) => {
    expect(await compile(as(heading))).toMatchObject({
      status: 'compiled',
      diagnostics: [],
      host: { exports: ['scale'] },
    });
  });

  it('may be for both sides', async () => {
    const body = '#ifndef __CUDA_ARCH__\n  twice<<<1, 256>>>(x, out, n);\n#endif\n';
    expect(await compile(`${KERNEL}__host__ __device__ ${HEADING} {\n${body}}\n`)).toMatchObject({
      status: 'compiled',
      diagnostics: [],
    });
  });

  it('may have overloads beside it', async () => {
    expect(await compile(`${CORRECT}void scale(float* x) {}\n`)).toMatchObject({ status: 'compiled', diagnostics: [] });
  });

  it('may say extern "C" by itself', async () => {
    expect(await compile(`${KERNEL}extern "C" {\n${ENTRY}}\n`)).toMatchObject({
      status: 'compiled',
      diagnostics: [],
      host: { exports: ['scale'] },
    });
  });

  it.each([
    ['kernels alone', KERNEL],
    [
      'a function of another name and other parameters',
      CORRECT.replace(HEADING, 'void scael(float* out, const float* x, int n)'),
    ],
  ])('is missed in a file with %s', async (_, source) => {
    const diagnostic = only(await compile(source));
    expect(diagnostic).toMatchObject({
      rule: 'signature-mismatch',
      line: 0,
      message: 'there is no function scale',
      detail: { expected: PROTOTYPE, hint: 'entry-missing' },
    });
    expect(wordDiagnostic(diagnostic).message).toContain(PROTOTYPE);
  });
});

describe('a function of another name', () => {
  it('is named, with its line, where it takes what is asked for', async () => {
    const diagnostic = only(await compile(CORRECT.replace('void scale(', 'void scael(')));
    expect(diagnostic).toMatchObject({
      rule: 'signature-mismatch',
      message: 'there is no function scale; this one takes the same parameters and is called scael',
      detail: { hint: 'other-name' },
    });
    expect(CORRECT.split('\n')[diagnostic.line - 1]).toContain('void scale(');
    expect(wordDiagnostic(diagnostic).hint).toContain('starter file');
  });
});

describe('a program', () => {
  it('has its main as its entry', async () => {
    const result = await compile(`${CORRECT}int main() { return 0; }\n`, null);
    expect(result).toMatchObject({ status: 'compiled', diagnostics: [], host: { exports: ['__main_void'] } });
  });

  it('is reported without a main', async () => {
    const diagnostic = only(await compile(CORRECT, null));
    expect(diagnostic).toMatchObject({ rule: 'compile-error', detail: { hint: 'main-missing' } });
    const words = wordDiagnostic(diagnostic);
    expect(words.message).toMatch(/main/);
    expect(words.hint).toContain('int main()');
  });
});

describe('entryMismatch', () => {
  const missed = (text: string) => entryMismatch(null, sourceOf(text, FILE, PROTOTYPE));

  it.each([
    ['an argument too many', HEADING.replace(')', ', int m)'), HEADING.replace(')', ', int m)')],
    ['an input without const', HEADING.replace('const ', ''), HEADING.replace('const ', '')],
    ['arguments over several lines', 'void scale(\n    float* x, // in\n    int n)', 'void scale( float* x, int n)'],
  ])('shows the definition with %s in one line', (_, heading, got) => {
    expect(missed(`int a;\n${heading} {\n}\n`)).toMatchObject({ line: 2, column: 6, detail: { got } });
  });

  it('finds one of another name behind macros and beside what is nested', () => {
    const other = HEADING.replace('scale', 'scael');
    const text = `namespace mine {\n${other} {}\n}\nstatic __attribute__((noinline)) EXPORTED(1)\n${other} {\n}\n`;
    expect(missed(text)).toMatchObject({ line: 5, column: 6, detail: { hint: 'other-name', got: other } });
  });

  it('takes the first of several definitions', () => {
    const text = 'void scale(float* x, int n) {}\nvoid scale(float* x) {}\n';
    expect(missed(text)).toMatchObject({ line: 1, detail: { got: 'void scale(float* x, int n)' } });
  });

  it.each([
    ['nothing', ''],
    ['a declaration', `${HEADING};\n`],
    ['a comment', `// ${HEADING} {\n/* ${HEADING} { */\n`],
    ['a text', `const char* text = "${HEADING} {";\n`],
    ['calls', `void f() { if (a) scale(x, out, n); }\n`],
    ['a longer name', 'void upscale(int n) {}\n'],
  ])('finds no definition in %s', (_, text) => {
    expect(missed(text)).toMatchObject({ line: 0, message: 'there is no function scale' });
  });

  it('knows a definition in a class from one after it', () => {
    const method = `struct Mine {\n  ${HEADING} {}\n};\n`;
    expect(missed(method)?.message).toContain('inside a namespace, a class');
    expect(missed(`struct Mine { int a; };\nextern "C" {\nint ${HEADING.slice(5)} {}\n}\n`)?.message).toContain(
      'another signature',
    );
  });

  it('leaves other errors of the compiler alone', () => {
    const error = { message: "expected ';'", line: 1, column: 1, file: FILE, side: 'host', severity: 'error' } as const;
    expect(entryMismatch({ ...error, rule: 'compile-error' }, sourceOf(ENTRY, FILE, PROTOTYPE))).toBeNull();
  });
});

describe('unusedMain', () => {
  it('warns of a main with its place', () => {
    const source = sourceOf(`${CORRECT}int main(int argc, char** argv) {\n}\n`, FILE, PROTOTYPE);
    const [warning] = unusedMain(source);
    expect(warning).toMatchObject({ severity: 'warning', rule: 'compile-warning', line: 8, column: 5 });
    expect(warning && wordDiagnostic(warning).hint).toMatch(/main/);
  });

  it('ignores comments, declarations and calls, and everything in a program', () => {
    const others = '// int main() {\n/* int main() { */\nint main();\nint domain() {}\n';
    expect(unusedMain(sourceOf(others, FILE, PROTOTYPE))).toEqual([]);
    expect(unusedMain(sourceOf('int main() {}\n', FILE, null))).toEqual([]);
  });

  it.each([
    ['#ifdef WITH_MAIN\nint main() {}\n#endif\n', []],
    ['#ifndef WITH_MAIN\nint main() {}\n#endif\n', ['main-left-in']],
  ])('ignores a main that a condition leaves out: %j', async (end, hints) => {
    const { diagnostics } = await compile(`${CORRECT}${end}`);
    expect(diagnostics.map(({ detail }) => detail?.hint)).toEqual(hints);
  });
});

it.each([
  ['void matmul(const float* m, int n)', 'matmul'],
  ['void  spaced (int n)', 'spaced'],
])('the name in %s is %s', (prototype, name) => {
  expect(entryName(prototype)).toBe(name);
});
