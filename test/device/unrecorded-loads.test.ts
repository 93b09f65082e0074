import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceProgram } from '../../grader/compile/index.ts';
import { Bench, compileKernels } from './harness.ts';

const SOURCE = `
#include <cstdio>
__device__ int calls;
__global__ void shift(int *data, int n) {
  int i = threadIdx.x;
  if (i < n - 1) data[i] = // @shift
      data[i + 1];
}
__global__ void rotate(const int *in, int *out) { out[threadIdx.x] = in[(threadIdx.x + 1) % blockDim.x]; }
__global__ void late(int *in, int *out, int n) {
  if (threadIdx.x == 0) { calls += 1; printf("call %d\\n", calls); }
  int sum = 0;
  for (int i = 0; i < n; i++) sum += in[i];
  out[threadIdx.x] = sum;
  if (threadIdx.x == blockDim.x - 1) in[n] = sum;
}
__global__ void wanders(const int *in, int *out, int i) { out[i] = in[threadIdx.x]; } // @wanders
__global__ void bytes(unsigned char *data, int n) {
  int i = threadIdx.x;
  if (i < n - 1) data[i] = data[i + 1]; // @bytes
}
__global__ void separate_bytes(const unsigned char *in, unsigned char *out) { out[threadIdx.x] = 255 - in[threadIdx.x]; }
__global__ void shorts(unsigned short *data) { data[threadIdx.x] += 1; }
__global__ void phases(const int *in, int *out, int turns) {
  __shared__ int tile[32];
  int sum = 0;
  for (int turn = 0; turn < turns; turn++) {
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    sum += tile[31 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
__global__ void no_second_barrier(const int *in, int *out, int turns) {
  __shared__ int tile[64];
  int sum = 0;
  for (int turn = 0; turn < turns; turn++) {
    tile[threadIdx.x] = in[threadIdx.x]; // @overwrites
    __syncthreads();
    sum += tile[63 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}
__device__ void fill(int *tile) { tile[threadIdx.x] = threadIdx.x; } // @fills
__global__ void through_pointer(int *out, int which) {
  __shared__ int a[64], b[64];
  a[threadIdx.x] = b[threadIdx.x] = 1;
  __syncthreads();
  int *target = which ? a : b;
  int got = a[63 - threadIdx.x];
  fill(target);
  out[threadIdx.x] = got;
}
__global__ void unfilled(int *out) {
  __shared__ int tile[32];
  if (threadIdx.x < 16) tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x]; // @unfilled
}
`;

