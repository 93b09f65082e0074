import { describe, expect, it } from 'vitest';
import { wordDiagnostic } from '../../grader/wording/index.ts';
import { CORRECT, errorsOf, only, useCompiler } from './harness.ts';

const compile = useCompiler();
const kernel = (...body: string[]) => `__global__ void k(float* a) {\n${body.map((text) => `  ${text}\n`).join('')}}\n`;

describe('what a submission may not contain', () => {
  it.each<[what: string, source: string, error: string]>([
    ['PTX in a kernel', kernel('int r; asm volatile("mov.u32 %0, %laneid;" : "=r"(r));'), '2:14 inline-assembly'],
    ['assembly beside functions', 'asm(".globl x");\n', '1:1 inline-assembly'],
    [
      'a variable with a name of the emulator',
      `__device__ int __emu_state;\n${kernel('a[0] = __emu_state;')}`,
      '0:0 reserved-name',
    ],
    [
      'a hook of the emulator',
      `extern "C" __device__ void __emu_load4(void*);\n${kernel('__emu_load4(a);')}`,
      '3:3 reserved-name',
    ],
    ['a WebAssembly instruction', kernel('a[0] = __builtin_wasm_memory_grow(0, 1);'), '2:10 wasm-intrinsic'],
    [
      'a WebAssembly import on the device',
      `extern "C" __attribute__((import_module("env"), import_name("x"))) __device__ int x(int);\n${kernel('a[0] = x(1);')}`,
      '0:0 wasm-linkage',
    ],
    [
      'a WebAssembly export on the device',
      `__attribute__((export_name("x"))) __device__ int x(int a) { return a; }\n${kernel('a[0] = x(1);')}`,
      '0:0 wasm-linkage',
    ],
    [
      'a WebAssembly export on the host',
      '__attribute__((export_name("x"))) int x(int a) { return a; }\n',
      '0:0 wasm-linkage',
    ],
    [
      'a WebAssembly import on the host',
      'extern "C" __attribute__((import_module("env"), import_name("x"))) int x(int);\n__attribute__((used)) int y() { return x(1); }\n',
      '0:0 wasm-linkage',
    ],
  ])('is refused as a violation, with what it is: %s', async (_, source, error) => {
    const result = await compile(source + CORRECT);
    expect(result.status).toBe('rejected');
    expect(errorsOf(result)).toEqual([error]);
    const diagnostic = only(result);
    expect(diagnostic.rule).toBe('policy-violation');
    const words = wordDiagnostic(diagnostic);
    expect(words.message).toMatch(/^This is not allowed in a submission: /);
    expect(words.hint).toMatch(/\S/);
  });
});

describe('what nobody defined', () => {
  it.each([
    ['a function of pointers', '__device__ float half(const float* a);\n', 'a[0] = half(a);'],
    ['one in a namespace', 'namespace mine { __device__ float half(const float* a); }\n', 'a[0] = mine::half(a);'],
  ])('is told with its name and its call: %s', async (_, declaration, call) => {
    const diagnostic = only(await compile(declaration + kernel(call) + CORRECT));
    expect(diagnostic).toMatchObject({
      rule: 'compile-error',
      message: 'half is called on the device, but is not defined there',
      line: 3,
      column: 10,
      detail: { hint: 'undefined-function' },
    });
  });

  it('is told where the linker finds it', async () => {
    const device = only(await compile(`__device__ float half(float a);\n${kernel('a[0] = half(1);')}${CORRECT}`));
    expect(device).toMatchObject({ rule: 'compile-error', side: 'device', line: 1, column: 18 });
    const host = only(await compile(`int other(int);\n${CORRECT.replace('twice<<<', 'other(1);\n  twice<<<')}`));
    expect(host).toMatchObject({ rule: 'compile-error', side: 'host', line: 1, column: 5 });
    expect(host.message).toContain('other(int)');
  });

  it('is not a function that the C library has already', async () => {
    const diagnostic = only(await compile(`void* malloc(unsigned long n) { return 0; }\n${CORRECT}`));
    expect(diagnostic).toMatchObject({ rule: 'compile-error', line: 1, detail: { hint: 'redefinition' } });
  });
});

describe('what only a GPU can do', () => {
  it.each([
    ['new and delete', kernel('float* p = new float[4];', 'p[0] = a[0];', 'a[1] = p[0];'), 2, /new and delete/],
    ['malloc', kernel('float* p = (float*)malloc(4);', 'a[1] = p[0];'), 2, /malloc/],
    ['a launch by a kernel', `__global__ void j() {}\n${kernel('j<<<1, 1>>>();')}`, 3, /launches/],
    ['a texture object', '__global__ void k(cudaTextureObject_t t) {}\n', 1, /textures/],
    ['a texture reference', 'texture<float, 2> t;\n', 1, /textures/],
  ])('is no mistake: %s', async (_, source, line, feature) => {
    const diagnostic = only(await compile(source + CORRECT));
    expect(diagnostic).toMatchObject({ rule: 'unsupported-feature', line });
    expect(diagnostic.detail?.feature).toMatch(feature);
    expect(wordDiagnostic(diagnostic).message).toContain('no fault of yours');
  });
});

it('lets a submission have names that only look like the emulator', async () => {
  const source = `__device__ float emu_load(const float* a) { return a[0]; }\n${kernel('a[1] = emu_load(a);')}${CORRECT}`;
  expect(await compile(source)).toMatchObject({ status: 'compiled', diagnostics: [] });
});
