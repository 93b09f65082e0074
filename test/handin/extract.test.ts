import { beforeAll, describe, expect, it } from 'vitest';
import { type Extracted, extractCuda, type GrammarParser, loadPythonParser } from '../../grader/handin/index.ts';

let parser: GrammarParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

const extract = (text: string, name = 'mine.py', asked = ['gray']): Extracted => extractCuda(text, name, asked, parser);

function sourceOf(text: string, name?: string, asked?: string[]) {
  const extracted = extract(text, name, asked);
  if (extracted.kind !== 'source') throw new Error(extracted.reason);
  return extracted;
}

function refusalOf(text: string, name?: string, asked?: string[]) {
  const extracted = extract(text, name, asked);
  if (extracted.kind !== 'refused') throw new Error(`it has source: ${extracted.source}`);
  return extracted;
}

const notebook = (cells: (string | string[])[], more: object = {}) =>
  JSON.stringify({ nbformat: 4, cells: cells.map((source) => ({ cell_type: 'code', source, outputs: [] })), ...more });

const KERNEL = '__global__ void k(float* x) {\n  x[0] = 1;\n}\nvoid gray(float* x) { k<<<1, 1>>>(x); }\n';
const lineOf = (text: string, part: string) => text.split('\n').findIndex((line) => line.includes(part)) + 1;

it('reads a cell of %%grade that is Python', () => {
  const cell = `%%grade grayscale\nsource = r'''\n${KERNEL}'''\nload_inline('m', '', cuda_sources=source)\n`;
  const { source, fileName } = sourceOf(notebook([cell]), 'mine.ipynb');
  expect(fileName).toBe('mine.ipynb cell 1');
  expect(lineOf(source, 'x[0] = 1')).toBe(lineOf(cell, 'x[0] = 1'));
});

it('reads a file that a shell writes', () => {
  const cell = `%%bash\nmkdir -p out\ncat > gray.cu <<'EOF'\n${KERNEL}EOF\nnvcc gray.cu\n`;
  const { source, fileName } = sourceOf(notebook([cell]), 'mine.ipynb');
  expect(fileName).toBe('mine.ipynb cell 1');
  expect(lineOf(source, 'x[0] = 1')).toBe(lineOf(cell, 'x[0] = 1'));
});

it('tells braces of C++ in an f-string', () => {
  const { reason } = refusalOf(`N = 4\nsource = f'''\n${KERNEL}'''\nload_inline('m', '', cuda_sources=source)\n`);
  expect(reason).toMatch(
    /^mine\.py:\d+:\d+: not valid Python\. In an f-string, the braces of C\+\+ are `\{\{` and `\}\}`/,
  );
});

