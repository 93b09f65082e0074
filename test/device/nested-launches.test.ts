import { beforeAll, describe, expect, it } from 'vitest';
import { Bench, compileKernels } from './harness.ts';

const SOURCE = `
__global__ void fill(int *out, int value) { out[threadIdx.x] = value + threadIdx.x; }
__global__ void add(int *out, int value) { out[threadIdx.x] += value; }
__global__ void count(int *out) { atomicAdd(out, 1); }
__global__ void collide(int *out) { out[0] = threadIdx.x; }

__global__ void before(int *x) {
  x[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) add<<<1, 64>>>(x, 2); // @before
}
__global__ void withoutBarrier(int *x) {
  x[threadIdx.x] = 1;
  if (threadIdx.x == 0) add<<<1, 64>>>(x, 2);
}
__global__ void warpBarrier(int *x) {
  x[threadIdx.x] = 1;
  __syncwarp();
  if (threadIdx.x % 32 == 0) add<<<1, 32>>>(x + threadIdx.x, 2);
}
__global__ void readsAfter(int *x) {
  fill<<<1, 1>>>(x, 3);
  x[40] = x[0];
}
__global__ void writesAfter(int *x) {
  fill<<<1, 1>>>(x, 3);
  x[0] = 9;
}
__global__ void otherBlock(int *x) {
  if (blockIdx.x == 0 && threadIdx.x == 0) add<<<1, 1>>>(x + 1, 3);
  if (blockIdx.x == 1 && threadIdx.x == 0) x[1] = 9;
}
__global__ void twoStreams(int *x, int both) {
  cudaStream_t one, two;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  fill<<<1, 2, 0, one>>>(x, 1);
  add<<<1, 2, 0, both ? two : one>>>(x, 5);
}
__global__ void forgotten(int *x) {
  fill<<<1, 2>>>(x, 1);
  add<<<1, 2, 0, cudaStreamFireAndForget>>>(x, 5);
}
__global__ void eachBlock(int *x) { add<<<1, 2>>>(x, 5); }
__global__ void nested(int *x) { fill<<<1, 2>>>(x, 1); }
__global__ void behindNested(int *x) {
  nested<<<1, 1>>>(x);
  add<<<1, 2>>>(x, 5);
}
__global__ void besideNested(int *x) {
  nested<<<1, 1>>>(x);
  x[0] = 7;
}
__global__ void tails(int *x) {
  add<<<1, 2, 0, cudaStreamTailLaunch>>>(x, 5);
  add<<<1, 2, 0, cudaStreamTailLaunch>>>(x, 5);
  nested<<<1, 1, 0, cudaStreamFireAndForget>>>(x);
  x[8] = 1;
}
__global__ void lastBlock(int *x, unsigned *arrived) {
  x[blockIdx.x] = 1;
  __threadfence();
  if (atomicAdd(arrived, 1) == gridDim.x - 1) add<<<1, 4>>>(x, 2);
}
__global__ void unfenced(int *x, unsigned *arrived) {
  x[blockIdx.x] = 1;
  if (atomicAdd(arrived, 1) == gridDim.x - 1) add<<<1, 4>>>(x, 2);
}
__global__ void atomics(int *x) {
  count<<<2, 32>>>(x);
  atomicAdd(x, 1);
}
__global__ void launchesRacy(int *x) { collide<<<1, 64>>>(x); }
__global__ void recurse(int *x, int levels) {
  atomicAdd(x, 1);
  if (levels > 0) recurse<<<1, 1>>>(x, levels - 1);
}
__global__ void again(int *x, int times) {
  x[0] += 1;
  if (times > 0) again<<<1, 1, 0, cudaStreamTailLaunch>>>(x, times - 1);
}
__global__ void many(int *x, int times) {
  for (int i = 0; i < times; i++) count<<<1, 1>>>(x);
  x[1] = cudaGetLastError();
}
__global__ void refused(int *x, cudaStream_t stream) {
  fill<<<1, 1025>>>(x, 0); // @block
  x[0] = cudaGetLastError();
  fill<<<1, dim3(1, 1, 65)>>>(x, 0);
  fill<<<dim3(1, 65536), 1>>>(x, 0);
  x[1] = cudaGetLastError();
  fill<<<0, 1>>>(x, 0);
  x[2] = cudaPeekAtLastError();
  fill<<<1, 1, 49153>>>(x, 0);
  x[3] = cudaGetLastError();
  fill<<<1, 1, 0, stream>>>(x, 0);
  x[4] = cudaGetLastError();
  x[5] = cudaGetLastError();
  x[6] = cudaStreamDestroy(stream);
  void (*none)(int *, int) = (void (*)(int *, int))x;
  none<<<1, 1>>>(x, 0);
  x[7] = cudaGetLastError();
  x[8] = cudaStreamCreateWithFlags(&stream, cudaStreamDefault);
}
__global__ void stops() { __trap(); }
__global__ void launchesStop(int *x) {
  fill<<<1, 1>>>(x, 3);
  stops<<<1, 1>>>();
  add<<<1, 1>>>(x, 1);
}
`;

