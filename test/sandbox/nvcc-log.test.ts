import { expect, test } from 'vitest';
import type { Diagnostic } from '../../grader/compile/index.ts';
import { parseNvccLog } from '../../grader/sandbox/nvcc-log.ts';

// Recorded from nvcc 13.0 with g++ 12.

function parse(text: string, log: string): Diagnostic[] {
  return parseNvccLog(log, { text, virtualName: 'solution.cu', fileName: 'Anna/solution.cu' });
}

test('reads a message with its line, and its column from the caret', () => {
  const log = `/in/solution.cu(2): error: identifier "y" is undefined
    x[threadIdx.x] = y;
                     ^

1 error detected in the compilation of "/in/solution.cu".
`;
  expect(parse('__global__ void k(float* x) {\n  x[threadIdx.x] = y;\n}\n', log)).toEqual([
    {
      severity: 'error',
      message: 'identifier "y" is undefined',
      file: 'Anna/solution.cu',
      line: 2,
      column: 20,
      side: 'both',
      rule: 'compile-error',
    },
  ]);
});

test('counts a tab as one column', () => {
  const log = `/in/solution.cu(1): error: a value of type "const char *" cannot be used to initialize an entity of type "int"
   int z = "abc";
           ^
`;
  expect(parse('\tint z = "abc";', log)).toMatchObject([{ line: 1, column: 10 }]);
});

test('finds the place in a line whose macros nvcc has expanded', () => {
  const log = `/in/solution.cu(1): error: no instance of overloaded function "atomicAdd" matches the argument list
            argument types are: (int *, const char [2])
  __attribute__((global)) void k(int* x) { atomicAdd(x, "s"); }
                                           ^
/usr/local/cuda/include/crt/sm_90_rt.hpp(225): note #3326-D: function "atomicAdd(float4 *, float4)" does not match because argument #1 does not match parameter
  static __attribute__((device)) __inline__ float4 atomicAdd(float4 *address, float4 val) {
                                                   ^

1 error detected in the compilation of "/in/solution.cu".
`;
  const [found, ...more] = parse('__global__ void k(int* x) { atomicAdd(x, "s"); }', log);
  expect(more).toEqual([]);
  expect(found).toMatchObject({ line: 1, column: 29 });
  expect(found?.message).toBe(
    'no instance of overloaded function "atomicAdd" matches the argument list; argument types are: (int *, const char [2])',
  );
});

test('moves a message about a header to the #include of the submission', () => {
  const log = `/usr/include/c++/12/bits/new_allocator.h(175): error: function "S::S(const S &)" (declared at line 3 of /in/solution.cu) cannot be referenced -- it is a deleted function
   { ::new((void *)__p) _Up(std::forward<_Args>(__args)...); }
                           ^
          detected during:
            instantiation of "void std::allocator_traits<...>" at line 1282 of /usr/include/c++/12/bits/stl_vector.h
            instantiation of "void std::vector<_Tp, _Alloc>::push_back(...) [with _Tp=S]" at line 4 of /in/solution.cu

`;
  const text =
    '#include <vector>\n\nstruct S { S(); S(const S&) = delete; };\n  int f() { std::vector<S> v; S s; v.push_back(s); }\n';
  expect(parse(text, log)).toMatchObject([{ line: 4, column: 3 }]);
  expect(parse(text, log)[0]?.message).toContain('(declared at line 3 of Anna/solution.cu)');
});

test('reads the way that led to a header as CUDA 11 tells it', () => {
  const log = `/usr/include/c++/11/ext/new_allocator.h(162): error: function "S::S(const S &)" cannot be referenced -- it is a deleted function
          detected during:
            instantiation of "void std::allocator_traits<...>"
/usr/include/c++/11/bits/stl_vector.h(1192): here
            instantiation of "void std::vector<_Tp, _Alloc>::push_back(...) [with _Tp=S]"
/in/solution.cu(4): here

`;
  expect(parse('\n\n\n  v.push_back(s);\n', log)).toMatchObject([{ line: 4, column: 3 }]);
});

test('names the place of a missing header, which the host compiler reports', () => {
  const log = `/in/solution.cu:1:10: fatal error: nothere.h: No such file or directory
    1 | #include "nothere.h"
      |          ^~~~~~~~~~~
compilation terminated.
`;
  expect(parse('#include "nothere.h"\n', log)).toMatchObject([
    { severity: 'error', line: 1, column: 10, message: 'nothere.h: No such file or directory' },
  ]);
});

test("turns ptxas' mangled name into the kernel's, and finds its line", () => {
  const log = `/in/solution.cu(4): warning #177-D: variable "unused" was declared but never referenced
    int unused;
        ^

Remark: The warnings can be suppressed with "-diag-suppress <warning-number>"

ptxas error   : Entry function '_Z4tilePf' uses too much shared data (0x27100 bytes, 0xc000 max)
`;
  const text = '// tile\n\n__global__ void tile(float* x) {\n  int unused;\n}\n';
  expect(parse(text, log)).toMatchObject([
    {
      severity: 'error',
      line: 3,
      side: 'device',
      message: "Entry function 'tile' uses too much shared data (0x27100 bytes, 0xc000 max)",
    },
    { severity: 'warning', line: 4, column: 7, rule: null },
  ]);
});

test('points at the assembly that ptxas cannot read', () => {
  const log = `ptxas /tmp/tmpxft_000031d4_00000000-6_g.ptx, line 35; error   : Unknown modifier '.op'
ptxas /tmp/tmpxft_000031d4_00000000-6_g.ptx, line 35; error   : Not a name of any known instruction: 'bogus'
ptxas fatal   : Ptx assembly aborted due to errors
`;
  const found = parse('__global__ void k() {\n  asm volatile("bogus.op;");\n}\n', log);
  expect(found.map(({ line, message }) => [line, message])).toEqual([
    [2, "Unknown modifier '.op'"],
    [2, "Not a name of any known instruction: 'bogus'"],
  ]);
});

test('puts what is missing at the end of the source on its last line', () => {
  const log = `At end of source: error: expected a "}"
/in/solution.cu(1): note #3196-D: to match this "{"
  int main() { int y = 3;
             ^

1 error detected in the compilation of "/in/solution.cu".
`;
  expect(parse('int main() {\n int y = 3;\n', log)).toMatchObject([{ line: 2, message: 'expected a "}"' }]);
});

test('says once what nvcc says for each GPU', () => {
  const message = `/in/solution.cu(1): error: identifier "y" is undefined
  int x = y;
          ^

`;
  expect(parse('int x = y;', message + message)).toHaveLength(1);
});

test("takes nvcc's own failures for none of the student's", () => {
  expect(parse('', "nvcc fatal   : Unsupported gpu architecture 'compute_33'\n")).toEqual([]);
  expect(parse('', "nvcc error   : 'cicc' died due to signal 9 (Kill signal)\n")).toEqual([]);
});
