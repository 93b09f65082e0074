import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type GrammarParser, loadPythonParser } from '../../grader/handin/parser.ts';
import { translateNumba } from '../../grader/numba/index.ts';
import type { AssignmentSpec } from '../../grader/spec/index.ts';

/** Numba's own table of types, which `type_table.py` prints. The agreement with Numba compares the two. */
const TABLE = JSON.parse(readFileSync(join(import.meta.dirname, 'type-table.json'), 'utf8')) as Record<
  string,
  (string | null)[][]
>;
const NAMES = ['bool', 'int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64', 'float32', 'float64'];
const C_NAMES = new Map([
  ['bool', 'bool'],
  ['signed char', 'int8'],
  ['short', 'int16'],
  ['int', 'int32'],
  ['long long', 'int64'],
  ['unsigned char', 'uint8'],
  ['unsigned short', 'uint16'],
  ['unsigned int', 'uint32'],
  ['unsigned long long', 'uint64'],
  ['float', 'float32'],
  ['double', 'float64'],
]);

/** Results that Numba has no rule for, and takes from the first function that fits. */
const ODD = new Set(['bool ** int32', 'math.pow(float32, uint16)', 'float(bool)']);

let parser: GrammarParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

/** Returns the type of an expression; null if it is refused. */
function typeOf(expression: string, a: string, b: string): string | null {
  const text = `import math
from numba import cuda


@cuda.jit(device=True)
def calculated(a, b):
    return ${expression}


@cuda.jit
def kernel(x, y, out):
    out[0] = calculated(x[0], y[0])


def asked(x, y, out, n):
    kernel[1, 1](x, y, out)
`;
  const entry = {
    style: 'device-pointers',
    function: 'asked',
    parameters: [
      { name: 'x', role: 'input', type: a, shape: ['n'] },
      { name: 'y', role: 'input', type: b, shape: ['n'] },
      { name: 'out', role: 'output', type: 'float64', shape: ['n'] },
      { name: 'n', role: 'scalar', type: 'int32' },
    ],
  } as unknown as AssignmentSpec['entry'];
  const tree = parser.parse(text);
  if (!tree) throw new Error('it does not parse');
  const program = translateNumba([tree.rootNode], entry);
  tree.delete();
  if (program.kind !== 'translated') return null;
  const [, type = ''] = /static __device__ (.+?) calculated\(/.exec(program.before) ?? [];
  return C_NAMES.get(type) ?? type;
}

describe('types of Numba', () => {
  it.each(Object.keys(TABLE))('gives `%s` the type that Numba gives it', (expression) => {
    const different = (TABLE[expression] ?? []).flatMap((row, left) =>
      row.flatMap((expected, right) => {
        const [a = '', b = ''] = [NAMES[left], row.length === 1 ? 'int32' : NAMES[right]];
        const words = expression.replace(/\ba\b/g, a).replace(/\bb\b/g, b);
        if (ODD.has(words)) return [];
        const got = typeOf(expression, a, b);
        return got === expected ? [] : [`${words} is ${got}, and not ${expected}`];
      }),
    );
    expect(different).toEqual([]);
  });
});