let compiled: Awaited<ReturnType<typeof compileKernels>>;
beforeAll(async () => {
  compiled = await compileKernels(SOURCE, { relocatableDeviceCode: true });
});

interface Ran {
  readonly rules: readonly string[];
  readonly x: readonly number[];
  readonly launches: readonly string[];
  readonly outcome: ReturnType<Bench['launch']>;
}

/** Launches a kernel over 64 zeros. */
function run(name: string, more: readonly number[] = [], shape: Parameters<Bench['launch']>[2] = {}): Ran {
  const bench = new Bench(compiled.program);
  const x = bench.bytes(256);
  const outcome = bench.launch(name, [x, ...more], shape);
  const launches = (outcome.byKernels ?? []).map(({ kernel }) => kernel);
  return { rules: bench.rules(), x: bench.ints(x, 64), launches, outcome };
}

describe('what comes before a launched grid', () => {
  it('is what barriers put before the launch', () => {
    const { rules, x, outcome } = run('before', [], { block: 64 });
    expect(rules).toEqual([]);
    expect(new Set(x)).toEqual(new Set([3]));
    expect(outcome.byKernels).toMatchObject([
      {
        ...{ kernel: 'add', grid: [1, 1, 1], block: [64, 1, 1], launch: 1, by: { kernel: 'before', launch: 0 } },
        position: { line: compiled.line('before') },
        outcome: { error: 0 },
      },
    ]);
    expect(run('warpBarrier', [], { block: 64 }).rules).toEqual([]);
  });

  it('is not what other threads do without one', () => {
    expect(run('withoutBarrier', [], { block: 64 }).rules).toContain('global-race between-grids');
    expect(new Set(run('otherBlock', [], { grid: 2 }).rules)).toEqual(new Set(['global-race between-grids']));
  });

  it('excludes later work of the launching thread, even if it runs first here', () => {
    expect(run('readsAfter').rules).toEqual(['global-race between-grids']);
    expect(run('writesAfter').rules).toEqual(['global-race between-grids']);
    expect(run('besideNested').rules).toEqual(['global-race between-grids']);
  });

  it('is what other blocks have handed over', () => {
    const zero = (bench: Bench) => bench.bytes(4);
    for (const [kernel, expected] of [
      ['lastBlock', []],
      ['unfenced', ['global-race between-grids']],
    ] as const) {
      const bench = new Bench(compiled.program);
      const x = bench.bytes(256);
      bench.launch(kernel, [x, zero(bench)], { grid: 4 });
      expect([...new Set(bench.rules())]).toEqual(expected);
      expect(bench.ints(x, 4)).toEqual([3, 3, 3, 3]);
    }
  });

  it('tells which grid the other access belongs to', () => {
    const bench = new Bench(compiled.program);
    bench.launch('otherBlock', [bench.bytes(256)], { grid: 2 });
    const [fault] = bench.device.takeFaults();
    expect(fault).toMatchObject({
      kernel: 'add',
      launch: 1,
      at: { block: [0, 0, 0] },
      other: { block: [1, 0, 0] },
      otherGrid: { kernel: 'otherBlock', isAncestor: true },
    });
  });
});