describe('a Python program', () => {
  it.each([
    [
      'load_inline',
      `from torch.utils.cpp_extension import load_inline\nsrc = r'''\n${KERNEL}'''\nload_inline('m', cpp_sources='', cuda_sources=[src])\n`,
    ],
    ['SourceModule', `import pycuda.compiler as c\n\nmod = c.SourceModule("""\n${KERNEL}""")\n`],
    ['RawModule', `import cupy as cp\nmod = cp.RawModule(code=r'''\n${KERNEL}''')\n`],
    ['a text alone', `source = '''\n${KERNEL}'''\n`],
    ['a function', `def build():\n    src = '''\n${KERNEL}'''\n    return compile_it(src)\n`],
    ['CRLF lines', `src = r'''\n${KERNEL}'''\n`.replaceAll('\n', '\r\n')],
    ['tabs', `if True:\n\tsrc = '''\n${KERNEL}'''\n`],
  ])('keeps each line of the source where it is: %s', (_, python) => {
    const { source, fileName } = sourceOf(python);
    expect(fileName).toBe('mine.py');
    for (const part of ['__global__ void k', 'x[0] = 1', 'void gray'])
      expect(lineOf(source, part)).toBe(lineOf(python, part));
    expect(source.replace(/#include.*/g, '').trim()).toBe(KERNEL.trim());
  });

  it('puts the headers of PyTorch before a source of load_inline', () => {
    const { source, headers } = sourceOf(`src = r'''\n${KERNEL}'''\nload_inline('m', '', cuda_sources=src)\n`);
    expect(source.startsWith('#include "before.cuh"\n__global__')).toBe(true);
    expect(headers).toEqual([
      {
        path: 'before.cuh',
        name: 'before.cuh',
        given: true,
        text: expect.stringContaining('#include <torch/types.h>'),
      },
    ]);
  });

  it.each([
    [
      'f-strings',
      "N = 4 * 4\nsrc = f'''\n#define N {N}\nvoid gray(float* x) {{ int a = N; }}\n__global__ void k() {{}}\n'''\n",
      '#define N 16',
    ],
    [
      'format',
      "src = '''\nvoid gray(float* x) {{ int a = {n}; }}\n__global__ void k() {{}}\n'''.format(n=7)\n",
      'int a = 7;',
    ],
    ['percent', "src = '''\nvoid gray(float* x) { int a = %d; }\n__global__ void k() {}\n''' % 7\n", 'int a = 7;'],
    [
      'replace',
      "src = '''\nvoid gray(float* x) { int a = TILE; }\n__global__ void k() {}\n'''.replace('TILE', str(32))\n",
      'int a = 32;',
    ],
    [
      'addition',
      "a = 'void gray(float* x) { '\nb = '__global__'\nsrc = b + ' void k() {}\\n' + a + 'int a = 7; }'\n",
      'int a = 7;',
    ],
    [
      'augmented addition',
      "src = '__global__ void k() {}\\n'\nsrc += 'void gray(float* x) { int a = 7; }'\n",
      'int a = 7;',
    ],
    [
      'adjacent texts',
      "src = ('__global__ void k() {}\\n'\n       'void gray(float* x) { int a = 7; }')\n",
      'int a = 7;',
    ],
    ['join', "src = '\\n'.join(['__global__ void k() {}', 'void gray(float* x) { int a = 7; }'])\n", 'int a = 7;'],
    [
      'dedent',
      "import textwrap\nsrc = textwrap.dedent('''\n    __global__ void k() {}\n    void gray(float* x) { int a = 7; }\n''')\n",
      'int a = 7;',
    ],
    [
      'Template',
      "from string import Template\nsrc = Template('''\n__global__ void k() {}\nvoid gray(float* x) { int a = $n; }\n''').substitute(n=7)\n",
      'int a = 7;',
    ],
  ])('evaluates constants: %s', (_, python, expected) => {
    const { source, headers } = sourceOf(python);
    expect([source, ...headers.map(({ text }) => text)].join('\n')).toContain(expected);
  });

  it('reads escapes as Python does', () => {
    const python = 'src = """\n__global__ void k() { printf("a\\\\n"); }\nvoid gray() {}\n"""\n';
    expect(sourceOf(python).source).toContain('printf("a\\n");');
    const raw = 'src = r"""\n__global__ void k() { printf("a\\n"); }\nvoid gray() {}\n"""\n';
    expect(sourceOf(raw).source).toContain('printf("a\\n");');
  });

  it('keeps the line of an escape that ends a line of the source', () => {
    const { source, headers } = sourceOf(
      '\n\nsrc = """\n__global__ void k() { printf("a\\n"); }\nvoid gray() {}\n"""\n',
    );
    const parts = [source, ...headers.map(({ text }) => text)];
    const main = parts.find((text) => text.includes('void gray')) ?? '';
    expect(lineOf(main, '"); }')).toBe(4);
    expect(lineOf(main, 'void gray')).toBe(5);
    expect(parts.some((text) => lineOf(text, 'printf("a') === 4)).toBe(true);
  });

  it('takes the source that defines what is asked for, of several', () => {
    const python = `one = '''\n__global__ void other() {}\n'''\ntwo = '''\n${KERNEL}'''\n`;
    expect(sourceOf(python).source).toContain('void gray');
  });

  it('takes the last one of several that define it, with a note', () => {
    const python = `one = '''\n${KERNEL}'''\ntwo = '''\n// better\n${KERNEL}'''\n`;
    const { source, note } = sourceOf(python);
    expect(source).toContain('// better');
    expect(note).toBe('2 sources in mine.py define `gray`: mine.py:5, mine.py:12. The last one is graded.');
  });

  const OLD = `'''\n// old\n${KERNEL}'''`;
  const NEW = `'''\n// new\n${KERNEL}'''`;
  it.each([
    ['an unused text after it', `src = ${NEW}\nload_inline('m', '', cuda_sources=[src])\nold = ${OLD}\n`],
    ['an unused text before it', `old = ${OLD}\nsrc = ${NEW}\nload_inline('m', '', cuda_sources=[src])\n`],
    ['a name that is assigned again', `src = ${OLD}\nsrc = ${NEW}\nload_inline('m', '', cuda_sources=[src])\n`],
    ['a text in a branch that never runs', `if False:\n    src = ${OLD}\nother = ${NEW}\n`],
    [
      'a branch that a constant chooses',
      `FAST = False\nif FAST:\n    src = ${OLD}\nelse:\n    src = ${NEW}\nload_inline('m', '', cuda_sources=src)\n`,
    ],
    [
      'a function that checks it first',
      `def build(src):\n    check(src)\n    return SourceModule(src)\nold = ${OLD}\nbuild(${NEW})\n`,
    ],
    ['a text that is a comment', `${OLD}\nsrc = ${NEW}\n`],
    [
      'a function that returns it',
      `def make():\n    return ${NEW}\nold = ${OLD}\nload_inline('m', '', cuda_sources=make())\n`,
    ],
    [
      'a function that hands it on',
      `def load(src, funcs):\n    return load_inline('m', '', cuda_sources=[src])\nsrc = ${NEW}\nold = ${OLD}\nload(src, [])\n`,
    ],
    [
      'a function that takes it by name',
      `def load(cuda_src):\n    return load_inline('m', '', cuda_sources=cuda_src)\nload(cuda_src=${NEW})\nold = ${OLD}\n`,
    ],
    ['a dictionary', `all = {'a': ${NEW}, 'b': ${OLD}}\nload_inline('m', '', cuda_sources=all['a'])\n`],
    ['arguments in a dictionary', `old = ${OLD}\ngiven = dict(cuda_sources=[${NEW}])\nload_inline('m', **given)\n`],
    ['an attribute', `class A:\n    new = ${NEW}\n    old = ${OLD}\nload_inline('m', '', cuda_sources=A.new)\n`],
    [
      'an attribute of self',
      `class A:\n    new = ${NEW}\n    old = ${OLD}\n    def make(self):\n        load_inline('m', '', cuda_sources=self.new)\n`,
    ],
    [
      'a list that grows',
      `old = ${OLD}\nparts = []\nparts.append(${NEW})\nparts.extend(['// end'])\nload_inline('m', '', cuda_sources=parts)\n`,
    ],
    ['values by name', `old = ${OLD}\nload_inline('m', '', cuda_sources=${NEW} % {'n': 3} + '// %(n)d' % {'n': 3})\n`],
  ])('takes the text that is compiled, with %s', (_, python) => {
    const { source, headers, note } = sourceOf(python);
    const text = [source, ...headers.map((header) => header.text)].join('\n');
    expect(text).toContain('// new');
    expect(text).not.toContain('// old');
    expect(note).toBeNull();
  });

  it('puts C++ of `cpp_sources` that has the function after the CUDA source', () => {
    const cpp = "cpp = 'void gray(float* x) { launch(x); }'\n";
    const python = `${cpp}cuda = '''\n__global__ void k(float* x) {}\nvoid launch(float* x) { k<<<1, 1>>>(x); }\n'''\nload_inline('m', cpp_sources=[cpp], cuda_sources=[cuda])\n`;
    const { source, headers } = sourceOf(python);
    const text = [...headers.map((header) => header.text), source].join('\n');
    expect(text).toMatch(/__global__ void k[\s\S]*void gray/);
    const isWhole = python.replace('void launch', 'void gray');
    expect(sourceOf(isWhole).source).not.toContain('launch(x)');
  });

  it('does not take a part of a list that a loop makes longer', () => {
    const python = `parts = []\nfor n in range(2):\n    parts.append(f'#define N {n}')\nparts.append(${OLD})\nother = ${NEW}\nload_inline('m', '', cuda_sources=parts)\n`;
    expect(refusalOf(python).reason).toContain('is known only when it runs');
  });

  it.each([
    [
      "load('m', sources=['a.cpp', 'src/mine.cu'])\n",
      'mine.py compiles the file `src/mine.cu`, which is not in it. Hand in `mine.cu`.',
    ],
    [
      "load_inline('m', '', cuda_sources=Path('mine.cu').read_text())\n",
      'mine.py compiles the file `mine.cu`, which is not in it. Hand in `mine.cu`.',
    ],
    [
      "k = cp.ReductionKernel('T x', 'T y', 'x', 'a + b', 'y = a', '0')\n",
      'mine.py:1: `ReductionKernel` is not translated.',
    ],
    ['@triton.jit\ndef k(x): pass\n', 'mine.py has kernels in Triton'],
    [
      'from numba import vectorize\n@vectorize(["f4(f4)"], target="cuda")\ndef f(a): return a\n',
      'Write the kernel with `@cuda.jit`',
    ],
    ['%load_ext grade\nx = 1\n', 'mine.py:1:1: a line for notebooks, and no Python: hand in the .ipynb file.'],
  ])('says what to hand in in the place of %j', (python, reason) => {
    expect(refusalOf(python).reason).toContain(reason);
  });

  it.each([
    [
      'calls a function that it does not define',
      `one = ${OLD}\ntwo = ${NEW}\nload_inline('m', '', cuda_sources=pick(one, two))\n`,
    ],
    [
      'has a branch that it takes when it runs',
      `if len(argv) > 1:\n    src = ${OLD}\nelse:\n    src = ${NEW}\nload_inline('m', '', cuda_sources=src)\n`,
    ],
    [
      'has a function that returns one of two',
      `def make(n):\n    if n:\n        return ${OLD}\n    return ${NEW}\nload_inline('m', '', cuda_sources=make(1))\n`,
    ],
    [
      'uses another one on an error',
      `try:\n    src = ${OLD}\nexcept OSError:\n    src = ${NEW}\nload_inline('m', '', cuda_sources=src)\n`,
    ],
  ])('asks which of several texts is compiled if a program %s', (_, python) => {
    expect(refusalOf(python).reason).toContain('The source that mine.py compiles is known only when it runs.');
  });

  it('does not take what a loop makes for what one turn of it makes', () => {
    const python = `src = '__global__ void k() {}\\nvoid gray() {'\nfor i in range(3):\n    src += f'int a{i};'\nsrc += '}'\nSourceModule(src)\n`;
    expect(refusalOf(python).reason).toContain('is known only when it runs');
    const other = `N = 32\nfor N in (8, 16):\n    src = f'''\n#define N {N}\n__global__ void k() {{}}\nvoid gray() {{}}\n'''\nSourceModule(src)\n`;
    expect(refusalOf(other).reason).toContain('is known only when it runs');
  });

  it('takes the only text if the program compiles one that is not known', () => {
    expect(sourceOf(`src = ${NEW}\nself.src = src\nload_inline('m', '', cuda_sources=self.src)\n`).source).toContain(
      '// new',
    );
  });

  it('asks with a list if none of several defines it', () => {
    const { reason, details } = refusalOf(
      "a = '''\n__global__ void f() {}\n'''\nb = '''__global__ void g(int n) { if (n) {} }'''\n",
    );
    expect(reason).toContain('mine.py has 2 CUDA sources, and none defines `gray`.');
    expect(details).toEqual(['mine.py:1: defines f', 'mine.py:4: defines g']);
  });

  it.each([
    ['no CUDA', 'print("hello")\n', 'mine.py has no CUDA source. Expected a text with `__global__`'],
    [
      'Numba',
      'from numba import cuda\n\n@cuda.jit\ndef k(x):\n    x[0] = 1\n',
      'mine.py has kernels in Numba (`@cuda.jit`).',
    ],
    ['a syntax error', 'x = 1\ndef f(:\n    pass\n', 'mine.py:2:7: not valid Python. Run it with Python first.'],
    ['an open text', "src = '''\n__global__ void k() {}\n", 'mine.py:1:'],
    ['nothing', '', 'mine.py has no CUDA source.'],
  ])('refuses %s with a sentence', (_, python, message) => {
    expect(refusalOf(python).reason).toContain(message);
  });

  it('does not take what is known only when the program runs', () => {
    const python =
      "import os\nsrc = '''\n__global__ void k() {}\nvoid gray() { int n = ''' + os.environ['N'] + '''; }\n'''\n";
    expect(extract(python).kind).toBe('refused');
  });
});

describe('a notebook', () => {
  const BEGIN = "begin = r'''\n#include <stdio.h>\n#define HALF 0.5f\n'''\n";
  const CODE = `src = begin + r'''\n${KERNEL}'''\n`;

  it.each(['', '// mine\n%%cuda\n'])('asks for a magic in a cell of CUDA after %j', (before) => {
    const book = notebook(['x = 1', `${before}${KERNEL}`]);
    expect(extractCuda(book, 'mine.ipynb', ['gray'], parser)).toMatchObject({
      kind: 'refused',
      reason: 'mine.ipynb cell 2 has CUDA source, and is a cell for Python. Make `%%cuda` the first line of this cell.',
    });
  });

  it('names the cell and its line, and includes what comes from another cell', () => {
    const { source, fileName, headers } = sourceOf(notebook(['import torch\n', BEGIN, CODE]), 'hw.ipynb');
    expect(fileName).toBe('hw.ipynb cell 3');
    expect(source).toBe(`#include "part-1.cuh"\n${KERNEL}`);
    expect(headers).toEqual([
      { path: 'part-1.cuh', name: 'hw.ipynb cell 2', text: '\n#include <stdio.h>\n#define HALF 0.5f\n' },
    ]);
  });

  it('reads a notebook that calls load_inline in a function of its own', () => {
    const load =
      'def load(cuda_src, cpp_src, funcs):\n    return load_inline(cuda_sources=[cuda_src], cpp_sources=[cpp_src], functions=funcs, name="m")\n';
    const { source, headers } = sourceOf(
      notebook([load, BEGIN, CODE, "module = load(src, '', ['gray'])\n"]),
      'hw.ipynb',
    );
    expect(lineOf(source, 'x[0] = 1')).toBe(3);
    expect(headers.map(({ name }) => name)).toContain('hw.ipynb cell 2');
  });

  it.each([
    ['%%cuda', '%%cuda\n'],
    ['%%cu', '\n%%cu\n'],
    ['%%writefile', '%%writefile mine.cu\n'],
    ['%%file', '%%file src/mine.cu\n'],
    ['%%cuda_group_save', '%%cuda_group_save -n mine.cu -g first\n'],
    ['%%grade', '%%grade grayscale --seed 1\n'],
  ])('takes a cell that begins with %s', (_, begin) => {
    const cell = `${begin}${KERNEL}`;
    const { source, fileName } = sourceOf(notebook(['!nvidia-smi', cell]), 'hw.ipynb');
    expect(fileName).toBe('hw.ipynb cell 2');
    expect(lineOf(source, 'x[0] = 1')).toBe(lineOf(cell, 'x[0] = 1'));
  });

  it('gives headers that a cell writes to the source that includes them', () => {
    const cells = ['%%writefile util.cuh\n#pragma once\n', `%%writefile mine.cu\n#include "util.cuh"\n${KERNEL}`];
    expect(sourceOf(notebook(cells), 'hw.ipynb').headers).toEqual([
      { path: 'util.cuh', name: 'hw.ipynb cell 1', text: '\n#pragma once\n' },
    ]);
  });

  it('reads a file that a cell writes', () => {
    const call = "load_inline('m', '', cuda_sources=open('new.cu').read())";
    const cells = [`%%writefile new.cu\n// new\n${KERNEL}`, `%%writefile old.cu\n// old\n${KERNEL}`, call];
    const { source, note, fileName } = sourceOf(notebook(cells), 'hw.ipynb');
    expect([fileName, note]).toEqual(['hw.ipynb cell 1', null]);
    expect(source).not.toContain('// old');
  });

  it('appends with %%writefile -a', () => {
    const cells = [
      '%%writefile mine.cu\n__global__ void k(float* x) {}\n',
      '%%writefile -a mine.cu\nvoid gray(float* x) {}\n',
    ];
    const { source, fileName, headers } = sourceOf(notebook(cells), 'hw.ipynb');
    expect(fileName).toBe('hw.ipynb cell 2');
    expect(source).toBe('#include "part-1.cuh"\nvoid gray(float* x) {}\n');
    expect(headers[0]).toMatchObject({ name: 'hw.ipynb cell 1' });
  });

  it('ignores magics, shell commands and questions in Python cells', () => {
    const cell = `%load_ext nvcc4jupyter\n!pip install x \\\n  --quiet\ntorch.ones?\nfiles = !ls\n%matplotlib inline\nsrc = '''\n!not a command\n${KERNEL}'''\n%timeit f()\n`;
    const { source } = sourceOf(notebook([cell]), 'hw.ipynb');
    expect(lineOf(source, '!not a command')).toBe(8);
    expect(lineOf(source, 'x[0] = 1')).toBe(lineOf(cell, 'x[0] = 1'));
  });

  it('reads nbformat 3, lists of lines, and cells without outputs', () => {
    const old = JSON.stringify({
      nbformat: 3,
      worksheets: [
        {
          cells: [{ cell_type: 'code', language: 'python', input: ["src = '''\n", ...KERNEL.split(/(?<=\n)/), "'''"] }],
        },
      ],
    });
    expect(sourceOf(old, 'hw.ipynb').source.trim()).toBe(KERNEL.trim());
  });

  it('goes on after a cell that is not valid Python', () => {
    expect(sourceOf(notebook(['def f(:\n', CODE.replace('begin + ', '')]), 'hw.ipynb').fileName).toBe(
      'hw.ipynb cell 2',
    );
  });

  it('is quick with 50 MB of outputs', () => {
    const outputs = [{ output_type: 'stream', text: 'x'.repeat(50 * 2 ** 20) }];
    const big = JSON.stringify({
      nbformat: 4,
      cells: [{ cell_type: 'code', source: CODE.replace('begin + ', ''), outputs }],
    });
    const started = performance.now();
    expect(sourceOf(big, 'hw.ipynb').source.trim()).toBe(KERNEL.trim());
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it.each([
    ['a truncated one', notebook([CODE]).slice(0, -20), 'hw.ipynb is not a whole notebook: it ends in line 1'],
    ['broken JSON', '{\n"cells": [\nx]}', 'hw.ipynb is not a whole notebook: line 3 is not valid JSON'],
    ['JSON that is no notebook', '{"a": 1}', 'hw.ipynb is not a notebook: it has no list of cells.'],
    [
      'another language',
      notebook([CODE], { metadata: { kernelspec: { language: 'julia', name: 'julia-1.9' } } }),
      'hw.ipynb is a notebook in julia.',
    ],
    [
      'one without code',
      JSON.stringify({ nbformat: 4, cells: [{ cell_type: 'markdown', source: '__global__' }] }),
      'hw.ipynb has no code cell.',
    ],
    ['one without CUDA', notebook(['print(1)']), 'or a cell that begins with `%%cuda`'],
  ])('refuses %s with a sentence', (_, text, message) => {
    expect(refusalOf(text, 'hw.ipynb').reason).toContain(message);
  });
});
