import { describe, expect, it } from 'vitest';
import { scan } from '../../../grader/compile/world/scan.ts';

const names = (text: string) => scan(text).directives.map(({ name, argument }) => `${name} ${argument}`.trim());

describe('scan', () => {
  it('finds directives after splices, comments and digraphs', () => {
    const text = '#i\\\nfdef A\n/* x\n*/ # /* y */ if B // c\n%:endif\n  #  \\\n  endif\n';
    expect(names(text)).toEqual(['ifdef A', 'if B', 'endif', 'endif']);
  });

  it('ignores what is inside literals and comments', () => {
    expect(names('const char *s = R"x(\n#if A\n)x";\n/*\n#if B\n*/\n// \\\n#if C\nint d = 1\'000;\n#if D\n')).toEqual([
      'if D',
    ]);
  });

  it('ends an unterminated literal with its line', () => {
    expect(names("#if 0\ndon't\n#endif\n")).toEqual(['if 0', 'endif']);
  });

  it('returns offsets in the file, and identifiers across splices', () => {
    const { directives, identifiers } = scan('int a; \\\n\n#if __cl\\\nang__\n#endif\n');
    expect(directives.map(({ start, end }) => [start, end])).toEqual([
      [10, 25],
      [26, 32],
    ]);
    expect(identifiers.has('__clang__')).toBe(true);
  });

  it('reports pasted tokens', () => {
    expect(scan('#define A(x) x ## 1\n').pastes).toBe(true);
    expect(scan('#define A(x) x %:%: 1\n').pastes).toBe(true);
    expect(scan('#define A(x) #x\n// ##\n').pastes).toBe(false);
  });
});
