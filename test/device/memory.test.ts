import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceProgram } from '../../grader/compile/index.ts';
import { Bench, compileKernels } from './harness.ts';

const SOURCE = `
#include <cstdio>
#include <cassert>
struct Three { float x, y, z; };
__device__ int counter;
__device__ int table[4] = {1, 2, 3, 4};
__constant__ int fixed[4];
__global__ void copy(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = // @store
      in[i]; // @load
}
__global__ void copy_bytes(const unsigned char *in, unsigned char *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i]; // @byte
}
__global__ void copy_wide(const double *in, double *out, int i) { out[i] = in[i]; }
__global__ void copy_float4(const float4 *in, float4 *out, int i) { out[i] = in[i]; } // @float4
__global__ void far_store(int *out, int index) { out[index] = 1; } // @far
__global__ void sum_into(int *out) { out[threadIdx.x] += 1; } // @accumulate
__global__ void add(int *out) { atomicAdd(out, 1); } // @atomic
__global__ void exchange(int *out, float *more) {
  __shared__ unsigned tile[32];
  atomicExch(&tile[threadIdx.x], 3u);
  __syncthreads();
  atomicExch_block(out + threadIdx.x, (int)tile[31 - threadIdx.x]);
  atomicExch(more, 2.5f);
}
__global__ void answer(int *out) { out[1] = atomicExch(out, 1); } // @answer
__global__ void past_tile(int *out, int i) {
  __shared__ int tile[8], other[8];
  tile[threadIdx.x] = 1; other[threadIdx.x] = 2;
  __syncthreads();
  out[threadIdx.x] = tile[i] + other[0]; // @tile
}
__global__ void unfilled_tile(int *out) {
  __shared__ int tile[8];
  if (threadIdx.x < 4) tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x]; // @unfilled
}
__global__ void dynamic(int *out, int i) {
  extern __shared__ int buffer[];
  buffer[i] = 5; // @dynamic
  out[0] = buffer[i];
}
__global__ void local_array(int *out, int i) {
  int values[4] = {1, 2, 3, 4};
  for (int j = 0; j < 4; j++) values[j] += out[0];
  out[1] = values[i]; // @local
}
__global__ void local_store(int *out, int i) {
  int values[4] = {1, 2, 3, 4};
  values[i] = out[0]; // @local store
  out[1] = values[out[0] & 3];
}
__global__ void variables(int *out, int i) { counter += 1; out[0] = counter + table[i] + fixed[0]; } // @variables
__global__ void forever(int *out) { while (true) out[0] = out[0] + 1; } // @forever
__device__ int deep(int n, int *out) { volatile int a[64]; a[n & 63] = n; if (n == 0) return a[0]; int r = deep(n - 1, out); return r + a[n & 63] + out[0]; }
__global__ void recursive(int *out, int n) { out[1] = deep(n, out); }
__global__ void says(int n) { printf("%d %5.2f %s|%-4u|%lld%%\\n", n, 1.5, "text", 7u, 1ll << 40); }
__global__ void asserts(int n) { assert(n == 3); } // @assert
__global__ void traps() { __trap(); } // @trap
__global__ void cast_float4(float *out, int i) {
  __shared__ float tile[72];
  for (int j = 0; j < 72; j++) tile[j] = j;
  float4 four = *(float4 *)&tile[i]; // @cast-load
  *reinterpret_cast<double *>(tile + 4 + i) = four.x + four.w; // @cast-store
  out[0] = tile[5] + (reinterpret_cast<float4 *>(&tile[8 + i])[1]).w; // member by member, as a float
}
struct __attribute__((packed)) Packed { char c; int i; };
__global__ void packed(int *out, int i) {
  __shared__ Packed pairs[3];
  pairs[i] = Packed{1, 2};
  out[0] = pairs[i].c + pairs[i].i;
}
__global__ void structs(const Three *in, Three *out, int i) { out[i] = in[i]; }
`;

