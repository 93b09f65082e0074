import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../grader/pipeline/decide/candidates.ts';
import { variantsOf } from '../../../grader/pipeline/decide/variants.ts';
import type { SyntaxNode } from '../../../grader/syntax/index.ts';

const SOURCE = `void f(int n) {
  if (n < 3) g(n);
}`;

function node(text: string, type: string, kind = 'BinaryOperator'): SyntaxNode {
  const start = SOURCE.indexOf(text);
  return { kind, type, text, start, end: start + text.length, slots: [] } as unknown as SyntaxNode;
}

function candidate(part: Candidate['parts'][number]): Candidate {
  return { operator: 'other-sign', line: 2, group: 0, adds: false, parts: [part] };
}

const condition = node('n < 3', 'bool');
const call = node('g(n)', 'void', 'CallExpr');

describe('variantsOf', () => {
  const { text, partsAt } = variantsOf(SOURCE, [
    candidate({ kind: 'expression', node: condition, text: 'n <=\n 3' }),
    candidate({ kind: 'expression', node: node('3', 'int', 'IntegerLiteral'), text: '4' }),
    candidate({ kind: 'statement', node: call, text: ';' }),
  ]);
  const line = text.split('\n').findIndex((each) => each.includes('g(n)')) + 1;

  it('chooses between the texts of a place at run time', () => {
    const [inner] = /\(GRADE_CHOICE == 2 \? \(int\)\(4\) : \(3\)\)/.exec(text) ?? [''];
    expect(inner).not.toBe('');
    expect(text).toContain(`if ((GRADE_CHOICE == 1 ? (n <= 3) : (n < ${inner})))`);
    expect(text).toContain('if (GRADE_CHOICE == 3) { ; } else { g(n); }');
  });

  it('keeps each line of the source on one line', () => {
    const lines = text.split('\n');
    expect(lines.slice(-SOURCE.split('\n').length)[0]).toBe('void f(int n) {');
    expect(lines).toHaveLength(variantsOf(SOURCE, []).text.split('\n').length);
  });

  it('finds the candidate that a diagnostic is about', () => {
    const column = (text.split('\n')[line - 1] ?? '').indexOf('(int)(4)') + 1;
    expect(partsAt({ line, column }).map(({ parts }) => parts[0]?.text)).toEqual(['4']);
    expect(partsAt({ line, column: 1 })).toHaveLength(3);
    expect(partsAt({ line: 1, column: 1 })).toEqual([]);
  });
});
