import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../grader/compile/index.ts';
import { wordDiagnostic } from '../explain/facts.ts';
import { CORRECT, errorsOf, only, useCompiler } from './harness.ts';

const compile = useCompiler();
const kernel = (...body: string[]) => `__global__ void k(float* a) {\n${body.map((text) => `  ${text}\n`).join('')}}\n`;

/** Words of a violation: what it is, and what to do instead. */
function expectViolation(diagnostic: Diagnostic): void {
  expect(diagnostic).toMatchObject({ rule: 'policy-violation', severity: 'error' });
  const words = wordDiagnostic(diagnostic);
  expect(words.message).toMatch(/^This is not allowed in a submission: /);
  expect(words.hint).toMatch(/\S/);
}

describe('what a submission may not contain', () => {
  it('is assembly, in a kernel or beside functions', async () => {
    const result = await compile(
      `asm(".globl x");\n${kernel('int r; asm volatile("mov.u32 %0, %laneid;" : "=r"(r));')}${CORRECT}`,
    );
    expect(errorsOf(result)).toEqual(['1:1 inline-assembly', '3:14 inline-assembly']);
    result.diagnostics.forEach(expectViolation);
  });

  it("is what belongs to the emulator, and WebAssembly's own instructions", async () => {
    const declarations = '__device__ int __emu_state;\nextern "C" __device__ void __emu_load4(void*);\n';
    const body = ['a[0] = __emu_state;', '__emu_load4(a);', 'a[1] = __builtin_wasm_memory_grow(0, 1);'];
    const result = await compile(declarations + kernel(...body) + CORRECT);
    expect(errorsOf(result)).toEqual(['1:16 reserved-name', '5:3 reserved-name', '6:10 wasm-intrinsic']);
    result.diagnostics.forEach(expectViolation);
    expect(result.diagnostics[0]?.message).toContain('__emu_state');
  });

  const imported = 'extern "C" __attribute__((import_module("env"), import_name("x")))';
  it.each([
    ['imports something on the device', `${imported} __device__ int x(int);\n${kernel('a[0] = x(1);')}`, '1:27'],
    [
      'exports something on the device',
      `__attribute__((export_name("x"))) __device__ int x() { return 1; }\n${kernel('a[0] = x();')}`,
      '1:16',
    ],
    [
      'imports something on the host',
      `${imported} int x(int);\n__attribute__((used)) int y() { return x(1); }\n`,
      '1:61',
    ],
    ['exports something on the host', '__attribute__((export_name("x"))) int x(int a) { return a; }\n', '1:28'],
  ])('is code that %s', async (_, source, place) => {
    const result = await compile(source + CORRECT);
    expect(errorsOf(result)).toEqual([`${place} wasm-linkage`]);
    expectViolation(only(result));
  });
});

describe('what reaches out of the sandbox', () => {
  it.each([
    ['sys/socket.h', 'the network', 'int s = socket(AF_INET, SOCK_STREAM, 0);'],
    ['csignal', 'signals', 'void (*old)(int) = signal(SIGINT, SIG_IGN);'],
    ['setjmp.h', 'setjmp and longjmp', 'jmp_buf there;'],
    ['sys/wait.h', 'other programs', 'int p = wait(nullptr);'],
  ])('is reported once if %s is included: %s', async (header, feature, use) => {
    const diagnostic = only(await compile(`#include <${header}>\n${use}\n${CORRECT}`));
    expectViolation(diagnostic);
    expect(diagnostic).toMatchObject({ line: 1, message: feature });
  });

  it('is reported by its name if no header has it', async () => {
    const call = 'int child() { return fork(); }\n';
    const diagnostic = only(await compile(call + CORRECT));
    expectViolation(diagnostic);
    expect(diagnostic).toMatchObject({ line: 1, message: 'other programs' });
    const { diagnostics } = await compile(`${call}int main() {}`, null);
    expect(diagnostics).toMatchObject([{ rule: 'unsupported-feature', detail: { feature: 'other programs' } }]);
    expect(wordDiagnostic(diagnostics[0] as Diagnostic).message).toContain('this grader does not have');
  });

  it('does not keep a submission from headers and names of its own', async () => {
    const own = 'struct Task { void fork() {} };\nint kill(int a) { return a; }\n';
    expect(await compile(own + CORRECT)).toMatchObject({ status: 'compiled', diagnostics: [] });
  });
});