describe('memory', { timeout: 120_000 }, () => {
  let program: DeviceProgram;
  let line: (name: string) => number;
  let module: WebAssembly.Module;
  const bench = (options: { layoutSeed?: number; deviceSteps?: number } = {}) =>
    new Bench(program, { module, ...options });
  beforeAll(async () => {
    ({ program, line } = await compileKernels(SOURCE));
    module = new WebAssembly.Module(program.wasm as Uint8Array<ArrayBuffer>);
  }, 300_000);

  it('runs a right kernel without a fault and counts who wrote the output', () => {
    const b = bench();
    const [input, output] = [b.words(100), b.words(100, 'output')];
    const outcome = b.launch('copy', [input, output, 100], { grid: 4, block: 32 });
    expect(outcome).toMatchObject({ error: 0, outputThreads: 100, outputBlocks: 4, sharedLoads: false });
    expect(outcome.outputStores.map(({ count }) => count)).toEqual([100]);
    expect(b.rules()).toEqual([]);
    expect(b.ints(output, 100)).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect([...b.device.state(output, 400)].every((state) => (state & 6) === 6)).toBe(true);
  });

  it.each([
    ['a read one element past the end', 100, 101, ['out-of-bounds-read'], 'load', 400],
    ['a write one element past the end', 101, 100, ['out-of-bounds-write'], 'store', 400],
  ])('sees %s, and only that', (_, inputs, outputs, rules, where, offset) => {
    const b = bench();
    b.launch('copy', [b.words(inputs), b.words(outputs, 'output'), 101], { grid: 4, block: 32 });
    const [fault] = b.device.takeFaults();
    expect([fault?.rule]).toEqual(rules);
    expect(fault).toMatchObject({
      count: 1,
      bytes: 4,
      at: { block: [3, 0, 0], thread: [4, 0, 0] },
      buffer: { offset, bytes: 400, label: where === 'load' ? 'in' : 'out' },
    });
    expect(fault?.at.position?.line).toBe(line(where));
  });

  it('is exact to the byte', () => {
    const b = bench();
    b.launch('copy_bytes', [b.bytes(33), b.bytes(33, 'output'), 33], { grid: 2, block: 32 });
    expect(b.rules()).toEqual([]);
    b.launch('copy_bytes', [b.bytes(33), b.bytes(34, 'output'), 34], { grid: 2, block: 32 });
    expect(b.device.takeFaults()).toMatchObject([{ rule: 'out-of-bounds-read', bytes: 1, buffer: { offset: 33 } }]);
    // The last two bytes of an 8-byte access are outside.
    b.launch('copy_wide', [b.bytes(22), b.bytes(24, 'output'), 2]);
    expect(b.device.takeFaults()).toMatchObject([
      { rule: 'out-of-bounds-read', bytes: 8, buffer: { offset: 16, bytes: 22 } },
    ]);
  });

  it.each([1 << 12, 1 << 20, -(1 << 12), -(1 << 18), -(1 << 27), (1 << 28) + 5])(
    'sees a store at index %i',
    (index) => {
      const b = bench();
      const out = b.words(4, 'output');
      b.launch('far_store', [out, index]);
      const [fault] = b.device.takeFaults();
      expect(fault).toMatchObject({ rule: 'out-of-bounds-write', buffer: { label: 'out' } });
      expect(fault?.at.position?.line).toBe(line('far'));
      expect(b.launch('far_store', [out, 0]).error).toBe(0);
      expect(b.rules()).toEqual([]);
    },
  );

  it('groups a thousand faults of one place', () => {
    const b = bench();
    b.launch('copy', [b.words(24), b.words(1024, 'output'), 1024], { grid: 4, block: 256 });
    expect(b.device.takeFaults()).toMatchObject([
      { rule: 'out-of-bounds-read', count: 1000, at: { block: [0, 0, 0], thread: [24, 0, 0] } },
    ]);
  });

  it('sees reads of memory that nobody wrote', () => {
    const b = bench();
    const out = b.words(32, 'output');
    b.launch('sum_into', [out], { block: 32 });
    expect(b.device.takeFaults()).toMatchObject([
      { rule: 'uninitialized-read', count: 32, at: { position: { line: line('accumulate') } } },
    ]);
    b.device.poison(out, new Uint8Array(128).fill(1));
    b.launch('add', [out]);
    expect(b.rules()).toEqual([]); // a kernel has written it; poison does not undo that
  });

  it('sees none in an exchange whose answer nobody looks at: it only stores', () => {
    const b = bench();
    const [out, more] = [b.words(32, 'output'), b.words(1, 'output')];
    b.launch('exchange', [out, more], { block: 32 });
    b.launch('sum_into', [out], { block: 32 });
    b.launch('add', [more]);
    expect(b.rules()).toEqual([]);
    expect(b.ints(out, 32)).toEqual(Array(32).fill(4));
    b.launch('answer', [b.words(2, 'output')]);
    expect(b.device.takeFaults()).toMatchObject([
      { rule: 'uninitialized-read', at: { position: { line: line('answer') } } },
    ]);
  });

  it('keeps poisoned bytes uninitialized until a kernel or host code writes', () => {
    const b = bench();
    const out = b.words(4, 'output');
    b.device.poison(out, new Uint8Array(16).fill(0x5a));
    expect(b.ints(out, 1)).toEqual([0x5a5a5a5a]);
    b.launch('add', [out]);
    expect(b.rules()).toEqual(['uninitialized-read']);
    b.device.set(out, 0, 16);
    b.launch('add', [out]);
    expect(b.rules()).toEqual([]);
    expect(b.ints(out, 1)).toEqual([1]);
  });

  it('names the shared array that an access leaves, and the offset', () => {
    const b = bench();
    b.launch('past_tile', [b.words(8, 'output'), 8], { block: 8 });
    expect(b.device.takeFaults()).toMatchObject([
      {
        rule: 'shared-out-of-bounds',
        count: 8,
        buffer: { label: 'tile', role: 'shared', bytes: 32, offset: 32 },
        at: { position: { line: line('tile') } },
      },
    ]);
  });

  it('names the last shared array if an access goes past the end of all', () => {
    const b = bench();
    b.launch('past_tile', [b.words(8, 'output'), 20], { block: 8 });
    const [fault] = b.device.takeFaults();
    expect(fault).toMatchObject({ rule: 'shared-out-of-bounds', buffer: { role: 'shared', bytes: 32 } });
    expect(['tile', 'other']).toContain(fault?.buffer?.label);
  });

  it('sees shared memory that was not filled, in every block', () => {
    const b = bench();
    b.launch('unfilled_tile', [b.words(8, 'output')], { grid: 2, block: 8 });
    const faults = b.device.takeFaults().filter(({ rule }) => rule === 'uninitialized-read');
    expect(faults).toMatchObject([
      { count: 8, at: { block: [0, 0, 0], thread: [4, 0, 0], position: { line: line('unfilled') } } },
    ]);
  });

  it('gives dynamic shared memory the size of the launch', () => {
    const b = bench();
    const out = b.words(1, 'output');
    expect(b.launch('dynamic', [out, 7], { dynamicSharedBytes: 32 }).error).toBe(0);
    expect(b.rules()).toEqual([]);
    expect(b.ints(out, 1)).toEqual([5]);
    b.launch('dynamic', [out, 8], { dynamicSharedBytes: 32 });
    expect(b.rules()).toContain('shared-out-of-bounds');
    b.launch('dynamic', [out, 0]);
    expect(b.rules()).toContain('shared-out-of-bounds');
  });

  it('bounds local arrays', () => {
    const b = bench();
    const out = b.words(2);
    b.launch('local_array', [out, 3]);
    expect(b.rules()).toEqual([]);
    expect(b.ints(out, 2)[1]).toBe(4);
    b.launch('local_array', [out, 4]);
    expect(b.device.takeFaults()).toMatchObject([
      { rule: 'local-out-of-bounds', at: { access: 'read', position: { line: line('local') } } },
    ]);
  });

  it('reports a store outside a local array as a write', () => {
    const b = bench();
    const out = b.words(2);
    b.launch('local_store', [out, 4]);
    expect(b.device.takeFaults()).toMatchObject([
      { rule: 'local-out-of-bounds', at: { access: 'write', position: { line: line('local store') } } },
    ]);
  });

  it('bounds device variables and reads what the host wrote to them', () => {
    const b = bench();
    const out = b.words(1);
    const symbol = b.device.symbol('fixed');
    expect(symbol?.bytes).toBe(16);
    b.device.write(symbol?.pointer ?? 0, new Uint8Array(new Int32Array([100, 0, 0, 0]).buffer));
    b.launch('variables', [out, 3]);
    expect(b.ints(out, 1)).toEqual([105]);
    expect(b.rules()).toEqual([]);
    b.launch('variables', [out, 4]);
    expect(b.device.takeFaults()).toMatchObject([
      { rule: 'out-of-bounds-read', at: { position: { line: line('variables') } } },
    ]);
  });

  it('sees misaligned vector accesses', () => {
    const b = bench();
    b.launch('copy_float4', [b.bytes(64), b.bytes(64) + 4, 0]);
    expect(b.device.takeFaults()).toMatchObject([
      { rule: 'misaligned-access', bytes: 16, at: { position: { line: line('float4') } } },
    ]);
  });

  it('sees misaligned accesses through casts of shared arrays', () => {
    const b = bench();
    b.launch('cast_float4', [b.bytes(4, 'output'), 4]);
    expect(b.rules()).toEqual([]);
    b.launch('cast_float4', [b.bytes(4, 'output'), 1]);
    expect(b.device.takeFaults()).toMatchObject([
      { rule: 'misaligned-access', bytes: 16, at: { access: 'read', position: { line: line('cast-load') } } },
      { rule: 'misaligned-access', bytes: 8, at: { access: 'write', position: { line: line('cast-store') } } },
    ]);
  });

  it('lets members of packed structs lie where they lie', () => {
    const b = bench();
    const out = b.bytes(4, 'output');
    b.launch('packed', [out, 1]);
    expect(b.rules()).toEqual([]);
    expect(b.ints(out, 1)).toEqual([3]);
  });

  it('copies structs whole', () => {
    const b = bench();
    b.launch('structs', [b.bytes(24), b.bytes(24, 'output'), 1]);
    expect(b.rules()).toEqual([]);
    b.launch('structs', [b.bytes(20), b.bytes(24, 'output'), 1]);
    expect(new Set(b.rules())).toEqual(new Set(['out-of-bounds-read']));
  });

  it('sees use after free', () => {
    const b = bench();
    const input = b.words(4);
    const out = b.words(4, 'output');
    expect(b.device.free(input)).toBe(0);
    expect(b.device.free(input)).toBe(1);
    b.launch('copy', [input, out, 4], { block: 4 });
    expect(b.device.takeFaults()).toMatchObject([{ rule: 'use-after-free', count: 4, buffer: { label: 'in' } }]);
  });

  it.each([
    ['a host pointer', 0x10_0000, 'host-device-pointer'],
    ['NULL', 0, 'host-device-pointer null-pointer'],
  ])('sees %s', (_, pointer, rule) => {
    const b = bench();
    b.launch('far_store', [pointer, 2]);
    expect(b.rules()).toEqual([rule]);
  });

  it('stops infinite loops at the step limit, with a launch timeout', () => {
    const b = bench({ deviceSteps: 10_000 });
    const out = b.words(2);
    expect(b.launch('forever', [out]).error).toBe(702);
    expect(b.device.takeFaults()).toMatchObject([{ rule: 'timeout', at: { position: { line: line('forever') } } }]);
    expect(b.device.stepsLeft).toBe(0);
  });

  it('ends a recursion without end', () => {
    const b = bench();
    const out = b.words(2);
    expect(b.launch('recursive', [out, 5]).error).toBe(0);
    expect(b.rules()).toEqual([]);
    expect(b.launch('recursive', [out, -1]).error).not.toBe(0);
    expect(b.rules()).toEqual([expect.stringContaining('stack-overflow')]);
  });

  it('prints, asserts and traps as CUDA does', () => {
    const b = bench();
    expect(b.launch('says', [-3]).error).toBe(0);
    expect(b.device.takeOutput('stdout')).toBe('-3  1.50 text|7   |1099511627776%\n');
    expect(b.launch('asserts', [3]).error).toBe(0);
    expect(b.launch('asserts', [4], { block: 2 }).error).toBe(710);
    expect(b.device.takeFaults()).toMatchObject([
      { rule: 'device-assert', at: { thread: [0, 0, 0], position: { line: line('assert') } } },
    ]);
    expect(bench().launch('traps', []).error).toBe(719);
  });

  it('refuses what the hardware refuses', () => {
    const b = bench();
    const out = b.words(1);
    expect(b.launch('add', [out], { block: 1025 }).error).toBe(9);
    expect(b.launch('add', [out], { block: [33, 33, 1] }).error).toBe(9);
    expect(b.launch('add', [out], { grid: 0 }).error).toBe(9);
    expect(b.launch('add', [out], { grid: [1, 65_536, 1] }).error).toBe(9);
    expect(b.launch('dynamic', [out, 0], { dynamicSharedBytes: 49_153 }).error).toBe(1);
    expect(b.rules()).toEqual([]);
    expect(b.ints(out, 1)).toEqual([0]);
  });

  it('sees the same under every layout, twice', () => {
    const seen = [1, 1, 2, 77].map((layoutSeed) => {
      const b = bench({ layoutSeed });
      const [input, out] = [b.words(90), b.words(95, 'output')];
      const { outputStores } = b.launch('copy', [input, out, 100], { grid: 4, block: 32 });
      return { apart: Math.abs(out - input), seen: [outputStores, b.device.takeFaults(), b.ints(out, 90)] };
    });
    for (const { seen: each } of seen) expect(each).toEqual(seen[0]?.seen);
    expect(seen.every(({ apart }) => apart >= 64 * 1024)).toBe(true);
    expect(new Set(seen.map(({ apart }) => apart)).size).toBeGreaterThan(1);
  });
});
