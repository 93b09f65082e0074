// Accesses of several words that the compiler knows little of, copies of structures, and device variables have a short
// way (native/emulator/runtime/words.c). While accesses are counted they go the long way: both have to find the same.
import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceProgram } from '../../grader/compile/index.ts';
import { Bench, compileKernels } from './harness.ts';

const THREADS = 32;
const FIVE = 20;
const SOURCE = `
struct Five { int a[5]; };
struct Bytes { unsigned char b[4]; };
__device__ int table[65];
__device__ Five fives[64];
#define I (blockIdx.x * blockDim.x + threadIdx.x)
__global__ void copies(const Five *in, Five *out, int shift) { out[I + shift] = in[I]; }
__global__ void one_place(const Five *in, Five *out, int shift) { out[shift] = in[I]; }
__global__ void small(const Bytes *in, Bytes *out, int shift) { out[I + shift] = in[I]; }
__global__ void neighbours(const Five *in, Five *out, int shift) {
  out[I] = in[I];
  out[64 + I] = out[(I + shift) % 64];
}
__global__ void ordered(const Five *in, Five *out, int shift) {
  __shared__ Five tile[32];
  tile[threadIdx.x] = in[I];
  __syncthreads();
  out[I] = tile[(threadIdx.x + shift) % 32];
}
__global__ void unordered(const Five *in, Five *out, int shift) {
  __shared__ Five tile[32];
  tile[threadIdx.x] = in[I];
  out[I] = tile[(threadIdx.x + shift) % 32];
}
__global__ void own_variable(const Five *in, Five *out, int) {
  for (int turn = 0; turn < 3; turn++) table[I] = table[I] + in[I].a[turn];
  fives[I] = in[I];
  out[I] = fives[I];
  out[I].a[0] = table[I];
}
__global__ void variable(const Five *in, Five *out, int shift) {
  table[I] = in[I].a[1];
  out[I].a[2] = table[I + shift];
}
__global__ void read_by_all(const Five *in, Five *out, int shift) {
  int sum = 0;
  for (int i = 0; i < 64; i++) sum += table[i];
  out[I].a[2] = sum;
  if (I == 40) table[shift] = 1;
}
`;

let program: DeviceProgram;
beforeAll(async () => {
  program = (await compileKernels(SOURCE)).program;
});

/** What a launch of two blocks finds, stores and counts as stores, on either way. */
function both(kernel: string, shift: number, role: 'input' | 'output' = 'input') {
  const [short, long] = [false, true].map((counters) => {
    const bench = new Bench(program);
    const content = new Uint8Array(Int32Array.from({ length: 320 }, (_, i) => i).buffer);
    const source = bench.bytes(64 * FIVE, role, content);
    if (role === 'output') bench.device.write(source, content.subarray(0, 30 * FIVE));
    const out = bench.bytes(128 * FIVE, 'output');
    bench.device.set(out, 0, 128 * FIVE);
    const { outputStores, outputThreads, error } = bench.launch(kernel, [source, out, shift], {
      grid: 2,
      block: THREADS,
      counters,
    });
    const states = bench.device.state(out, 128 * FIVE);
    const faults = bench.device.takeFaults();
    return { faults, error, ints: bench.ints(out, 5 * 128), states, outputStores, outputThreads };
  });
  expect(short).toEqual(long);
  return { ints: short?.ints ?? [], rules: [...new Set(short?.faults.map(({ rule }) => rule))] };
}

describe('the short way of words', () => {
  it('copies what is right, and finds nothing in it', () => {
    for (const kernel of ['copies', 'ordered', 'small']) expect(both(kernel, 0).rules).toEqual([]);
    expect(both('copies', 3).ints.slice(15, 25)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(both('ordered', 1).ints.slice(0, 5)).toEqual([5, 6, 7, 8, 9]);
    const { ints, rules } = both('own_variable', 0);
    expect(rules).toEqual([]);
    expect(ints.slice(5, 10)).toEqual([5 + 6 + 7, 6, 7, 8, 9]);
  });

  it.each([
    ['copies', 65, 'out-of-bounds-write'],
    ['small', 640, 'out-of-bounds-write'],
    ['one_place', 7, 'global-race'],
    ['neighbours', 1, 'global-race'],
    ['neighbours', 32, 'global-race'],
    ['unordered', 5, 'shared-race'],
    ['variable', 1, 'global-race'],
    ['variable', 64, 'out-of-bounds-read'],
    ['read_by_all', 3, 'global-race'],
  ])('finds in %s with %i what the long way finds: %s', (kernel, shift, rule) => {
    expect(both(kernel, shift).rules).toContain(rule);
  });

  it('carries along what is not initialised, and tells it where it is used', () => {
    expect(both('copies', 0, 'output').rules).toEqual([]);
    expect(both('own_variable', 0, 'output').rules).toContain('uninitialized-read');
  });
});
