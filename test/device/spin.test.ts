import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceProgram } from '../../grader/compile/index.ts';
import { Bench, compileKernels } from './harness.ts';

/** @param inline - of the function that spins; where it is no inline function, threads wait by Asyncify */
const source = (inline: string) => `#include <cooperative_groups.h>
__device__ ${inline} void acquire(int *lock) { while (atomicCAS(lock, 0, 1) != 0); } // @lock
__device__ void leave(int *lock) { __threadfence(); atomicExch(lock, 0); }
__global__ void locked(int *lock, int *sum) {
  acquire(lock);
  __threadfence();
  sum[0] += threadIdx.x + 1; // @locked
  leave(lock);
}
__global__ void unfenced(int *lock, int *sum) {
  acquire(lock);
  sum[0] += 1; // @unfenced
  atomicExch(lock, 0);
}
__global__ void ticket(unsigned *next, volatile unsigned *serving, int *order) {
  unsigned mine = atomicAdd(next, 1u);
  while (*serving != mine);
  __threadfence();
  order[mine] = blockIdx.x * blockDim.x + threadIdx.x + 1;
  __threadfence();
  *serving = mine + 1;
}
__global__ void trial(int *lock, int *sum) {
  bool done = false;
  while (!done) {
    if (atomicExch(lock, 1) == 0) {
      __threadfence();
      sum[0] += 1;
      leave(lock);
      done = true;
    }
  }
}
__global__ void handover(volatile int *flag, int *data, int *out, int producer) {
  if (threadIdx.x > 0) return;
  if (blockIdx.x == producer) {
    data[0] = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0); // @flag
    __threadfence();
    out[blockIdx.x] = data[0]; // @data
  }
}
__global__ void handover_unfenced(volatile int *flag, int *data, int *out) {
  if (blockIdx.x == 1) {
    data[0] = 42;
    *flag = 1;
  } else {
    while (*flag == 0);
    out[0] = data[0]; // @early
  }
}
__global__ void in_shared(int *out) {
  __shared__ volatile int flag;
  __shared__ int data;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 40) {
    while (flag == 0);
    __threadfence_block();
    out[0] = data;
  } else if (threadIdx.x == 63) {
    data = 7;
    __threadfence_block();
    flag = 1;
  }
}
__global__ void lookback(const int *in, int *out, volatile int *state, volatile int *sums) {
  __shared__ int before;
  if (threadIdx.x == 0) {
    int own = 0;
    for (unsigned i = 0; i < blockDim.x; i++) own += in[blockIdx.x * blockDim.x + i];
    sums[2 * blockIdx.x] = own;
    __threadfence();
    state[blockIdx.x] = 1;
    int sum = 0;
    for (int b = (int)blockIdx.x - 1; b >= 0; b--) {
      int s;
      while ((s = state[b]) == 0);
      __threadfence();
      if (s == 2) { sum += sums[2 * b + 1]; break; }
      sum += sums[2 * b];
    }
    before = sum;
    sums[2 * blockIdx.x + 1] = sum + own;
    __threadfence();
    state[blockIdx.x] = 2;
  }
  __syncthreads();
  int sum = before;
  for (unsigned i = 0; i <= threadIdx.x; i++) sum += in[blockIdx.x * blockDim.x + i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__device__ unsigned finished;
__global__ void last_block(const int *in, int *partial, int *out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int sum = 0;
    for (unsigned i = 0; i < gridDim.x; i++) sum += partial[i];
    out[0] = sum;
  }
}
__global__ void all_meet(int *arrived, int *out, int *seen) {
  __shared__ int keep[64];
  keep[threadIdx.x] = blockIdx.x;
  out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1);
    while (atomicAdd(arrived, 0) < gridDim.x); // @meet
    __threadfence();
  }
  __syncthreads();
  seen[blockIdx.x * blockDim.x + threadIdx.x] =
      out[(gridDim.x - 1 - blockIdx.x) * blockDim.x + threadIdx.x] + 1000 * (keep[63 - threadIdx.x] == blockIdx.x);
}
__global__ void stuck(int *lock) {
  acquire(lock);
  if (threadIdx.x == 99) atomicExch(lock, 0);
}
__global__ void never(volatile int *flag) { while (*flag == 0); } // @never
__global__ void patient(volatile int *flag, int *out) {
  int turns = 0;
  while (*flag == 0 && turns < 10000) turns++;
  out[threadIdx.x] = turns;
}
__global__ void pairs(int *turn, int *out) {
  for (int i = 0; i < 500; i++) {
    while (atomicAdd(turn, 0) % 2 != threadIdx.x);
    out[threadIdx.x]++;
    atomicAdd(turn, 1);
  }
}
__global__ void maximum(float *out) {
  int *bits = (int *)out, old = *(volatile int *)bits, seen;
  float mine = threadIdx.x;
  do { seen = old; old = atomicCAS(bits, seen, __float_as_int(fmaxf(mine, __int_as_float(seen)))); } while (seen != old);
}
__global__ void phases(int *data, int *out, int leave) {
  __shared__ int mine;
  int at = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
  if ((int)blockIdx.x < leave || (int)threadIdx.x < -leave) return;
  if (threadIdx.x == 0) mine = blockIdx.x;
  int sum = 0;
  for (int turn = 0; turn < 3; turn++) {
    data[at] = at + turn;
    cooperative_groups::this_grid().sync(); // @grid
    sum += data[all - 1 - at] + mine;
    cooperative_groups::this_grid().sync();
  }
  out[at] = sum;
}
__global__ void until_done(int *next, volatile bool *done, int *out, int n) {
  while (!*done) { // the optimizer reads it once before the loop
    int i = atomicAdd(next, 1);
    if (i < n) out[i] = i;
    else *done = true;
  }
}
__global__ void queue(int *next, int *out, int n) { for (int i; (i = atomicAdd(next, 1)) < n;) out[i] = i; }
`;

