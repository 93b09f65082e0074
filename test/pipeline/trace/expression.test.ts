import { describe, expect, it } from 'vitest';
import { wordAccessValues } from '../../../grader/explain/index.ts';
import { substitute } from '../../../grader/pipeline/trace/expression.ts';

const NUMBERS = new Map([
  ['i', 1n],
  ['n', 2n],
  ['below', -3n],
  ['threadIdx.x', 7n],
]);
const of = (text: string) => substitute(text, (name) => NUMBERS.get(name));

describe('an expression', () => {
  it.each([
    ['i + 2 * n', '1 + 2 * 2', 5n],
    ['(i + 2) * n', '(1 + 2) * 2', 6n],
    ['threadIdx . x % 4u', '7 % 4u', 3n],
    ['below / n', '(-3) / 2', -1n],
    ['-i - -n', '-1 - -2', 1n],
    ['i < n && !(n == 2) || 0', '1 < 2 && !(2 == 2) || 0', 0n],
    ['i <= n - 1', '1 <= 2 - 1', 1n],
    ['i *\n  1000000000 * 1000000000', '1 * 1000000000 * 1000000000', 10n ** 18n],
  ])('%s is %s', (text, numbers, value) => {
    expect(of(text)).toMatchObject({ numbers, value });
  });

  it.each(['unknown + 1', 'f(i)', '(int)i', 'x[i]', 'i +', 'i / 0', 'i ? 1 : 2', '1.5f', '(i', 'i n', ''])(
    'is not understood: %s',
    (text) => {
      expect(of(text)).toBeNull();
    },
  );
});

describe('the sentences', () => {
  const index = { text: 'i', numbers: '3', value: 3n };
  it('do not repeat what is only a name or a number', () => {
    expect(wordAccessValues({ array: 'x', index, elements: 3, guard: null })).toEqual([
      'The index i is 3, and x has 3 elements, 0 to 2.',
    ]);
    const plain = { text: '4', numbers: '4', value: 4n };
    expect(wordAccessValues({ array: 'x', index: plain, elements: 1, guard: null })).toEqual([
      'The index is 4, and x has only element 0.',
    ]);
  });

  it('say of a condition whether it is true', () => {
    const condition = { text: 'i > n', numbers: '3 > 3', value: 0n };
    const [, told] = wordAccessValues({
      array: 'x',
      index,
      elements: 3,
      guard: { line: 9, kind: 'before', condition },
    });
    expect(told).toBe('The condition in line 9 does not stop this thread: i > n is 3 > 3 here, which is false.');
  });
});
