import { describe, expect, it } from 'vitest';
import { differenceOfPrograms } from '../../../grader/compile/world/compare.ts';
import { tokensOf } from '../../../grader/compile/world/tokens.ts';

const here = tokensOf('# 1 "a.cu"\nint x = 1;\n# 3 "a.cu"\nf<<<1, 2>>>();\n', (name) => name === 'a.cu');
const recorded = { library: '12', nvcc: '13.0.88' };
const program = (output: string) =>
  tokensOf(
    output,
    (name) => name === '/in/a.cu',
    (name) => name === '@entry/wrapper.cu',
  );
const both = (tokens: typeof here) => ({ host: tokens, device: tokens });

describe('differenceOfPrograms', () => {
  it('ignores spaces, line breaks, pragmas, headers and what the grader adds', () => {
    const there = program(
      '# 1 "/usr/include/x.h" 1\nint y;\n# 1 "/in/a.cu" 2\nint\n# 1 "/in/a.cu"\n x =1;\n#pragma unroll\n# 3 "/in/a.cu"\nf<<< 1,2 >>>();\n# 1 "@entry/wrapper.cu"\nvoid g();\n',
    );
    expect(differenceOfPrograms(both(here), { ...both(there), ...recorded })).toBeNull();
  });

  it('returns the line of the first token that differs', () => {
    const there = program('# 1 "/in/a.cu"\nint x = 1;\n# 3 "/in/a.cu"\nf<<<1, 3>>>();\n');
    expect(differenceOfPrograms(both(here), { host: here, device: there, ...recorded })).toBe(3);
  });

  it('returns the line that only one of them has', () => {
    const there = program('# 1 "/in/a.cu"\nint x = 1;\n');
    expect(differenceOfPrograms(both(here), { ...both(there), ...recorded })).toBe(3);
  });

  it('compares lines if the headers are not the recorded ones', () => {
    const there = program('# 1 "/in/a.cu"\nint x = (1);\n# 3 "/in/a.cu"\nf<<<1, 2>>>();\n');
    expect(differenceOfPrograms(both(here), { ...both(there), library: '13', nvcc: '12.8' })).toBeNull();
    expect(
      differenceOfPrograms(both(here), { ...both(there.filter(({ line }) => line < 3)), library: '13', nvcc: '12.8' }),
    ).toBe(3);
  });
});
