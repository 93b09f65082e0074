import { beforeAll, describe, expect, it } from 'vitest';
import { POINTER_BYTES } from '../../grader/abi/index.ts';
import type { CompileResult, DeviceProgram } from '../../grader/compile/index.ts';
import { CORRECT, FILE, useCompiler } from './harness.ts';

const PROGRAM = `__constant__ float factors[4];
__device__ int counter;

__device__ float twice(float value) {
  return 2 * value;
}
__global__ void copy(const float* x, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = twice(x[i]) * factors[1];
}

template <int N>
__global__ void tiled(const float* x, float* out, int n) {
  __shared__ float tile[N];
  int i = blockIdx.x * N + threadIdx.x;
  tile[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  if (i < n) out[i] = tile[N - 1 - threadIdx.x];
}

struct Pair { double a; char b; };

__global__ void mixed(unsigned char* c, Pair p, double d, long long l, short s, char k) {
  extern __shared__ unsigned char dynamic[];
  dynamic[threadIdx.x] = c[0];
  for (int i = 0; i < s; i++)
    atomicAdd(&counter, 1);
  c[1] = dynamic[0];
  c[2] = counter + (int)p.a + (int)d + (int)l + k;
}

void scale(const float* x, float* out, int n) {
  copy<<<1, 32>>>(x, out, n);
  tiled<16><<<1, 16>>>(x, out, n);
  tiled<32><<<1, 32>>>(x, out, n);
  mixed<<<1, 1, 32>>>(nullptr, Pair{}, 0, 0, 0, 0);
}
`;
const compile = useCompiler();
/** 1-based line of the program that holds a text. */
const line = (text: string) => PROGRAM.split('\n').findIndex((found) => found.includes(text)) + 1;