describe('two launched grids', () => {
  it('follow each other in one stream, with what the first one launches', () => {
    expect(run('twoStreams', [0])).toMatchObject({ rules: [], launches: ['fill', 'add'] });
    const { rules, x, launches } = run('behindNested');
    expect(rules).toEqual([]);
    expect(launches).toEqual(['nested', 'fill', 'add']);
    expect(x.slice(0, 2)).toEqual([6, 7]);
  });

  it('race in different streams, from different blocks, and without an order', () => {
    expect(run('twoStreams', [1]).rules).toContain('global-race between-grids');
    expect(run('forgotten').rules).toContain('global-race between-grids');
    expect(run('eachBlock', [], { grid: 2 }).rules).toContain('global-race between-grids');
  });

  it('run last, and one after the other, as tail launches', () => {
    const { rules, x, launches } = run('tails');
    expect(rules).toEqual([]);
    expect(launches).toEqual(['nested', 'fill', 'add', 'add']);
    expect(x.slice(0, 2)).toEqual([11, 12]);
  });

  it('may meet by atomic functions', () => {
    const { rules, x } = run('atomics');
    expect(rules).toEqual([]);
    expect(x[0]).toBe(65);
  });

  it('are checked each as any other', () => {
    expect(run('launchesRacy').rules).toEqual(['global-race inside-block']);
  });
});

describe('limits', () => {
  it('are 64 levels below that of the host, and tail launches are no level', () => {
    expect(run('recurse', [64]).rules).toEqual([]);
    const deeper = run('recurse', [65]);
    expect(deeper.rules).toEqual(['launch-error launch-depth']);
    expect(deeper.x[0]).toBe(65);
    expect(run('again', [100]).x[0]).toBe(101);
  });

  it('are the launches that wait at the same time', () => {
    expect(run('many', [2048])).toMatchObject({ rules: [] });
    const { rules, x } = run('many', [2050]);
    expect(rules).toEqual(['launch-error launch-pending']);
    expect(x.slice(0, 2)).toEqual([2048, 69]);
    const bench = new Bench(compiled.program);
    bench.device.setPendingLaunches(3000);
    const out = bench.bytes(256);
    bench.launch('many', [out, 2500]);
    expect(bench.rules()).toEqual([]);
    expect(bench.ints(out, 1)).toEqual([2500]);
  });

  it('are the launches that a run may have', () => {
    const { outcome, x } = run('many', [10], { launchesLeft: 4 });
    expect(outcome).toMatchObject({ error: 0, launchesSpent: true });
    expect(outcome.byKernels).toHaveLength(4);
    expect(x[0]).toBe(4);
  });

  it('are the steps of the whole', () => {
    const bench = new Bench(compiled.program, { deviceSteps: 500 });
    const outcome = bench.launch('many', [bench.bytes(256), 1000]);
    expect(outcome.error).toBe(702);
  });
});

describe('a launch that fails', () => {
  it('is reported at its line, and its thread can query the error', () => {
    const bench = new Bench(compiled.program);
    const x = bench.bytes(256);
    const outcome = bench.launch('refused', [x, 77]);
    expect(outcome.byKernels).toEqual([]);
    const faults = bench.device.takeFaults();
    expect(faults.map(({ detail }) => detail)).toEqual([
      ...['launch-block', 'launch-block', 'launch-grid', 'launch-zero-size', 'launch-shared'],
      ...['launch-stream', 'launch-stream', 'launch-no-kernel'],
    ]);
    expect(faults[0]).toMatchObject({ refused: 1025, at: { position: { line: compiled.line('block') } } });
    expect(bench.ints(x, 9)).toEqual([9, 9, 9, 9, 1, 0, 400, 98, 1]);
  });

  it('ends what has not begun, where its grid stops', () => {
    const { outcome, x } = run('launchesStop');
    expect(outcome.byKernels?.map(({ kernel, outcome: { error } }) => [kernel, error])).toEqual([
      ['fill', 0],
      ['stops', 719],
    ]);
    expect(x[0]).toBe(3);
  });
});