describe('what nobody defined', () => {
  it('is reported with its name and the place of its call', async () => {
    const source = [
      '__device__ float half(const float* a);\n',
      'namespace mine { __device__ float third(const float* a); }\n',
      kernel('a[0] = half(a);', 'a[1] = mine::third(a);'),
    ].join('');
    const { diagnostics } = await compile(source + CORRECT);
    const message = (name: string) => `the function ${name} is called on the device, but is not defined there`;
    const detail = { hint: 'undefined-function' };
    expect(diagnostics).toMatchObject([
      { rule: 'compile-error', message: message('half'), line: 4, column: 10, detail },
      { rule: 'compile-error', message: message('third'), line: 5, column: 10, detail },
    ]);
  });

  it('is reported on either side', async () => {
    const declared = '__device__ float half(float a);\nint other(int);\n';
    const { diagnostics } = await compile(
      `${declared}${kernel('a[0] = half(1);')}${CORRECT.replace('twice<<<', 'other(1);\n  twice<<<')}`,
    );
    expect(diagnostics).toMatchObject([
      { rule: 'compile-error', side: 'host', line: 2, column: 5 },
      { rule: 'compile-error', side: 'device', line: 4, column: 10 },
    ]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'the function other(int) is declared and used, but defined nowhere',
      'the function half is called on the device, but is not defined there',
    ]);
  });

  it('is not a function that the C library has already', async () => {
    const diagnostic = only(await compile(`void* malloc(unsigned long n) { return 0; }\n${CORRECT}`));
    expect(diagnostic).toMatchObject({ rule: 'compile-error', line: 1, detail: { hint: 'redefinition' } });
  });
});

it('rejects a launch by a kernel, as nvcc does without -rdc=true', async () => {
  const diagnostic = only(
    await compile(`__global__ void j() {}\n__global__ void l() {\n  j<<<1, 1>>>();\n}\n${CORRECT}`),
  );
  expect(diagnostic).toMatchObject({ rule: 'compile-error', line: 3, detail: { hint: 'launch-in-device-code' } });
  expect(wordDiagnostic(diagnostic).message).toContain('requires relocatable device code (-rdc=true)');
  expect(wordDiagnostic(diagnostic).hint).toContain('nvcc and grade run need -rdc=true');
});

it('rejects of a kernel with launches only these and other mistakes', async () => {
  const body = `  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  j<<<1, 1, 0, s>>>();
  puts("");
  missing = cudaStreamDestroy(s);`;
  const compiled = await compile(
    `#include <cstdio>\n__global__ void j() {}\n__global__ void l() {\n${body}\n}\n${CORRECT}`,
  );
  expect(compiled.diagnostics.map(({ line }) => line)).toEqual([6, 7, 8]);
});

it('rejects a kernel that waits for its launch since CUDA 12', async () => {
  const diagnostic = only(await compile(`__global__ void l() {\n  cudaDeviceSynchronize();\n}\n${CORRECT}`));
  expect(diagnostic).toMatchObject({ rule: 'compile-error', line: 2, detail: { hint: 'synchronize-in-kernel' } });
  expect(wordDiagnostic(diagnostic).hint).toContain('cudaStreamTailLaunch');
});