describe('loads without a record', { timeout: 120_000 }, () => {
  let program: DeviceProgram;
  let line: (name: string) => number;
  beforeAll(async () => {
    ({ program, line } = await compileKernels(SOURCE));
  }, 300_000);

  const read = (bench: Bench, pointer: number, count: number) => {
    const bytes = new Uint8Array(4 * count);
    bench.device.read(pointer, bytes);
    return [...new Int32Array(bytes.buffer)];
  };

  it('sees a race in a buffer that the launch was expected only to read', () => {
    const bench = new Bench(program);
    bench.launch('shift', [bench.words(64), 64], { block: 64 });
    const faults = bench.device.takeFaults();
    expect(faults.map(({ rule }) => rule)).toEqual(['global-race']);
    expect(faults[0]?.at.position?.line).toBe(line('shift'));
    expect(faults[0]?.count).toBe(62);
  });

  it('sees it in every launch alike', () => {
    const bench = new Bench(program);
    const data = bench.words(64);
    const counts = [1, 2, 3].map(() => {
      bench.launch('shift', [data, 64], { block: 64 });
      return bench.device.takeFaults().map(({ rule, count }) => `${rule} ${count}`);
    });
    expect(counts).toEqual([['global-race 62'], ['global-race 62'], ['global-race 62']]);
  });

  it('gives the same where one buffer is input and output', () => {
    const bench = new Bench(program);
    const data = bench.words(64);
    bench.launch('rotate', [data, data], { block: 64 });
    expect(bench.rules()).toEqual(['global-race inside-block']);
  });

  it('begins a launch again without any effect of the first attempt', () => {
    const bench = new Bench(program);
    const input = bench.words(101);
    const output = bench.words(32, 'output');
    bench.launch('late', [input, output, 100], { block: 32 });
    expect(read(bench, output, 32)).toEqual(Array(32).fill(4950));
    expect(read(bench, input, 101).at(-1)).toBe(4950);
    expect(bench.device.takeOutput('stdout')).toBe('call 1\n');
    expect(bench.rules()).toEqual([]);
  });

  it('does not count the steps of the part that is run again', () => {
    const steps = (launches: readonly string[]) => {
      const bench = new Bench(program);
      const input = bench.words(101);
      const output = bench.words(32, 'output');
      const taken = launches.map((kernel) => {
        const before = bench.device.stepsLeft;
        bench.launch(kernel, [input, output, 100], { block: 32 });
        return before - bench.device.stepsLeft;
      });
      return taken;
    };
    const [first, second] = steps(['late', 'late']);
    expect(first).toBe(second);
  });

  it('sees a store that goes astray into an input', () => {
    const bench = new Bench(program);
    const input = bench.words(32);
    const output = bench.words(32, 'output');
    bench.launch('wanders', [input, output, (input - output) / 4], { block: 32 });
    const faults = bench.device.takeFaults();
    expect(faults.map(({ rule, at }) => `${rule} ${at.position?.line}`)).toContain(
      `out-of-bounds-write ${line('wanders')}`,
    );
  });

  it('tracks single bytes, also beside others of their word', () => {
    const bench = new Bench(program);
    bench.launch('bytes', [bench.bytes(64), 64], { block: 64 });
    expect(bench.rules()).toEqual(['global-race inside-block']);
    bench.launch('separate_bytes', [bench.bytes(64), bench.bytes(64, 'output')], { block: 64 });
    bench.launch('shorts', [bench.bytes(128)], { block: 64 });
    expect(bench.rules()).toEqual([]);
  });

  it('accepts a tile that is filled and read between two barriers', () => {
    const bench = new Bench(program);
    const output = bench.words(32, 'output');
    const outcome = bench.launch('phases', [bench.words(32), output, 3], { block: 32 });
    expect(bench.rules()).toEqual([]);
    expect(outcome.sharedLoads).toBe(true);
    expect(read(bench, output, 2)).toEqual([93, 90]);
  });

  it('sees the race where the second barrier is missing', () => {
    const bench = new Bench(program);
    bench.launch('no_second_barrier', [bench.words(64), bench.words(64, 'output'), 3], { block: 64 });
    const faults = bench.device.takeFaults();
    expect(faults.map(({ rule, at }) => `${rule} ${at.position?.line}`)).toContain(`shared-race ${line('overwrites')}`);
  });

  it('reports a race with a store through a pointer to one of two arrays', () => {
    const bench = new Bench(program);
    bench.launch('through_pointer', [bench.words(64, 'output'), 1], { block: 64 });
    expect(bench.rules()).toContain('shared-race inside-block');
  });

  it('sees what was never stored', () => {
    const bench = new Bench(program);
    bench.launch('unfilled', [bench.words(32, 'output')], { block: 32 });
    const faults = bench.device.takeFaults();
    expect(faults.map(({ rule, at, count }) => `${rule} ${at.position?.line} ${count}`)).toEqual([
      `uninitialized-read ${line('unfilled')} 16`,
    ]);
  });

  it('counts while counters are on', () => {
    const bench = new Bench(program);
    const launch = { block: 32, counters: true };
    const { counters } = bench.launch('phases', [bench.words(32), bench.words(32, 'output'), 3], launch);
    expect(counters).toMatchObject({ globalLoadRequests: 3, sharedLoadInstructions: 3, sharedStoreInstructions: 3 });
  });
});
