import { describe, expect, it } from 'vitest';
import { entryName } from '../../grader/compile/signature.ts';
import { wordDiagnostic } from '../../grader/wording/index.ts';
import { CORRECT, ENTRY, KERNEL, only, PROTOTYPE, useCompiler } from './harness.ts';

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
    ['an argument too many', as(HEADING.replace(')', ', int m)')), '5:6', HEADING.replace(')', ', int m)')],
    [
      'an argument of another type',
      as(HEADING.replace('int n', 'float n')),
      '5:6',
      HEADING.replace('int n', 'float n'),
    ],
    ['an input without const', as(HEADING.replace('const ', '')), '5:6', HEADING.replace('const ', '')],
    ['another return type', as(HEADING.replace('void', 'int'), '  return 0;\n'), '5:5', HEADING.replace('void', 'int')],
    ['static', as(`static ${HEADING}`), '5:13', `static ${HEADING}`],
    ['__global__', as(`__global__ ${HEADING}`).replace(/ {2}twice.*\n/, ''), '5:17', `__global__ ${HEADING}`],
    [
      'arguments over several lines',
      as('void scale(\n    float* x, // in\n    int n)'),
      '5:6',
      'void scale( float* x, int n)',
    ],
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

  it.each([
    ['a namespace', `${KERNEL}namespace mine {\n${ENTRY}}\n`],
    ['a class', `${KERNEL}struct Mine {\n${ENTRY}};\n`],
  ])('in %s is told as such', async (_, source) => {
    const diagnostic = only(await compile(source));
    expect(diagnostic).toMatchObject({ rule: 'signature-mismatch', line: 6, column: 6 });
    expect(diagnostic.message).toContain('is inside a namespace');
    expect(wordDiagnostic(diagnostic).hint).toContain('outside of every namespace');
  });

  it('may have overloads beside it', async () => {
    expect(await compile(`${CORRECT}void scale(float* x) {}\n`)).toMatchObject({ status: 'compiled', diagnostics: [] });
  });

  it('is missed where there are only overloads of it', async () => {
    const diagnostic = only(await compile(`${KERNEL}void scale(float* x, int n) {}\nvoid scale(float* x) {}\n`));
    expect(diagnostic).toMatchObject({
      rule: 'signature-mismatch',
      line: 5,
      detail: { got: 'void scale(float* x, int n)' },
    });
  });

  it('may say extern "C" by itself, in a block too', async () => {
    for (const source of [`${KERNEL}extern "C" ${ENTRY}`, `${KERNEL}extern "C" {\n${ENTRY}}\n`]) {
      expect(await compile(source)).toMatchObject({
        status: 'compiled',
        diagnostics: [],
        host: { exports: ['scale'] },
      });
    }
  });

  it.each([
    ['no function at all', ''],
    ['kernels alone', KERNEL],
    ['a function of another name', CORRECT.replace('scale', 'scael')],
    ['a declaration without a body', `${KERNEL}${HEADING};\n`],
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

describe('a program', () => {
  it('has its main as its entry', async () => {
    const result = await compile(`${CORRECT}int main() { return 0; }\n`, null);
    expect(result).toMatchObject({ status: 'compiled', diagnostics: [], host: { exports: ['__main_void'] } });
  });

  it('without a main is told so', async () => {
    const diagnostic = only(await compile(CORRECT, null));
    expect(diagnostic).toMatchObject({ rule: 'compile-error', detail: { hint: 'main-missing' } });
    const words = wordDiagnostic(diagnostic);
    expect(words.message).toMatch(/main/);
    expect(words.hint).toContain('int main()');
  });
});

it.each([
  ['void matmul(const float* m, int n)', 'matmul'],
  ['void  spaced (int n)', 'spaced'],
])('the name in %s is %s', (prototype, name) => {
  expect(entryName(prototype)).toBe(name);
});
