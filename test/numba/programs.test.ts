import { beforeAll, describe, expect, it } from 'vitest';
import { type Extracted, extractCuda } from '../../grader/handin/extract.ts';
import { type GrammarParser, loadPythonParser } from '../../grader/handin/parser.ts';
import type { AssignmentSpec } from '../../grader/spec/index.ts';

let parser: GrammarParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

const ENTRY = {
  style: 'device-pointers',
  function: 'work',
  parameters: [
    { name: 'x', role: 'input', type: 'float32', shape: ['n'] },
    { name: 'out', role: 'output', type: 'float32', shape: ['n'] },
    { name: 'n', role: 'scalar', type: 'int32' },
  ],
} as const as unknown as AssignmentSpec['entry'];

function extracted(text: string): Extracted {
  return extractCuda(text, 'mine.py', ['work'], parser, ENTRY);
}

/** Returns the translated lines, or the reason why there are none. */
function source(text: string): string {
  const found = extracted(text);
  return found.kind === 'source' ? found.source : found.reason;
}

const IMPORT = 'import math\nimport numpy as np\nfrom numba import cuda, float32\n';
const KERNEL = '@cuda.jit\ndef k(x, out):\n    out[0] = x[0]\n';
const WORK = 'def work(x, out, n):\n    k[n, 32](x, out)\n';
const indented = (text: string): string => text.replace(/^(?=.)/gm, '    ');

/** Returns a program whose kernel stores an expression; `before` is outside of functions. */
function storing(expression: string, before = ''): string {
  return `${IMPORT}${before}@cuda.jit\ndef k(x, out):\n    out[0] = ${expression}\n${WORK}`;
}

describe('statements outside of functions', () => {
  it.each([
    [
      '`try` around the import',
      `try:\n    from numba import cuda\nexcept ImportError:\n    cuda = None\n${KERNEL}${WORK}`,
    ],
    [
      '`if cuda.is_available()`',
      `${IMPORT}if cuda.is_available():\n${indented(KERNEL)}else:\n    def k(x, out): pass\n${WORK}`,
    ],
    [
      'a condition that is not known',
      `${IMPORT}import sys\nif len(sys.argv) > 1 or cuda.is_available():\n${indented(KERNEL)}${WORK}`,
    ],
    [
      'a constant condition',
      `${IMPORT}FAST = True\nif not FAST:\n    def k(x, out): pass\nelse:\n${indented(KERNEL)}${WORK}`,
    ],
    ['another name for the function', `${IMPORT}${KERNEL}${WORK.replace('work', 'first')}work = first\n`],
    ['another name for the kernel', `${IMPORT}${KERNEL.replace('def k', 'def fast')}k = fast\n${WORK}`],
    ['`with`', `${IMPORT}import warnings\nwith warnings.catch_warnings():\n${indented(KERNEL)}${WORK}`],
  ])('reads %s', (_, text) => {
    expect(source(text)).toMatch(/static __global__ void (?:k|fast)\b[\s\S]*void work\(/);
  });

  it('does not read what runs only as a program', () => {
    const text = storing('N', "N = 3\nif __name__ == '__main__':\n    N = 4\n");
    expect(source(text)).toContain('= (float)3ll;');
  });

  it.each([
    ['a class', `${IMPORT}class A:\n    @staticmethod\n${indented(KERNEL)}${WORK}`, /^mine\.py:6:5: .* in a class/],
    ['a loop', `${IMPORT}for i in range(1):\n${indented(KERNEL)}${WORK}`, /^mine\.py:5:5: .* in a loop/],
    ['an assignment', `${IMPORT}${KERNEL}work = [0][0]\n`, /^mine\.py:7:1: .* how `work` is made here/],
    ['a method', `${IMPORT}${KERNEL}class A:\n${indented(WORK)}`, /^mine\.py:8:9: .* how `work` is made here/],
    ['an import', `${IMPORT}${KERNEL}from other import work\n`, /^mine\.py:7:1: .* how `work` is made here/],
    [
      'two kernels of one name',
      `${IMPORT}import sys\nif sys.argv:\n${indented(KERNEL)}else:\n${indented(KERNEL)}${WORK}`,
      /^mine\.py:10:5: `k` is defined in line 7, too/,
    ],
  ])('leaves the grade open for %s', (_, text, reason) => {
    expect(extracted(text)).toMatchObject({
      kind: 'refused',
      isUntranslated: true,
      reason: expect.stringMatching(reason),
    });
  });
});
