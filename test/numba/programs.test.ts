import { beforeAll, describe, expect, it } from 'vitest';
import { type Extracted, extractCuda } from '../../grader/handin/extract.ts';
import { type GrammarParser, loadPythonParser } from '../../grader/handin/parser.ts';
import { cudaIn } from '../../grader/handin/read.ts';
import { ENTRY } from './entry.ts';

let parser: GrammarParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

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

describe('programs that double or call themselves', () => {
  const twice = (first: string, line: string): string =>
    [
      first,
      ...Array.from({ length: 40 }, (_, at) => line.replaceAll('B', `t${at + 1}`).replaceAll('A', `t${at}`)),
    ].join('\n');

  it.each([
    [
      'a host function',
      'def gcd(a, b):\n    if b == 0:\n        return a\n    return gcd(b, a % b)\ng = gcd(12, 18)\n',
    ],
    ['two host functions', 'def f(a):\n    return g(a)\ndef g(a):\n    return f(a)\nh = f(1)\n'],
    [
      'functions that call two each',
      `def f0():\n    return 1\n${Array.from({ length: 40 }, (_, at) => `def f${at + 1}():\n    a = f${at}()\n    b = f${at}()\n    return a\n`).join('')}`,
    ],
    ['a list of lists', `${twice('t0 = ["x"]', 'B = [A, A]')}\n`],
    ['a sum of lists', `t0 = ["x"]\n${'t0 = t0 + t0\n'.repeat(40)}`],
    ['an extended list', `t0 = ["x"]\n${'t0.extend(t0)\n'.repeat(40)}`],
    ['a replaced text', `t0 = "xx"\n${'t0 = t0.replace("x", t0)\n'.repeat(40)}`],
    ['an array of tuples', `${twice('t0 = (1, 2)', 'B = (A, A)')}\nW = np.array(t40)\n`],
  ])('takes no time for %s', (_, before) => {
    expect(source(storing('x[0]', before))).toContain('void work(');
  });

  it.each([
    ['a constant tuple', 't40[0]', `${twice('t0 = (1, 2)', 'B = (A, A)')}\n`, /`t40` is not a constant/],
    ['a loop over a tuple', 'sum(t12)', `${twice('t0 = (1, 2)', 'B = (A, A)')}\n`, /a tuple has at most 1000 items/],
  ])('refuses %s', (_, expression, before, reason) => {
    const text = storing('a', before).replace(
      '    out[0]',
      `    for a in ${expression.replace(/sum\((\w+)\)/, '$1')}:\n        out[0]`,
    );
    expect(source(text)).toMatch(reason);
  });

  it('refuses tuples of a kernel that double', () => {
    const lines = twice('t0 = (x[0], x[1])', 'B = (A, A)')
      .split('\n')
      .map((line) => `    ${line}\n`)
      .join('');
    const text = storing('x[0]').replace('    out[0]', `${lines}    out[0]`);
    expect(source(text)).toMatch(/a tuple has at most 1000 items/);
  });

  it('leaves the grade open if an expression is nested too deeply', async () => {
    const text = storing(`${'('.repeat(9000)}x[0]${')'.repeat(9000)}`);
    const spec = { entry: ENTRY };
    await expect(cudaIn({ source: text, fileName: 'mine.py' }, spec)).rejects.toMatchObject({
      isUntranslated: true,
      message: expect.stringMatching(/nested too deeply/),
    });
  });
});