describe.each([
  ['coroutines', '__forceinline__'],
  ['asyncify', '__noinline__'],
] as const)('threads that spin, and wait by %s', (waiting, inline) => {
  let program: DeviceProgram;
  let line: (name: string) => number;
  beforeAll(async () => {
    ({ program, line } = await compileKernels(source(inline)));
  }, 300_000);

  it('is what the module was compiled to', () => {
    expect(program.waiting).toBe(waiting);
    const spinning = program.kernels.filter(({ suspends }) => suspends).map(({ name }) => name);
    expect(spinning).not.toContain('maximum');
    expect(spinning).not.toContain('queue');
  });

  it('take a lock in turn, inside a warp and between blocks', () => {
    const bench = new Bench(program);
    const [lock, sum] = [bench.bytes(4), bench.bytes(4)];
    expect(bench.launch('locked', [lock, sum], { grid: 5, block: 70 }).error).toBe(0);
    expect(bench.ints(sum, 1)).toEqual([5 * 35 * 71]);
    expect(bench.rules()).toEqual([]);
  });

  it('take a lock by trial', () => {
    const bench = new Bench(program);
    const [lock, sum] = [bench.bytes(4), bench.bytes(4)];
    expect(bench.launch('trial', [lock, sum], { grid: 3, block: 64 }).error).toBe(0);
    expect(bench.ints(sum, 1)).toEqual([192]);
    expect(bench.rules()).toEqual([]);
  });

  it('are served in the order of their tickets', () => {
    const bench = new Bench(program);
    const [next, serving, order] = [bench.bytes(4), bench.bytes(4), bench.bytes(4 * 192, 'output')];
    expect(bench.launch('ticket', [next, serving, order], { grid: 3, block: 64 }).error).toBe(0);
    expect(bench.ints(order, 192).sort((a, b) => a - b)).toEqual(Array.from({ length: 192 }, (_, i) => i + 1));
    expect(bench.rules()).toEqual([]);
  });

  it('are reported if a lock lacks its fences', () => {
    const bench = new Bench(program);
    bench.launch('unfenced', [bench.bytes(4), bench.bytes(4)], { grid: 2, block: 64 });
    const faults = bench.device.takeFaults();
    expect(new Set(faults.map(({ rule, detail }) => `${rule} ${detail}`))).toEqual(
      new Set(['global-race missing-fence']),
    );
    expect(faults[0]?.at.position?.line).toBe(line('unfenced'));
  });

  it.each([0, 7, 3])('see the flag that block %i sets, whichever comes first', (producer) => {
    const bench = new Bench(program);
    const [flag, data, out] = [bench.bytes(4), bench.bytes(4), bench.words(8, 'output')];
    expect(bench.launch('handover', [flag, data, out, producer], { grid: 8, block: 32 }).error).toBe(0);
    const expected = Array.from({ length: 8 }, () => 42);
    expect(bench.ints(out, 8).filter((_, block) => block !== producer)).toEqual(expected.slice(1));
    expect(bench.rules()).toEqual([]);
  });

  it('are reported if a flag lacks its fence', () => {
    const bench = new Bench(program);
    bench.launch('handover_unfenced', [bench.bytes(4), bench.bytes(4), bench.bytes(4, 'output')], { grid: 2 });
    expect(bench.device.takeFaults()).toMatchObject([
      { rule: 'global-race', detail: 'missing-fence', at: { position: { line: line('early') } } },
    ]);
  });

  it('see a flag in the condition of a loop that also works', () => {
    const bench = new Bench(program);
    const [next, done, out] = [bench.bytes(4), bench.bytes(1), bench.words(64, 'output')];
    expect(bench.launch('until_done', [next, done, out, 64], { grid: 2, block: 64 }).error).toBe(0);
    expect(bench.ints(out, 64).at(-1)).toBe(63);
    expect(bench.device.takeFaults().filter(({ detail }) => detail !== 'same-value')).toEqual([]);
  });

  it('see flags in shared memory, inside a warp', () => {
    const bench = new Bench(program);
    const out = bench.bytes(4, 'output');
    expect(bench.launch('in_shared', [out], { grid: 2, block: 64 }).error).toBe(0);
    expect(bench.ints(out, 1)).toEqual([7]);
    expect(bench.rules().filter((rule) => !rule.startsWith('global-race'))).toEqual([]);
  });

  it('look back at the blocks before theirs', () => {
    const bench = new Bench(program);
    const out = bench.words(64 * 40, 'output');
    const [state, sums] = [bench.bytes(4 * 40), bench.bytes(8 * 40)];
    expect(bench.launch('lookback', [bench.words(64 * 40), out, state, sums], { grid: 40, block: 64 }).error).toBe(0);
    expect(bench.ints(out, 64 * 40).at(-1)).toBe((64 * 40 * (64 * 40 - 1)) / 2);
    expect(bench.rules()).toEqual([]);
  });

  it('leave the rest to the last block, which needs no other to run beside it', () => {
    const bench = new Bench(program);
    const out = bench.bytes(4, 'output');
    bench.launch('last_block', [bench.words(100), bench.bytes(400), out], { grid: 100, block: 32 });
    expect(bench.ints(out, 1)).toEqual([4950]);
    expect(bench.rules()).toEqual([]);
  });

  it('meet in the whole grid, with registers and shared memory as they were', () => {
    const bench = new Bench(program);
    const [out, seen] = [bench.words(64 * 200, 'output'), bench.words(64 * 200, 'output')];
    expect(bench.launch('all_meet', [bench.bytes(4), out, seen], { grid: 200, block: 64 }).error).toBe(0);
    expect(bench.ints(seen, 64 * 200)).toEqual(Array.from({ length: 64 * 200 }, (_, i) => 1199 - Math.floor(i / 64)));
    expect(bench.rules()).toEqual([]);
  });

  it('are reported if more blocks wait for each other than a GPU can run', () => {
    const bench = new Bench(program);
    const out = bench.words(64 * 4225, 'output');
    expect(bench.launch('all_meet', [bench.bytes(4), out, out], { grid: 4225, block: 64 }).error).toBe(702);
    expect(bench.device.takeFaults()).toMatchObject([
      { rule: 'timeout', detail: 'not-resident', at: { position: { line: line('meet') } } },
    ]);
  });

  it.each([
    ['stuck', 'lock', 128],
    ['never', 'never', 1],
  ])('are reported if no thread can end the wait (%s)', (kernel, place, block) => {
    const bench = new Bench(program);
    const lock = bench.bytes(4, 'input', new Uint8Array(4));
    if (kernel === 'stuck') bench.device.write(lock, Uint8Array.of(1, 0, 0, 0));
    const before = bench.device.stepsLeft;
    expect(bench.launch(kernel, [lock], { block, grid: 3 }).error).toBe(702);
    expect(bench.device.takeFaults()).toMatchObject([
      {
        rule: 'timeout',
        detail: 'spin',
        at: { block: [expect.any(Number), 0, 0], position: { line: line(place) } },
        buffer: { label: 'in', offset: 0 },
      },
    ]);
    expect(before - bench.device.stepsLeft).toBeLessThan(3_000_000);
  });

  it('meet at the barrier of the grid, which orders what they store', () => {
    const bench = new Bench(program);
    const [data, out] = [bench.words(40 * 96), bench.words(40 * 96, 'output')];
    const launch = { grid: 40, block: 96, cooperative: true };
    expect(bench.launch('phases', [data, out, 0], launch).error).toBe(0);
    const sum = (i: number) => 3 * (40 * 96 - 1 - i) + 3 + 3 * Math.floor(i / 96);
    expect(bench.ints(out, 40 * 96)).toEqual(Array.from({ length: 40 * 96 }, (_, i) => sum(i)));
    expect(bench.rules()).toEqual([]);
  });

  it('are reported if a block does not reach the barrier of the grid', () => {
    const bench = new Bench(program);
    const out = bench.words(40 * 96, 'output');
    const launch = { grid: 40, block: 96, cooperative: true };
    expect(bench.launch('phases', [bench.words(40 * 96), out, 1], launch).error).toBe(702);
    expect(bench.device.takeFaults()).toMatchObject([
      { rule: 'barrier-divergence', detail: 'grid-sync', at: { position: { line: line('grid') } } },
    ]);
  });

  it('are reported if a thread does not reach the barrier of the grid', () => {
    const bench = new Bench(program);
    const out = bench.words(40 * 96, 'output');
    const launch = { grid: 40, block: 96, cooperative: true };
    expect(bench.launch('phases', [bench.words(40 * 96), out, -3], launch).error).toBe(0);
    const faults = bench.device.takeFaults().filter(({ rule }) => rule === 'barrier-divergence');
    expect(faults[0]).toMatchObject({
      detail: 'exited-grid',
      at: { position: { line: line('grid') } },
      other: null,
      waiting: { arrived: 93, threads: 96 },
    });
    // Two barriers in each of three turns.
    expect(faults.reduce((sum, { count }) => sum + count, 0)).toBe(6 * 40);
  });

  it('meet in a cooperative launch alone, and only as many as fit', () => {
    const bench = new Bench(program);
    const words = bench.words(64);
    expect(bench.launch('phases', [words, words, 0], { grid: 2, block: 32 }).error).toBe(719);
    expect(bench.rules()).toEqual(['launch-error not-cooperative']);
    const other = new Bench(program);
    expect(other.launch('phases', [words, words, 0], { grid: 265, block: 1024, cooperative: true }).error).toBe(720);
  });

  it('may give up by themselves', () => {
    const bench = new Bench(program);
    const out = bench.words(2, 'output');
    expect(bench.launch('patient', [bench.bytes(4), out], { block: 2 }).error).toBe(0);
    expect(bench.ints(out, 2)).toEqual([10_000, 10_000]);
    expect(bench.rules()).toEqual([]);
  });

  it('take turns as often as they like', () => {
    const bench = new Bench(program);
    const out = bench.bytes(8);
    expect(bench.launch('pairs', [bench.bytes(4), out], { block: 2 }).error).toBe(0);
    expect(bench.ints(out, 2)).toEqual([500, 500]);
  });
});