describe('what only a GPU can do', () => {
  it('is no mistake: texture references', async () => {
    const source = ['__global__ void t(cudaTextureObject_t t) {}\n', 'texture<float, 2> reference;\n'].join('');
    const errors = (await compile(source + CORRECT)).diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ line, rule, detail }) => `${line} ${rule} ${detail?.feature}`)).toEqual([
      '2 unsupported-feature texture references',
    ]);
    for (const error of errors) expect(wordDiagnostic(error).message).toContain('this is not your mistake');
  });

  it('is not a mistake: unsupported parts of graphs, and errors they cause', async () => {
    const source = `void own() {
  cudaUserObject_t object;
}
`;
    const errors = (await compile(source + CORRECT)).diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ line, rule, detail }) => `${line} ${rule} ${detail?.feature}`)).toEqual([
      '2 unsupported-feature a rarer part of CUDA graphs',
    ]);
  });
});

it('lets a submission have names that only look like the emulator', async () => {
  const source = `__device__ float emu_load(const float* a) { return a[0]; }\n${kernel('a[1] = emu_load(a);')}${CORRECT}`;
  expect(await compile(source)).toMatchObject({ status: 'compiled', diagnostics: [] });
});

describe('what Clang accepts and nvcc refuses', () => {
  const inKernel = (body: string) => `__global__ void k(float* a, int n) {\n  ${body}\n}\n${CORRECT}`;
  const LAMBDA = 'template <class F> __global__ void all(F f) { f(1); }\n';

  it.each([
    ['an array of variable length', inKernel('float t[n]; t[1] = 2; a[0] = t[1];'), '2:3 constant-length'],
    ['bytes of variable length', inKernel('char t[n]; t[1] = 2; a[0] = t[1];'), '2:3 constant-length'],
    ['a keyword of Clang', inKernel('_BitInt(37) h = n; a[h] = 1;'), '2:1 only-clang'],
    ['a builtin of Clang', inKernel('a[0] = __builtin_bitreverse32(n);'), '2:1 only-clang'],
    [
      'a builtin of Clang behind a macro',
      `#define TURN(x) __builtin_rotateleft32(x, 3)\n${inKernel('a[0] = TURN(n);')}`,
      '1:1 only-clang',
    ],
    [
      'a lambda with __device__',
      `${LAMBDA}void h() { all<<<1, 1>>>([=] __device__ (int) {}); }\n${CORRECT}`,
      '2:29 extended-lambda',
    ],
    [
      'a lambda with a macro for both sides',
      `#define BOTH __host__ __device__\n${LAMBDA}void h() { all<<<1, 1>>>([] BOTH (int) {}); }\n${CORRECT}`,
      '3:28 extended-lambda',
    ],
  ])('is %s', async (_, source, error) => {
    const result = await compile(source);
    expect(errorsOf(result)).toEqual([error]);
    const hints = result.diagnostics
      .filter(({ severity }) => severity === 'error')
      .map((each) => wordDiagnostic(each).hint);
    expect(hints).toEqual([expect.stringMatching(/\S/)]);
  });

  it.each([
    ['constant lengths', inKernel('const int m = 4; float t[2 * m], u[(int)3.0]; t[n] = u[1] = a[0]; a[1] = t[n];')],
    ['a variable with the name vla', inKernel('int vla[4]; vla[n & 3] = n; a[0] = vla[n & 1];')],
    ['alloca', inKernel('char* t = (char*)__builtin_alloca(n); t[1] = 2; a[0] = t[1];')],
    [
      'builtins of gcc and nvcc',
      inKernel(
        '__builtin_assume(n > 0); a[0] = __builtin_popcount(n) + __builtin_clz(n); if (__builtin_expect(n, 1)) return;',
      ),
    ],
    ['lambdas in device code', inKernel('auto f = [=](int i) { a[i] = n; }; f(n);')],
    ['attributes before a function', `[[maybe_unused]] __device__ int one() { return 1; }\n${CORRECT}`],
    ['lengths on the host', `void h(int n) { float t[n]; t[0] = 1; }\n${CORRECT}`],
    ['names of its own', `struct _Mine { int __builtin_mine; };\n${CORRECT}`],
  ])('leaves %s alone', async (_, source) => {
    expect(errorsOf(await compile(source))).toEqual([]);
  });
});
