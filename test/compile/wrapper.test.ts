import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CompileResult, Compiler } from '../../grader/compile/index.ts';
import { withWrapper } from '../../grader/compile/wrapper.ts';
import { entryOptions } from '../../grader/pipeline/grade/entry.ts';
import { loadAssignment } from '../../grader/spec/index.ts';

const { spec } = loadAssignment(new URL('../../assignments/grid-stride', import.meta.url).pathname);
const entry = entryOptions(spec);
const HEADING = '__global__ void saxpy(float a, const float* x, const float* y, float* out, int n)';
const BODY = '{\n  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = a * x[i] + y[i];\n}\n';

let compiler: Compiler;
beforeAll(async () => {
  compiler = new Compiler();
  await compiler.version();
});
afterAll(() => compiler.dispose());
const compile = (source: string): Promise<CompileResult> =>
  compiler.compile(source, 'mine.cu', { ...entry, heapBytes: 2 ** 20, timeoutMs: 60_000 });

describe('a kernel that the grader launches', () => {
  it.each([
    ['as asked', `${HEADING} ${BODY}`],
    ['static, with launch bounds', `static ${HEADING.replace('saxpy', '__launch_bounds__(256) saxpy')} ${BODY}`],
    ['in an anonymous namespace', `namespace {\n${HEADING} ${BODY}}\n`],
    ['with restrict', `${HEADING.replaceAll('* ', '* __restrict__ ')} ${BODY}`],
  ])('may be %s', async (_, source) => {
    expect((await compile(source)).diagnostics).toEqual([]);
  });

  it.each([
    ['with another type', HEADING.replace('int n', 'long long n'), '1:17'],
    ['with an argument too few', HEADING.replace(', int n', ', float n'), '1:17'],
    ['without __global__', HEADING.replace('__global__ ', ''), '1:6'],
    ['in a namespace', `namespace mine {\n${HEADING}`, '2:17'],
    ['under another name', HEADING.replace('saxpy', 'add'), '1:17'],
  ])('is reported with %s, with both declarations', async (_, heading, place) => {
    const source = `${heading} ${BODY.replace('threadIdx.x', '0').replace('blockDim.x', '1')}${heading.startsWith('namespace') ? '}\n' : ''}`;
    const { status, diagnostics } = await compile(source);
    expect(status).toBe('rejected');
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ line, column, rule }) => `${line}:${column} ${rule}`)).toEqual([
      `${place} signature-mismatch`,
    ]);
    expect(errors[0]?.detail?.expected).toBe(HEADING);
  });

  it.each([
    ['a brace is missing', `${HEADING} ${BODY.replace('}\n', '')}`],
    ['a semicolon is missing', `${HEADING} ${BODY.replace(';\n', '\n')}`],
    ['a comment has no end', `${HEADING} ${BODY}/* the end\n`],
  ])('is not said to have another signature where %s', async (_, source) => {
    const { diagnostics } = await compile(source);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.length).toBeGreaterThan(0);
    for (const { rule, line } of errors) {
      expect(rule).toBe('compile-error');
      expect(line).toBeGreaterThan(0);
      expect(line).toBeLessThan(5);
    }
  });

  it('leaves the lines of the submission as they are', () => {
    const text = withWrapper('int a;\n', entry.wrapper, 'mine.cu');
    expect(text.startsWith('int a;\n\n#line 1 ')).toBe(true);
    expect(withWrapper('int a;\n', undefined, 'mine.cu')).toBe('int a;\n');
  });
});