describe('a file with several kernels', () => {
  let result: Extract<CompileResult, { status: 'compiled' }>;
  let device: DeviceProgram;

  beforeAll(async () => {
    const made = await compile(PROGRAM);
    if (made.status !== 'compiled') throw new Error(JSON.stringify(made));
    result = made;
    device = made.device;
  });

  const kernel = (name: string) => device.kernels.find((found) => found.name === name);
  const sites = (of: string) =>
    device.sites
      .filter((site) => site.function === of)
      .map(({ kind, bytes, position, variable }) => `${kind} ${bytes} ${variable ?? '-'} ${position?.line}`)
      .sort();

  it('has each kernel and template instance, as written and as mangled', () => {
    expect(device.kernels.map(({ name, mangled }) => `${name} ${mangled}`).sort()).toEqual([
      'copy _Z4copyPKfPfi',
      'mixed _Z5mixedPh4Pairdxsc',
      'tiled<16> _Z5tiledILi16EEvPKfPfi',
      'tiled<32> _Z5tiledILi32EEvPKfPfi',
    ]);
    expect(device.kernels.map(({ index }) => index).sort()).toEqual([0, 1, 2, 3]);
    expect(kernel('copy')?.position).toMatchObject({ file: FILE, line: line('void copy') });
  });

  it('lays out arguments as C does', () => {
    expect(kernel('mixed')?.parameters.map(({ type, offset, bytes }) => `${type} ${offset} ${bytes}`)).toEqual([
      `pointer 0 ${POINTER_BYTES}`,
      'struct 8 16',
      'f64 24 8',
      'i64 32 8',
      'i16 40 2',
      'i8 42 1',
    ]);
    expect(kernel('mixed')?.argumentBytes).toBe(43);
  });

  it('knows which kernels wait, and what shared memory each needs', () => {
    const facts = device.kernels.map(({ name, suspends, staticSharedBytes, usesDynamicShared }) => [
      name,
      suspends,
      staticSharedBytes,
      usesDynamicShared,
    ]);
    expect(facts.sort()).toEqual([
      ['copy', false, 0, false],
      ['mixed', false, 0, true],
      ['tiled<16>', true, 64, false],
      ['tiled<32>', true, 128, false],
    ]);
  });

  it('gives each access, loop and barrier a site with line and variable', () => {
    const guarded = line('if (i < n) out[i] = twice');
    expect(sites('copy')).toEqual([`load 4 factors ${guarded}`, `load 4 x ${guarded}`, `store 4 out ${guarded}`]);
    expect(sites('tiled<16>')).toEqual([
      `barrier 0 - ${line('__syncthreads')}`,
      `load 4 tile ${line('out[i] = tile')}`,
      `load 4 x ${line('? x[i]')}`,
      `store 4 out ${line('out[i] = tile')}`,
      `store 4 tile ${line('? x[i]')}`,
    ]);
    expect(sites('tiled<32>')).toEqual(sites('tiled<16>'));
    expect(sites('mixed')).toEqual(
      expect.arrayContaining([
        `atomic 4 counter ${line('atomicAdd')}`,
        `load 1 dynamic ${line('c[1] = dynamic')}`,
        `loop 0 - ${line('for (int i')}`,
        `store 1 dynamic ${line('dynamic[threadIdx.x] =')}`,
      ]),
    );
  });

  it('tells which stores are of values from shared memory', () => {
    const stores = device.sites.filter(({ kind, variable }) => kind === 'store' && variable === 'out');
    expect(stores.map((site) => `${site.function} ${site.fromShared ?? false}`).sort()).toEqual([
      'copy false',
      'tiled<16> true',
      'tiled<32> true',
    ]);
  });

  it('places shared arrays apart, each with its declaration', () => {
    const arrays = [...device.sharedArrays].sort((a, b) => a.offset - b.offset);
    const position = { file: FILE, line: line('__shared__ float tile'), column: 20 };
    expect(arrays.map((array) => ({ ...array, offset: 0 }))).toEqual([
      { name: 'tile', offset: 0, bytes: 64, position },
      { name: 'tile', offset: 0, bytes: 128, position },
    ]);
    const [first, second] = arrays;
    expect((first?.offset ?? 0) + (first?.bytes ?? 0)).toBeLessThanOrEqual(second?.offset ?? 0);
  });

  it('names device variables and constants, and exports their addresses', () => {
    expect(device.variables.map(({ name, bytes, constant }) => [name, bytes, constant]).sort()).toEqual([
      ['counter', 4, false],
      ['factors', 16, true],
    ]);
    const exported = WebAssembly.Module.exports(new WebAssembly.Module(device.wasm as Uint8Array<ArrayBuffer>));
    const names = exported.map(({ name }) => name);
    for (const variable of device.variables) expect(names).toContain(variable.export);
  });

  it('has a host side that exports the entry point and imports only CUDA and C', () => {
    expect(result.host).toMatchObject({ fileName: FILE, exports: ['scale'] });
    const imports = WebAssembly.Module.imports(new WebAssembly.Module(result.host.wasm as Uint8Array<ArrayBuffer>));
    for (const { module } of imports) expect(['cuda', 'wasi_snapshot_preview1']).toContain(module);
  });

  it('has no less global memory than was asked for', () => {
    expect(device.heapBytes).toBeGreaterThanOrEqual(2 ** 20);
  });
});

it('compiles a file without kernels', async () => {
  const result = await compile('void scale(const float* x, float* out, int n) { cudaDeviceSynchronize(); }\n');
  expect(result).toMatchObject({ status: 'compiled', device: { kernels: [], sites: [], sharedArrays: [] } });
});

it('compiles one file to the same bytes, and to the same sites for CRLF', async () => {
  const first = await compile(CORRECT);
  expect(first.status).toBe('compiled');
  expect(await compile(CORRECT)).toEqual(first);
  const odd = await compile(`\uFEFF${CORRECT.replaceAll('\n', '\r\n')}`);
  if (first.status !== 'compiled' || odd.status !== 'compiled') throw new Error('expected both to compile');
  expect(odd.device.kernels).toEqual(first.device.kernels);
  expect(odd.device.sites).toEqual(first.device.sites);
});
