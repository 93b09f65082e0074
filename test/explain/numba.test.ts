import { describe, expect, it } from 'vitest';
import { inNamesOfNumba } from '../../grader/explain/index.ts';

describe('a message about a program in Numba', () => {
  it.each([
    ['All threads must reach __syncthreads().', 'All threads must reach cuda.syncthreads().'],
    ['Call `__shfl_down_sync` with this mask.', 'Call `cuda.shfl_down_sync` with this mask.'],
    ['Use atomicAdd, or atomicCAS in a loop.', 'Use cuda.atomic.add, or cuda.atomic.cas in a loop.'],
    ['atomicAnd and atomicMax', 'cuda.atomic.and_ and cuda.atomic.max'],
    ['The guard asks threadIdx.x < n.', 'The guard asks cuda.threadIdx.x < n.'],
    [
      'Thread 3 of block 0 reads 2 elements past the end of x.',
      'Thread 3 of block 0 reads 2 elements past the end of x.',
    ],
  ])('%s', (cuda, numba) => {
    expect(inNamesOfNumba(cuda)).toBe(numba);
  });
});
