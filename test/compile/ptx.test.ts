import { describe, expect, it } from 'vitest';
import { errorsOf, only, PROTOTYPE, useCompiler, withChange } from './harness.ts';

const compile = useCompiler();

/** A program whose kernel is these lines, from line 2 on. */
const program = (...lines: string[]) =>
  compile(`__global__ void k(unsigned* p, float* f, unsigned x) {\n${lines.join('\n')}\n}\nint main() {}\n`, null);

const messagesOf = ({ diagnostics }: Awaited<ReturnType<typeof program>>) =>
  diagnostics.map(({ line, rule, message }) => `${line} ${rule}: ${message}`);

describe('inline PTX in a program of its own', () => {
  it('compiles constraints, named operands, special registers and macros', async () => {
    const result = await program(
      'unsigned r; float y; double d = 1; unsigned short h = 3; unsigned long long t; unsigned* q;',
      'asm volatile("mov.u32 %0, %laneid;" : "=r"(r));',
      'asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t) :: "memory");',
      'asm("add.f32 %0, %1, 0f3F800000;" : "=f"(y) : "f"(f[0]));',
      '__asm__ __volatile__("{ .reg .f64 a; add.f64 a, %0, %1; mov.f64 %0, a; }" : "+d"(d) : "d"(2.0));',
      'asm("add.u16 %0, %0, %1;" : "+h"(h) : "h"((unsigned short)5));',
      'asm("mov.u64 %0, %[from];" : "=l"(q) : [from] "l"(p));',
      '#define TO(letter) "=" letter',
      'asm volatile("cp.async.wait_group %0;" :: "n"(3) : "memory");',
      'asm("add.u32 %0, %1, 1;" : TO("r")(r) : "r"(r));',
      'asm volatile("" ::: "memory");',
      'q[0] = r + h + (unsigned)t + (unsigned)(y + d);',
    );
    expect(messagesOf(result)).toEqual([]);
    expect(result.status).toBe('compiled');
  });

  it('tells mistakes as nvcc does, each at its statement', async () => {
    const result = await program(
      'unsigned r;',
      'asm volatile("add.u32 %0, %1;" : "=r"(r) : "r"(x));',
      'asm volatile("{ .reg .u32 a; mov.u32 a, %1; add.u32 %0, a, b; }" : "=r"(r) : "r"(x));',
      'asm volatile("frob.u32 %0, %1;" : "=r"(r) : "r"(x));',
      'asm volatile("add.u32 %0, %1, 1" : "=r"(r) : "r"(x));',
      'asm volatile("add.u64 %0, %0, 1;" : "=r"(r));',
      'asm volatile("rcp.f32 %0, %0;" : "+f"(f[0]));',
      'asm volatile("@q add.u32 %0, %0, 1;" : "+r"(r));',
      'asm volatile("bra nowhere;");',
      'asm volatile("ld.global.u32 %0, [%1];" : "=r"(r) : "r"(x));',
    );
    const mismatch = "Arguments mismatch for instruction 'add'";
    expect(messagesOf(result)).toEqual([
      `3 compile-error: ${mismatch}: add.u32 %0, %1`,
      "4 compile-error: Unknown symbol 'b': add.u32 %0, a, b",
      "5 compile-error: Not a name of any known instruction: 'frob': frob.u32 %0, %1",
      "6 compile-error: Parsing error near '1': syntax error, a ';' is missing",
      `7 compile-error: ${mismatch}: add.u64 %0, %0, 1`,
      "8 compile-error: Rounding modifier or '.approx' modifier required for instruction 'rcp': rcp.f32 %0, %0",
      "9 compile-error: Unknown symbol 'q': add.u32 %0, %0, 1",
      "10 compile-error: Unknown symbol 'nowhere': bra nowhere",
      '11 compile-error: 32-Bit ABI (--machine 32 or 32-Bit addressing) is not supported on sm_90 or higher architectures.: ld.global.u32 %0, [%1]',
    ]);
    expect(errorsOf(result)[0]).toBe('3:1 inline-ptx');
  });

  it.each([
    ['8', 'r', 'p'],
    ['4', 'r', '1.0f'],
    ['4', 'f', 'x'],
    ['1', 'r', '(char)1'],
    ['4', 'h', 'x'],
    ['8', 'f', '2.0'],
    ['8', 'r', '2ull'],
  ])('tells an operand of size %s with the constraint %s: %s', async (size, letter, operand) => {
    const result = await program(`asm volatile("mov.b32 %0, %0;" :: "${letter}"(${operand}));`);
    expect(only(result)).toMatchObject({
      line: 2,
      rule: 'compile-error',
      message: `asm operand type size(${size}) does not match type/size implied by constraint '${letter}'`,
    });
  });

  it('names what the emulator does not have, and which forms there are', async () => {
    const result = await program(
      'unsigned r;',
      'asm volatile("bar.sync 1, 64;");',
      'asm volatile("mov.u32 %0, %%envreg3;" : "=r"(r));',
      'asm volatile("lop3.or.b32 %0, %1, %1, %1, 1;" : "=r"(r) : "r"(x));',
    );
    expect(result.diagnostics.map(({ line, rule, detail }) => [line, rule, detail?.feature, detail?.expected])).toEqual(
      [
        [3, 'unsupported-feature', 'a PTX barrier of a number of its own, or of some threads', undefined],
        [4, 'unsupported-feature', 'the PTX register %envreg3', undefined],
        [5, 'unsupported-feature', 'the PTX instruction lop3.or.b32', 'lop3.b32'],
      ],
    );
  });

  it('is for device code: of the host only an empty statement is run', async () => {
    const host = (statement: string) => compile(`__global__ void k() {}\nint main() {\n  ${statement}\n}\n`, null);
    expect((await host('asm volatile("" ::: "memory");')).status).toBe('compiled');
    const refused = await host('int a; asm volatile("nop" : "=r"(a));');
    expect(refused.diagnostics.map(({ line, rule }) => [line, rule])).toEqual([[3, 'unsupported-feature']]);
  });

  it('is refused in an exercise, as before', async () => {
    const result = await compile(withChange('out[i] = 2 * x[i];', 'asm volatile("trap;");'), PROTOTYPE);
    expect(errorsOf(result)).toEqual(['3:18 inline-assembly']);
  });
});
