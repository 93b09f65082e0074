import { beforeAll, describe, expect, it } from 'vitest';
import { extractCuda } from '../../grader/handin/extract.ts';
import { type GrammarParser, loadPythonParser } from '../../grader/handin/parser.ts';
import type { AssignmentSpec } from '../../grader/spec/index.ts';
import { ENTRY } from './entry.ts';

let parser: GrammarParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

const LAUNCH = 'def work(x, out, n):\n    k[n, 32](x, out)\n';

function reasonOf(text: string, entry: AssignmentSpec['entry'] = ENTRY): string {
  const extracted = extractCuda(text, 'mine.py', [entry.function], parser, entry);
  return extracted.kind === 'refused' ? extracted.reason : 'translated';
}

function kernel(...lines: string[]): string {
  return `import math\nimport numpy as np\nfrom numba import cuda, float32\n@cuda.jit\ndef k(x, out):\n${lines.map((line) => `    ${line}\n`).join('')}${LAUNCH}`;
}

function program(host: string): string {
  return `import math\nfrom numba import cuda\n@cuda.jit\ndef k(x, out):\n    out[0] = x[0]\n${host}`;
}

describe('a program in Numba is refused with line, column and what to write', () => {
  it.each([
    ['out[0] = y', /^mine\.py:6:14: `y` has no value here/],
    ['out[0] = np.sum(x)', /^mine\.py:6:14: `np\.sum` is outside of the subset.*write the loop/],
    ['out[0, 1] = 1', /^mine\.py:6:5: `out` has 1 dimension, and gets 2 indexes/],
    ['out[x[0]] = 1', /^mine\.py:6:9: the index is float32: expected an integer/],
    ['out[0] = len(x) @ x', /`@` works on the host alone/],
    ['s = cuda.shared.array(x.size, float32)', /^mine\.py:6:27: the shape of `cuda\.shared\.array` must be constant/],
    ['s = cuda.shared.array(8, "float32")', /^mine\.py:6:30: `"float32"` is no type/],
    ['return x[0]', /a kernel returns nothing/],
    ['for v in 3:', /a loop runs over `range\(…\)`, an array, a tuple/],
    ['for v in (1, 2.5):', /a loop runs over `range\(…\)`, an array, a tuple of numbers of one type/],
    [
      'out[0] = (1, 2.5)[cuda.grid(1)]',
      /the index of a tuple must be a constant, because its items have several types/,
    ],
    ['out[math.floor(x[0])] = 1', /^mine\.py:6:9: the index is float32: expected an integer.*`int\(…\)`/],
    ['out[0] = max(x[0] > 0, 1)', /`max` takes numbers, and one is a bool/],
    ['out[0] = ~(x[0] > 0)', /`~` takes integers, and this is a bool: write `not`/],
    ['global g; g = 1', /a kernel does not change a name of the program/],
    ['try: pass', /kernels have no exceptions/],
    ['k(x, out)', /kernels cannot call the kernel `k`: put `@cuda\.jit\(device=True\)` before it/],
    ['import math', /a kernel has no imports: move this line to the top/],
    ['s = np.zeros(4)', /`cuda\.local\.array\(shape, dtype\)` in kernels, with 0 stored in a loop/],
    ['work(x, out, 1)', /kernels cannot call `work`: put `@cuda\.jit\(device=True\)` before it/],
    ['break', /`break` stands in no loop/],
    ['a, b = 1, 2, 3', /2 names get 3 values/],
    ['i = cuda.grid(4)', /`cuda\.grid` takes the number of dimensions: 1, 2 or 3/],
    ['i = cuda.blockDim', /`cuda\.blockDim` is outside of the subset/],
    ['x.fill(0)', /the method `fill` is outside of the subset/],
    ['out[0] = 1 in x', /`in` before a tuple/],
    ['print(f"{x[0]}")', /a text in a kernel is one line in quotes here/],
    ['print(x[0], end="")', /`print` takes values alone here/],
    ['out[0] = 0 < cuda.atomic.add(out, 0, 1) < 5', /^mine\.py:6:18: give the result of this call a name first/],
    ['out[cuda.atomic.add(x, 0, 1)] += 1', /index is float32|give the result of this call a name first/],
    ['out[0] = cuda.atomic.add(x, 0, 1) or 2', /give the result of this call a name first/],
    ['with x: pass', /a with statement in a function is outside of the subset/],
  ])('%s', (line, reason) => {
    expect(reasonOf(kernel(line, ...(line.endsWith(':') ? ['    pass'] : [])))).toMatch(reason);
  });

  it.each([
    [
      'def work(x, out, n):\n    k[n / 32, 32](x, out)\n',
      /^mine\.py:7:7: the number of blocks is float64: expected an integer/,
    ],
    ['def work(x, out, n):\n    k[1, 32](x)\n', /`k` takes 2 arguments \(x, out\), and gets 1/],
    ['def work(a):\n    k[1, 32](a, a)\n', /`work` returns nothing, and has no parameter `out` for the result/],
    ['def work(a, b, c, d, e):\n    k[1, 32](a, b)\n', /`work` takes 5 arguments: expected `work\(x, out, n\)`/],
    ['def other(x, out, n):\n    k[1, 32](x, out)\n', /^mine\.py has kernels in Numba, and no function `work`/],
    ['def work(x, out, n):\n    k(x, out)\n', /`k` is a kernel: launch it as `k\[blocks, threads\]/],
    [
      'def work(x, out, n):\n    k[1, 1](x, out)\n    out[0] = 1\n',
      /`out` is on the device: only a kernel reads and writes its elements/,
    ],
    [
      'def half(*a):\n    return 1\ndef work(x, out, n):\n    k[half(n), 32](x, out)\n',
      /parameters have names here, and no stars/,
    ],
    [
      'def half(a):\n    return a\ndef work(x, out, n):\n    k[half(b=n), 32](x, out)\n',
      /`half` has no parameter `b` that is free/,
    ],
    ['def work(x, out, n):\n    k.forall()(x, out)\n', /`forall` takes the number of elements/],
    ['def work(x, out, n):\n    global g\n    g = 1\n', /a function does not change a name of the program here/],
    ['def work(x, out, n):\n    out[n] = 1\n', /`out` is on the device: only a kernel reads and writes its elements/],
    ['def work(x, out, n):\n    i = cuda.grid(1)\n', /`cuda\.grid\(1\)` has a value in kernels alone/],
  ])('%s', (host, reason) => {
    expect(reasonOf(program(host))).toMatch(reason);
  });

  it('tells all problems, each with its line, and none that another one causes', () => {
    const text = kernel('s = {1, 2}', 't = s', 'out[0] = np.sum(x)').replace(
      'k[n, 32](x, out)',
      'y = [i for i in x]\n    k[n, 32](x, out)',
    );
    const extracted = extractCuda(text, 'mine.py', ['work'], parser, ENTRY);
    if (extracted.kind !== 'refused') return expect.unreachable('it is translated');
    expect([extracted.reason, ...extracted.details]).toEqual([
      'mine.py:10:9: a list comprehension is outside of the subset of Numba that the grader translates: write the loop, and store in a `cuda.local.array(shape, dtype)`.',
      '   10 |     y = [i for i in x]',
      '      |         ^',
      'mine.py:6:9: a set is outside of the subset of Numba that the grader translates: use `cuda.local.array(shape, dtype)`.',
      '    6 |     s = {1, 2}',
      '      |         ^',
      'mine.py:8:14: `np.sum` is outside of the subset of Numba that the grader translates: write the loop.',
      '    8 |     out[0] = np.sum(x)',
      '      |              ^',
    ]);
  });

  it('names the cell whose decorator is not known', () => {
    const cells = [
      'import numba\nfrom numba import cuda',
      '@numba.vectorize\ndef f(x): return x',
      kernel('out[0] = f(x[0])'),
    ];
    const book = JSON.stringify({
      nbformat: 4,
      nbformat_minor: 5,
      metadata: { language_info: { name: 'python' } },
      cells: cells.map((source) => ({ cell_type: 'code', metadata: {}, outputs: [], execution_count: null, source })),
    });
    const extracted = extractCuda(book, 'mine.ipynb', ['work'], parser, ENTRY);
    expect(extracted).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/^mine\.ipynb cell 2:1:2: the decorator `numba\.vectorize` is not known here/),
    });
  });

  it.each([
    ['Here it is:\n```python\nimport numba\n```\n', /^mine\.py:2:1: Markdown, and no Python: copy only the code/],
    ['import numba\nprint "done"\n', /^mine\.py:2:1: not valid Python 3: `print` is a function/],
  ])('says what is no Python: %j', (text, reason) => expect(reasonOf(text)).toMatch(reason));

  it('asks for names of several results', () => {
    const text = kernel('out[0] = f(1)[0] + f(2)[0]').replace(
      '@cuda.jit\n',
      '@cuda.jit(device=True)\ndef f(a):\n    return a, a\n\n@cuda.jit\n',
    );
    expect(reasonOf(text)).toMatch(/this function returns several values: give them names first/);
  });

  it('names a function that calls itself', () => {
    const text = kernel('out[0] = f(1)').replace(
      '@cuda.jit\n',
      '@cuda.jit(device=True)\ndef f(a):\n    return f(a)\n\n@cuda.jit\n',
    );
    expect(reasonOf(text)).toMatch(/`f` calls itself: recursion is outside of the subset/);
  });

  it('says which exercises take Numba', () => {
    expect(reasonOf(kernel('out[0] = 1'), { ...ENTRY, style: 'torch' })).toMatch(
      /this exercise takes CUDA C\+\+ alone/,
    );
  });
});

describe('a program in Numba is translated line for line', () => {
  it('with names that C++ has taken', () => {
    const text = kernel('int = 2', 'new = int + 1', 'out[0] = new');
    expect(reasonOf(text)).toBe('translated');
    const extracted = extractCuda(text, 'mine.py', ['work'], parser, ENTRY);
    if (extracted.kind !== 'source') return expect.unreachable(extracted.reason);
    const lines = extracted.source.split('\n');
    expect(lines[5]).toBe('int_ = 2ll;');
    expect(lines[7]).toContain('(*out.at(0ll)) = (float)new_;');
    expect(extracted.shown?.source).toBe(text);
  });

  it('with tuples as arguments, `cuda.jit(f)`, `raise` and `with`', () => {
    const text = `from numba import cuda
def first(pair):
    a, b = pair
    return a
head = cuda.jit(device=True)(first)
def body(x, out, sizes):
    if cuda.grid(1) >= sizes[0]:
        raise IndexError()
    out[0] = head((x[0], x[1]))
k = cuda.jit(body)
def work(x, out, n):
    stream = cuda.stream()
    with stream.auto_synchronize():
        a, b = cuda.to_device(x), out
        k[1, 32, stream](a, b, (n, 1))
`;
    const extracted = extractCuda(text, 'mine.py', ['work'], parser, ENTRY);
    if (extracted.kind !== 'source') return expect.unreachable(extracted.reason);
    const code = extracted.source.split('\n').map((line) => line.trim());
    expect(code[7]).toBe('return; }');
    expect(code[8]).toContain('= head(numba::Tuple<float, float>{');
    expect(code[14]).toMatch(/k<<<.*cudaStreamSynchronize\(stream\);/);
  });

  it('gives kernels the parts of arrays in place of structs', () => {
    const extracted = extractCuda(program(LAUNCH), 'mine.py', ['work'], parser, ENTRY);
    if (extracted.kind !== 'source') return expect.unreachable(extracted.reason);
    const [, parameters] = /static __global__ void k\((.*?)\)/.exec(extracted.source) ?? [];
    expect(parameters).toMatch(/^float\* numba_data_of_x, long long numba_shape0_of_x, .*float\* numba_data_of_out/);
    expect(parameters).not.toContain('numba::Array');
  });

  it.each([
    ['a default value', 'def half(a, b=2):\n    return a // b\n', 'k[half(n), 32](x, out)', 'half(n, 2ll)'],
    ['an argument by name', 'def half(a, b=2):\n    return a // b\n', 'k[half(b=3, a=n), 32](x, out)', 'half(n, 3ll)'],
    ['a typed constant', 'SIX = np.float32(6)\n', 'k[1, 32](x, out)', 'void work'],
    [
      'statements of host code alone',
      '',
      'assert n > 0\n    print(f"{n}")\n    out[:] = 0\n    k[1, 32](x, out)',
      'const float numba_value = (float)0ll; NUMBA_FILL',
    ],
  ])('with %s', (_, before, body, expected) => {
    const text = kernel('out[0] = x[0]')
      .replace('@cuda.jit', `${before}@cuda.jit`)
      .replace(/def work[\s\S]*/, `def work(x, out, n):\n    ${body}\n`);
    const extracted = extractCuda(text, 'mine.py', ['work'], parser, ENTRY);
    if (extracted.kind !== 'source') return expect.unreachable(extracted.reason);
    expect(extracted.source).toContain(expected);
  });

  it('with an extent that the function does not get', () => {
    const parameters = [
      { name: 'x', role: 'input', type: 'float32', shape: ['m'] },
      { name: 'm', role: 'dimension' },
      { name: 'out', role: 'output', type: 'float32', shape: ['n+1'] },
      { name: 'n', role: 'scalar', type: 'int32' },
    ];
    const entry = { ...ENTRY, parameters } as unknown as AssignmentSpec['entry'];
    const extracted = extractCuda(kernel('out[0] = x[0]'), 'mine.py', ['work'], parser, entry);
    if (extracted.kind !== 'source') return expect.unreachable(extracted.reason);
    expect(extracted.source).toContain('x((float*)numba_x, numba::END)');
    expect(extracted.source).toContain('out((float*)numba_out, (long long)numba_n+1)');
  });

  it('from the cells of a notebook', () => {
    const [first, second] = kernel('out[0] = 1').split('def work');
    const cells = [first ?? '', `def work${second}`].map((source) => ({
      cell_type: 'code',
      source,
      metadata: {},
      outputs: [],
    }));
    const notebook = JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells });
    const extracted = extractCuda(notebook, 'mine.ipynb', ['work'], parser, ENTRY);
    if (extracted.kind !== 'source') return expect.unreachable(extracted.reason);
    expect(extracted.fileName).toBe('mine.ipynb cell 2');
    const kernels = extracted.headers.find(({ name }) => name === 'mine.ipynb cell 1');
    expect(kernels?.text.split('\n')[5]).toContain('(*out.at(0ll)) = (float)1ll;');
  });

  it('with a local name that is also a constant of the program', () => {
    const text = kernel('for N in range(3):', '    out[N + 1] = N').replace('import math', 'N = 7');
    const extracted = extractCuda(text, 'mine.py', ['work'], parser, ENTRY);
    if (extracted.kind !== 'source') return expect.unreachable(extracted.reason);
    expect(extracted.source.split('\n')[6]).toContain('(N + 1ll)');
  });
});
