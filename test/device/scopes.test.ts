import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceProgram } from '../../grader/compile/index.ts';
import { Bench, compileKernels } from './harness.ts';

const SOURCE = `
#include <cuda/atomic>
__global__ void narrow(int *sum) { atomicAdd_block(sum, 1); } // @narrow
__global__ void narrow_and_wide(int *sum) {
  if (blockIdx.x == 0) atomicAdd(sum, 1);
  else atomicAdd_block(sum, 1); // @mixed
}
__global__ void narrow_ref(int *sum) {
  cuda::atomic_ref<int, cuda::thread_scope_block>(*sum).fetch_add(1); // @ref
}
__global__ void narrow_builtin(int *sum) {
  __nv_atomic_fetch_add(sum, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK); // @builtin
}
__global__ void wide_ref(int *sum) { cuda::atomic_ref<int, cuda::thread_scope_device>(*sum).fetch_add(1); }
__global__ void own(int *sums) { atomicAdd_block(sums + blockIdx.x, 1); }
__global__ void passed_on(int *data, int *flag) {
  if (blockIdx.x == 0) {
    atomicAdd_block(data, 1);
    __threadfence();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0);
    atomicAdd_block(data, 1);
  }
}
__global__ void sum_by_volatile(volatile int *sum) { *sum += 1; } // @lost
__global__ void stop(volatile int *done, int *out) {
  if (threadIdx.x == 0) *done = blockIdx.x;
  if (*done) out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void reset(volatile int *count) {
  if (blockIdx.x == 0) *count = 7;
  else atomicAdd((int *)count, 1); // @reset
}
__global__ void watch(volatile int *count, int *out) {
  atomicAdd((int *)count, 1);
  out[blockIdx.x * blockDim.x + threadIdx.x] = *count;
}
__global__ void fenced(volatile int *data, int *flag, int *out, int wide) {
  if (blockIdx.x == 0) {
    *data = 1;
    if (wide) __threadfence(); else __threadfence_block();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0);
    *out = *data; // @data
  }
}
__global__ void afterwards(int *data, int *flag, int *out) {
  if (blockIdx.x == 0) {
    __threadfence();
    atomicExch(flag, 1);
    data[0] = 1;
  } else {
    while (atomicAdd(flag, 0) == 0);
    *out = data[0]; // @afterwards
  }
}
__device__ int lock;
enum { NONE, BLOCK, DEVICE };
__device__ void fence(int scope) { if (scope == DEVICE) __threadfence(); else if (scope == BLOCK) __threadfence_block(); }
__global__ void locked(volatile int *data, int first, int second) {
  while (atomicCAS(&lock, 0, 1) != 0);
  fence(blockIdx.x == 0 ? first : second);
  data[0] = blockIdx.x + 1; // @locked
  __threadfence();
  atomicExch(&lock, 0);
}
__global__ void acquired(int *data, int *place) {
  cuda::atomic_ref<int, cuda::thread_scope_device> mutex(*place);
  int free = 0;
  while (!mutex.compare_exchange_weak(free, 1, cuda::std::memory_order_acquire)) free = 0;
  data[0]++;
  mutex.store(0, cuda::std::memory_order_release);
}
__global__ void own_work(int *data, int *flag) {
  if (blockIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0);
    data[0] = 1;
    __threadfence();
    atomicExch(&lock, 0);
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0);
    data[0] = 2;
  }
}
__global__ void swapped(unsigned long long *sum) {
  unsigned long long old = *sum, seen;
  do { seen = old; old = atomicCAS(sum, seen, seen + 1); } while (seen != old);
}
__global__ void swapped_if_less(int *top) {
  int old = *top;
  while (old < (int)blockIdx.x) {
    int seen = atomicCAS(top, old, blockIdx.x);
    if (seen == old) break;
    old = seen;
  }
}
__global__ void swapped_and_read(unsigned long long *sum, unsigned long long *out) {
  unsigned long long old = *sum, seen;
  do { seen = old; old = atomicCAS(sum, seen, seen + 1); } while (seen != old);
  out[blockIdx.x] = *sum; // @after
}
__global__ void stored_and_swapped(int *top) {
  if (blockIdx.x == 0) *top = 7; // @stored
  else atomicCAS(top, *top, 1);
}
`;

