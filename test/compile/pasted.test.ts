import { describe, expect, it } from 'vitest';
import { pastedIn, withPasted } from '../../grader/compile/pasted.ts';
import type { Diagnostic, PastedKind } from '../../grader/compile/program.ts';
import { worded } from '../../grader/explain/index.ts';

describe('pastedIn', () => {
  it.each<[string, PastedKind]>([
    ['```cuda', 'markdown-fence'],
    ['```', 'markdown-fence'],
    ['~~~', 'markdown-fence'],
    ['%%writefile gray.cu', 'cell-magic'],
    ['%%cu', 'cell-magic'],
    ['%load_ext nvcc4jupyter', 'cell-magic'],
    ['!nvcc -o gray gray.cu && ./gray', 'cell-magic'],
    ['!./gray', 'cell-magic'],
    ['import torch', 'python-text'],
    ['from torch.utils.cpp_extension import load_inline', 'python-text'],
    ['def rgb_to_grayscale(x):', 'python-text'],
    ['for i in range(n):', 'python-text'],
    ["cuda_src = r'''", 'python-text'],
    ['print("done")', 'python-text'],
    ['Sure! Here is the kernel:', 'chat-text'],
    ['Here\u2019s the corrected version:', 'chat-text'],
    ['This kernel converts each pixel to gray.', 'chat-text'],
    ['### Explanation', 'chat-text'],
    ['- **Guard**: keeps extra threads out', 'chat-text'],
    ['int i = n \u2013 1;', 'copied-character'],
    ['printf(\u201cdone\u201d);', 'copied-character'],
    ['if (i \u2264 n) return;', 'copied-character'],
  ])('takes %j for %s', (line, kind) => {
    expect(pastedIn(line)?.kind).toBe(kind);
  });

  it.each([
    'int i = blockIdx.x * blockDim.x + threadIdx.x',
    '#include <cuda_runtime.h>',
    '# define N 16',
    '__global__ void gray(const float* x) {',
    'gray<<<blocks, threads>>>(x, out, n);',
    'Matrix product(a, b);',
    'import_rows(x, n);',
    'for (int i = 0; i < n; i++)',
    'case 1:',
    'public:',
    'std::string s = "it\u2019s \u2013 fine";',
    'x = y % z;',
    'if (!done) return;',
    'printf("%d", i)',
    'print(x);',
    'unsigned int tile_width_of_the_block',
    'float a = b // a \u2013 b',
    '* **p = q;',
    'default:',
    '',
  ])('takes %j for code', (line) => {
    expect(pastedIn(line)).toBeNull();
  });
});

describe('withPasted', () => {
  const error = (line: number, message = 'expected unqualified-id'): Diagnostic => ({
    severity: 'error',
    message,
    file: 'gray.cu',
    line,
    column: 1,
    side: 'host',
    rule: 'compile-error',
  });

  it('keeps one error for text that is not code, and those before it', () => {
    const text = 'int a\nint b;\nSure! Here is the rest:\nvoid f() {}\n```\n';
    const found = withPasted([error(1), error(3), error(4), error(5)], text, 'gray.cu');
    expect(found.map(({ line, detail }) => [line, detail?.hint])).toEqual([
      [1, undefined],
      [3, 'chat-text'],
    ]);
  });

  it('changes nothing if no rejected line is such text', () => {
    const all = [error(1), { ...error(2), severity: 'warning' as const }, { ...error(3), file: 'other.h' }];
    expect(withPasted(all, 'int a\nimport torch\n```\n', 'gray.cu')).toEqual(all);
  });

  it('takes a call of a function that the program defines for code', () => {
    const all = [error(2, "expected ';' after expression")];
    expect(withPasted(all, 'void print(int x) {}\nprint(n)\n', 'gray.cu')).toEqual(all);
  });

  it('examines no line that nobody types', () => {
    expect(pastedIn(`import ${'a'.repeat(2000)}`)).toBeNull();
  });

  it('gives each kind a sentence and an instruction', () => {
    const [found] = withPasted([error(1)], 'int i = n \u2013 1;', 'gray.cu');
    const { hint = '', topic } = found?.detail ?? {};
    const detail = { kind: 'compiler-message' as const, text: found?.message ?? '', hint, ...(topic && { topic }) };
    const words = worded({ rule: 'compile-error', severity: 'error', detail });
    expect(words.message).toBe('The character \u2013 (U+2013) is not CUDA: it looks like one of the keyboard.');
    expect(words.hint).toMatch(/Type the character again with the keyboard\.$/);
  });
});