describe('numbers', () => {
  it.each(['0.0j', '2J', '1 + 3.5j'])('are not complex: %s', (number) => {
    expect(source(storing(number))).toMatch(/complex numbers are outside of the subset: use two numbers/);
    expect(source(storing('z', `z = ${number}\n`))).toMatch(/`z` is not a constant/);
  });

  it.each([
    ['S = (4,  # rows\n     8)\n', 'S[1]'],
    ['S = (  # rows\n    8\n)\n', 'S'],
    ['S = np.int64(  # rows\n    8)\n', 'S'],
    ['S = T = 8\n', 'S'],
    ['W = np.array([  # rows\n    [4, 5],  # first\n    [6, 8]], dtype=np.int32)\n', 'W[1, 1]'],
  ])('are constants beside comments: %j', (before, expression) => {
    expect(source(storing(expression, before))).toMatch(/= \(float\)\(?(?:8ll|\(long long\)8ll|\*numba::Array)/);
  });
});

describe('a loop with numbers', () => {
  it('has the first number of `enumerate` from before the loop', () => {
    const text = storing('v').replace('    out[0]', '    i = 1\n    for i, v in enumerate(x, i):\n        out[i]');
    expect(source(text)).toMatch(/const long long numba_start_0 = i; for \(/);
    expect(source(text)).toContain('(numba_start_0 + numba_at_0)');
  });
});

describe('a name with several values', () => {
  it.each([
    ['`:=` in the condition', 'j = 0', 'while (j := j + 1) < 10:', 'out[j] = 1', '((j = (j + 1ll)) < 10ll)'],
    ['`:=` over a constant of the program', '', 'if (i := cuda.grid(1)) < 9:', 'out[i + 1] = 1', '.at((i + 1ll))'],
  ])('is a variable: %s', (_, first, line, inner, expected) => {
    const body = `${first === '' ? '' : `    ${first}\n`}    ${line}\n        ${inner}\n`;
    expect(source(`${IMPORT}i = 3\n@cuda.jit\ndef k(x, out):\n${body}${WORK}`)).toContain(expected);
  });

  it.each([
    ['N = 16\nN *= 2\n', 'N', '32ll'],
    ['N = 17\nN //= 2\nN -= 1\n', 'N', '7ll'],
    ['N, M = 1, 2\n', 'N', '1ll'],
    ['N = M = 16\n', 'N + M', '(16ll + 16ll)|32ll'],
    ['if True:\n    N = 4\n', 'N', '4ll'],
    ['N = 1\nclass A:\n    N = 5\n    M = N * 2\n', 'A.M', '10ll'],
    ['class A:\n    N = 5\n    N += 1\n', 'A.N', '6ll'],
    ['class A:\n    N = 5\nA.N = 8\n', 'A.N', '8ll'],
  ])('has the last constant: %j', (before, expression, expected) => {
    expect(source(storing(expression, before))).toMatch(
      new RegExp(`= \\(float\\)(?:${expected.replace(/[()+]/g, '\\$&')})`),
    );
  });

  const W = 'W = np.array([1., 2., 1.])\n';
  it.each([
    [`${W}W /= 4\n`, 'W[0]'],
    [`${W}W[0] = 5\n`, 'W[0]'],
    [`${W}V = W\nV[0] = 5\n`, 'W[0]'],
    [`${W}W.sort()\n`, 'W[0]'],
    [`${W}np.multiply(W, 2, out=W)\n`, 'W[0]'],
    [`${W}def scale():\n    W[0] = 5\n`, 'W[0]'],
    ['N = 16\nimport sys\nif sys.argv:\n    N = 32\n', 'N'],
    ['N = 16\nfor N in range(3):\n    pass\n', 'N'],
    ['N = 16\nprint(N := 3)\n', 'N'],
    ['def big():\n    global N\n    N = 5\nN = 16\n', 'N'],
    ['N, M = 1, 2\nN, M = max(3, 4), 2\n', 'N'],
    ['N = 16\ntry:\n    import cupy\nexcept ImportError:\n    N = 2\n', 'N'],
    ['class A:\n    N = 5\nA.N = max(1, 2)\n', 'A.N'],
  ])('is not a constant: %j', (before, expression) => {
    const found = extracted(storing(expression, before));
    expect(found).toMatchObject({ kind: 'refused', isUntranslated: true });
    if (!expression.startsWith('A'))
      expect(source(storing(expression, before))).toMatch(/is not a constant here: the program/);
  });
});

describe('imports', () => {
  it.each([
    ['from math import *\n', 'sqrt(x[0]) * pi', '::sqrtf((*x.at(0ll)))'],
    ['from math import pi\n', 'pi', '= (float)3.14'],
    ['from math import pi\npi = 3\n', 'pi', '= (float)3ll'],
  ])('%j', (before, expression, expected) => {
    expect(source(storing(expression, before))).toContain(expected);
  });

  it('can be in host code', () => {
    const text = `${KERNEL}def work(x, out, n):\n    import math\n    k[math.ceil(n / 32), 32](x, out)\n`;
    expect(source(`from numba import cuda\n${text}`)).toContain('(long long)::ceil(');
  });

  it('are hidden by a function of the same name', () => {
    const text = storing(
      'dist(x[0], 1)',
      'from math import *\n@cuda.jit(device=True)\ndef dist(a, b):\n    return a - b\n',
    );
    expect(source(text)).toContain('(float)dist(');
  });

  it('are hidden by a variable', () => {
    const text = storing('2 * pi')
      .replace('    out[0]', '    pi = x[1]\n    out[0]')
      .replace(IMPORT, `${IMPORT}from math import pi\n`);
    expect(source(text)).toContain('(double)2ll * (double)pi');
  });
});

describe('integers of more than 53 bits', () => {
  it.each([
    ['W = np.array([0x9E3779B97F4A7C15], dtype=np.uint64)\n', 'W[0]'],
    ['S = 0x9E3779B97F4A7C15\n', 'S + 1'],
  ])('are refused: %j', (before, expression) => {
    expect(source(storing(expression, before))).toMatch(/integers of more than 53 bits/);
  });

  it('are computed in the kernel', () => {
    expect(source(storing('(1 << 60) - 1'))).toContain('(1ll << 60ll) - 1ll');
  });

  it.each([
    ['9007199254740991 // 10', '900719925474099ll'],
    ['-7 // 2', '(-4ll)'],
    ['-7 % 3', '2ll'],
    ['1.0 // 0.1', '9.0'],
  ])('%s is exact', (expression, expected) => {
    expect(source(storing(expression))).toContain(`= (float)${expected}`);
  });
});

describe('names of the program in C++', () => {
  const body = (...lines: string[]): string =>
    source(storing('x[0]').replace('    out[0] = x[0]\n', lines.map((line) => `    ${line}\n`).join('')));

  it('differ from those of the items of a tuple', () => {
    const text = body('idx = cuda.grid(2)', 'idx_0 = 7', 'out[idx[0]] = idx_0');
    expect(text).toContain('long long idx__0 = 0; long long idx__1 = 0; long long idx_0 = 0;');
    expect(text).toContain('(*out.at(idx__0)) = (float)idx_0;');
    expect(body('idx = cuda.grid(2)', 'out[idx[0]] = 1')).toContain('(*out.at(idx_0)) =');
  });

  it('differ from those of the items of a parameter', () => {
    const device = '@cuda.jit(device=True)\ndef f(p):\n    p_0 = 1\n    return p[0] + p_0\n';
    expect(source(storing('f((x[0], x[1]))', device))).toMatch(
      /float p__0 = numba_items_of_p\.head;[\s\S]*p__0 \+ \(double\)p_0/,
    );
  });

  it('differ from each other', () => {
    const text = body('int = 1', 'int_ = x[0]', 'M_PI = x[1]', 'out[int] = int_ + M_PI');
    expect(text).toContain('(*out.at(int_)) = (int__ + M_PI_);');
  });

  it('do not hide functions of `math`', () => {
    expect(body('cos = math.cos(x[0])', 'pow = x[0] ** 2.5', 'out[0] = cos + pow')).toMatch(
      /cos = ::cosf\([\s\S]*pow = ::pow\(/,
    );
  });

  it('differ from those of headers outside of functions', () => {
    const text = source(storing('signal[0]', 'signal = np.array([1., 2.])\n'));
    expect(text).toContain('(double*)signal_, 2)');
  });
});

describe('results of functions, and parts of tuples', () => {
  const PAIR = '@cuda.jit(device=True)\ndef pair(a):\n    return a + 1, a - 1\n';
  const CHANGES = '@cuda.jit(device=True)\ndef pair(a):\n    a[0] = 7\n    return a[0], a[1]\n';
  const NAMES = /this function returns several values: give them names first/;

  it.each([
    ['an item', 'pair(x[0])[0]'],
    ['an item in a sum', '2 * (pair(x[0])[-1] + 1)'],
    ['an argument', 'abs(pair(pair(x[0])[0])[1])'],
  ])('takes %s of the result of a function', (_, expression) => {
    expect(source(storing(expression, PAIR))).toMatch(/numba_result_0 = pair\(/);
  });

  it.each([
    ['another function runs before', 'pair(x[0])[0] + pair(x[1])[0]', PAIR],
    ['a name gets a value before', '(v := 2) + pair(x[0])[0]', PAIR],
    ['it may not run', 'pair(x[0])[0] if x[0] > 0 else 0', PAIR],
    ['the function can change what is read before', 'x[0] + pair(x)[0]', CHANGES],
  ])('asks for names if %s', (_, expression, before) => {
    expect(source(storing(expression, before))).toMatch(NAMES);
  });

  it.each(['while pair(x[0])[0] > 0:', 'if n:\n        pass\n    elif pair(x[0])[0] > 0:'])(
    'asks for names in `%s`',
    (line) => {
      const text = `${IMPORT}${PAIR}@cuda.jit\ndef k(x, out):\n    n = 1\n    ${line}\n        pass\n${WORK}`;
      expect(source(text)).toMatch(NAMES);
    },
  );

  it('takes blocks and threads from a function', () => {
    const config = 'def config(n, threads=32):\n    return (n + threads - 1) // threads, threads\n';
    expect(source(`${IMPORT}${KERNEL}${config}${WORK.replace('n, 32', 'config(n)')}`)).toMatch(
      /numba_result_0 = config\(n, 32ll\);[\s\S]*k<<<numba::extent3\(numba_result_0\.head\)/,
    );
  });

  it.each([
    ['h, w = x.shape[:1] + x.shape[-1:]', 'h = '],
    ['h, = x.shape[::-1]', 'h = '],
    ['h, w = tuple([x.shape[0], 2])', 'w = 2ll'],
  ])('reads `%s`', (line, code) => {
    expect(source(`${IMPORT}@cuda.jit\ndef k(x, out):\n    ${line}\n    out[0] = h\n${WORK}`)).toContain(code);
  });

  it.each([
    ['x.shape[cuda.grid(1):]', /the slice of a tuple is a constant integer/],
    ['x.shape[::2]', /a slice of a tuple has the step 1/],
    ['tuple(x)', /`tuple` takes a list or a tuple here/],
  ])('says what to write in place of `%s`', (expression, reason) => {
    expect(source(storing(expression))).toMatch(reason);
  });

  it('follows functions that get the module `cuda` and return the kernel', () => {
    const make =
      'def make(cuda):\n    def call(x, out) -> None:\n        out[cuda.threadIdx.x] = x[0]\n    return call\n';
    expect(source(`${IMPORT}${make}k = cuda.jit(make(cuda))\n${WORK}`)).toContain('threadIdx.x');
    expect(
      source(`${IMPORT}${make}def work(x, out, n):\n    k = cuda.jit(make(cuda))\n    k[1, 32](x, out)\n`),
    ).toContain('threadIdx.x');
  });

  it('names a barrier that nothing calls', () => {
    const text = `${IMPORT}@cuda.jit\ndef k(x, out):\n    cuda.syncthreads\n    out[0] = 1\n${WORK}`;
    expect(source(text)).toMatch(
      /^mine\.py:6:5: `cuda\.syncthreads` is a function, and nothing calls it here: write `cuda\.syncthreads\(…\)`/,
    );
  });
});