describe('scopes, fences and volatile data', { timeout: 120_000 }, () => {
  let program: DeviceProgram;
  let line: (name: string) => number;
  beforeAll(async () => {
    ({ program, line } = await compileKernels(SOURCE));
  }, 300_000);

  const TWO = { grid: 2, block: 1 };
  const zeros = (bench: Bench, count = 1) => bench.bytes(4 * count);

  it.each([
    ['narrow', 'narrow'],
    ['narrow_and_wide', 'mixed'],
    ['narrow_ref', 'ref'],
    ['narrow_builtin', 'builtin'],
  ])('%s: an atomic function of block scope does not keep other blocks out', (kernel, place) => {
    const bench = new Bench(program);
    bench.launch(kernel, [zeros(bench)], { grid: 3, block: 64 });
    const faults = bench.device.takeFaults();
    expect(new Set(faults.map(({ rule, detail, at }) => `${rule} ${detail} ${at.access}`))).toEqual(
      new Set(['global-race narrow-scope atomic']),
    );
    expect(faults.map(({ at }) => at.position?.line)).toContain(line(place));
  });

  it.each([
    ['wide_ref', 1],
    ['own', 1],
    ['passed_on', 2],
  ])('%s: is right', (kernel, buffers) => {
    const bench = new Bench(program);
    const args = Array.from({ length: buffers }, () => zeros(bench, 2));
    expect(bench.launch(kernel, args, TWO).error).toBe(0);
    expect(bench.rules()).toEqual([]);
  });

  it.each([
    ['swapped', [3, 0]],
    ['swapped_if_less', [2, 0]],
  ])('%s: what a compare-and-swap expects may be read plainly', (kernel, words) => {
    const bench = new Bench(program);
    const value = zeros(bench, 2);
    bench.launch(kernel, [value], { grid: 3 });
    expect(bench.ints(value, 2)).toEqual(words);
    expect(bench.rules()).toEqual([]);
  });

  it.each([
    ['swapped_and_read', 'after'],
    ['stored_and_swapped', 'stored'],
  ])('%s: any other plain access races with a compare-and-swap', (kernel, place) => {
    const bench = new Bench(program);
    bench.launch(
      kernel,
      [zeros(bench, 2), bench.bytes(8 * 3, 'output')].slice(0, kernel === 'stored_and_swapped' ? 1 : 2),
      {
        grid: 3,
      },
    );
    const faults = bench.device.takeFaults();
    expect(new Set(faults.map(({ rule }) => rule))).toEqual(new Set(['global-race']));
    const lines = faults.flatMap(({ at, other }) => [at.position?.line, other?.position?.line]);
    expect(lines).toContain(line(place));
  });

  it('inside one block its scope is enough', () => {
    const bench = new Bench(program);
    const sum = zeros(bench);
    bench.launch('narrow', [sum], { block: 96 });
    expect(bench.ints(sum, 1)).toEqual([96]);
    expect(bench.rules()).toEqual([]);
  });

  it('data through volatile race between blocks', () => {
    const bench = new Bench(program);
    bench.launch('sum_by_volatile', [zeros(bench)], TWO);
    const faults = bench.device.takeFaults();
    expect(faults.map(({ at }) => at.position?.line)).toEqual(faults.map(() => line('lost')));
    expect(new Set(faults.map(({ rule, detail }) => `${rule} ${detail}`))).toContain('global-race between-blocks');
  });

  it('and so do a store through volatile and an atomic function', () => {
    const bench = new Bench(program);
    bench.launch('reset', [zeros(bench)], TWO);
    expect(bench.device.takeFaults()).toMatchObject([
      { rule: 'global-race', detail: 'between-blocks', at: { access: 'atomic', position: { line: line('reset') } } },
    ]);
  });

  it.each(['stop', 'watch'])('%s: what decides something, or only looks at what others count, does not', (kernel) => {
    const bench = new Bench(program);
    bench.launch(kernel, [zeros(bench), bench.bytes(4 * 64, 'output')], { grid: 2, block: 32 });
    expect(bench.rules().filter((rule) => rule.startsWith('global-race between'))).toEqual([]);
  });

  it('a fence of block scope hands nothing to another block', () => {
    const bench = new Bench(program);
    bench.launch('fenced', [zeros(bench), zeros(bench), bench.bytes(4, 'output'), 0], TWO);
    expect(bench.device.takeFaults()).toMatchObject([
      { rule: 'global-race', at: { position: { line: line('data') } } },
    ]);
    const wide = new Bench(program);
    wide.launch('fenced', [zeros(wide), zeros(wide), wide.bytes(4, 'output'), 1], TWO);
    expect(wide.rules()).toEqual([]);
  });

  it('what a thread does after it has set its flag is not handed over', () => {
    const bench = new Bench(program);
    bench.launch('afterwards', [zeros(bench), zeros(bench), bench.bytes(4, 'output')], TWO);
    expect(bench.device.takeFaults()).toMatchObject([
      { rule: 'global-race', at: { position: { line: line('afterwards') } } },
    ]);
  });

  const [NONE, BLOCK, DEVICE] = [0, 1, 2];
  it.each([
    ['no fence', NONE, DEVICE, ['global-race missing-fence']],
    ['a fence of block scope', BLOCK, DEVICE, ['global-race missing-fence']],
    ['a fence', DEVICE, DEVICE, []],
  ])('a lock that is taken with %s', (_, first, second, expected) => {
    const bench = new Bench(program);
    expect(bench.launch('locked', [zeros(bench), first, second], TWO).error).toBe(0);
    const faults = bench.device.takeFaults();
    expect(faults.map(({ rule, detail }) => `${rule} ${detail}`)).toEqual(expected);
    expect(faults.every(({ at }) => at.position?.line === line('locked'))).toBe(true);
  });

  it.each(['acquired', 'own_work'])('%s: needs no fence of its own there', (kernel) => {
    const bench = new Bench(program);
    expect(bench.launch(kernel, [zeros(bench), zeros(bench)], TWO).error).toBe(0);
    expect(bench.rules()).toEqual([]);
  });
});
