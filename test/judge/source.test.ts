import { describe, expect, it } from 'vitest';
import { definitionOf, includesOf } from '../../grader/judge/source.ts';

describe('definitionOf', () => {
  it('finds the definition, not a declaration, a call or a comment', () => {
    const source = '// matmul(a) {\nvoid matmul(int a);\n  void matmul(int a)\n{\n}\nint main() { matmul(1); }\n';
    expect(definitionOf(source, 'matmul')).toEqual({ line: 3, column: 8 });
  });

  it('gives null where there is none', () => {
    expect(definitionOf('void other() {}', 'matmul')).toBeNull();
  });
});

describe('includesOf', () => {
  it('lists headers with their places, quoted ones too', () => {
    expect(includesOf('#include <cstdio>\n  # include "wb.h"\nint x;\n')).toEqual([
      { header: 'cstdio', position: { line: 1, column: 1 } },
      { header: 'wb.h', position: { line: 2, column: 3 } },
    ]);
  });
});
