import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceProgram } from '../../grader/compile/index.ts';
import type { Reversed } from '../../grader/device/index.ts';
import { Bench, compileKernels } from './harness.ts';

const SOURCE = `
#include <cooperative_groups.h>
__global__ void turns(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = atomicAdd(&out[5000], 1); }
__global__ void turns_after_barrier(int *out) {
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = atomicAdd(&out[5000], 1);
}
__global__ void shuffled(int *out) {
  int value = __shfl_xor_sync(__activemask(), threadIdx.x, 1);
  __syncthreads();
  out[threadIdx.x] = value + 100 * __popc(__ballot_sync(__activemask(), threadIdx.x % 2));
}
__global__ void chained(int *out) {
  if (blockIdx.x > 0) while (atomicAdd(&out[blockIdx.x - 1], 0) == 0) {}
  __threadfence();
  atomicExch(&out[blockIdx.x], blockIdx.x + 1);
}
__global__ void whole_grid(int *out) {
  int place = atomicAdd(&out[5000], 1);
  cooperative_groups::this_grid().sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = out[5000] - place;
}
__global__ void shared_counter(int *out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, 1);
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = count;
}
__global__ void plain(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 7; }
__global__ void timed(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = (int)clock64(); }
__global__ void parent(int *out) {
  for (int i = 0; i < 2; i++) turns<<<1, 2>>>(out + 2 * i);
}
`;

let program: DeviceProgram;
beforeAll(async () => {
  ({ program } = await compileKernels(SOURCE, { relocatableDeviceCode: true }));
}, 300_000);

interface Run {
  readonly reversed?: Reversed;
  readonly grid?: number;
  readonly block?: number;
  readonly cooperative?: boolean;
}

function run(kernel: string, { reversed, grid = 3, block = 70, cooperative = false }: Run) {
  const bench = new Bench(program, reversed === undefined ? {} : { reversed });
  const out = bench.bytes(4 * 5100);
  const outcome = bench.launch(kernel, [out], { grid, block, cooperative });
  const bytes = new Uint8Array(4 * 5100);
  bench.device.read(out, bytes);
  return {
    outcome,
    values: [...new Int32Array(bytes.buffer)].slice(0, grid * block),
    faults: bench.device.takeFaults(),
  };
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe.each(['turns', 'turns_after_barrier'])('threads of %s', (kernel) => {
  it('run from the first to the last', () => {
    expect(run(kernel, {}).values).toEqual(upTo(210));
  });

  it('run from the last to the first in a reversed launch, with the blocks', () => {
    expect(run(kernel, { reversed: 'threads-and-blocks' }).values).toEqual(upTo(210).reverse());
  });

  it('run from the last to the first in each block alone', () => {
    const expected = upTo(3).flatMap((block) =>
      upTo(70)
        .reverse()
        .map((turn) => 70 * block + turn),
    );
    expect(run(kernel, { reversed: 'threads' }).values).toEqual(expected);
  });
});

describe('a reversed launch', () => {
  it.each(['shuffled', 'shared_counter', 'plain'])('gives the same values where order means nothing: %s', (kernel) => {
    const grid = kernel === 'shuffled' ? 1 : 3;
    const { values, outcome, faults } = run(kernel, { grid, reversed: 'threads-and-blocks' });
    expect(values).toEqual(run(kernel, { grid }).values);
    expect(outcome.error).toBe(0);
    expect(faults).toEqual([]);
  });

  it('meets at the barrier of the grid', () => {
    const { values, outcome } = run('whole_grid', { cooperative: true, reversed: 'threads-and-blocks' });
    expect(outcome.error).toBe(0);
    expect(values).toEqual(upTo(210).map((turn) => turn + 1));
  });

  it('ends where a block waits for an earlier one', () => {
    expect(run('chained', { grid: 900, block: 1, reversed: 'threads-and-blocks' }).outcome.error).toBe(702);
  });

  it('lets blocks wait for earlier ones that can run at the same time', () => {
    for (const grid of [900, 5000]) {
      const { values, outcome } = run('chained', { grid, block: 1, reversed: 'threads-and-resident-blocks' });
      expect(outcome.error).toBe(0);
      expect(values).toEqual(upTo(grid).map((block) => block + 1));
    }
  });

  it('reverses blocks in groups of those that can run at the same time', () => {
    const [resident, rest] = [4224, 776];
    const { values } = run('turns', { grid: resident + rest, block: 1, reversed: 'threads-and-resident-blocks' });
    const expected = [
      ...upTo(resident).reverse(),
      ...upTo(rest)
        .reverse()
        .map((turn) => resident + turn),
    ];
    expect(values).toEqual(expected);
  });

  it('lets blocks wait for earlier ones if only threads are reversed', () => {
    const { values, outcome } = run('chained', { grid: 900, block: 1, reversed: 'threads' });
    expect(outcome.error).toBe(0);
    expect(values).toEqual(upTo(900).map((block) => block + 1));
  });

  it('leaves grids that kernels launch in their order', () => {
    const { values } = run('parent', { grid: 1, block: 1, reversed: 'threads-and-blocks' });
    expect(values).toEqual(run('parent', { grid: 1, block: 1 }).values);
  });
});

it('reports which launches use atomic functions and which read a clock', () => {
  const told = (kernel: string) => {
    const { usesAtomics, readsClock } = run(kernel, { grid: 1, block: 32 }).outcome;
    return { usesAtomics, readsClock };
  };
  expect(told('turns')).toEqual({ usesAtomics: true });
  expect(told('shared_counter')).toEqual({ usesAtomics: true });
  expect(told('plain')).toEqual({});
  expect(told('timed')).toEqual({ readsClock: true });
});
