import type { Index3 } from './geometry.ts';
import type { SharedMemory } from './shared.ts';

/** What `syncthreads()` gives and a kernel yields. */
export interface Barrier {
  /** What the threads wait for, in words; empty where the kernel did not say. */
  readonly barrier: string;
}

/**
 * What a kernel knows of itself. All threads run the same code; the first four tell them apart, and are all that a
 * thread has to find out which element is its own. In CUDA they are built-in variables; here the kernel is given them:
 *
 *     function kernel({ blockIdx, blockDim, threadIdx }: Thread, x: DeviceArray, n: number) { ... }
 */
export interface Thread {
  /** Which thread of its block this is: x from 0 to blockDim.x - 1, and so on. */
  readonly threadIdx: Index3;
  /** Which block of the grid it belongs to: x from 0 to gridDim.x - 1, and so on. */
  readonly blockIdx: Index3;
  /** Threads per block. */
  readonly blockDim: Index3;
  /** Blocks in the grid. */
  readonly gridDim: Index3;
  /** The block's shared memory. */
  readonly shared: SharedMemory;
  /**
   * CUDA's `__syncthreads()`: `yield syncthreads()` waits until every thread of the block has come here.
   * @param what - what they wait for, in words: shown by `--trace`, and tells two barriers apart
   */
  readonly syncthreads: (what?: string) => Barrier;
  /**
   * Returns `inside` unchanged, and lets `--trace` show it: `if (guard(i < n, 'i < n')) { ... }`. CUDA has no such
   * function; there it is `if (i < n)`.
   */
  readonly guard: (inside: boolean, condition?: string) => boolean;
  /** Lets `--trace` show values, as a debugger would: `watch({ row, column })`. CUDA has no such function. */
  readonly watch: (values: Readonly<Record<string, number>>) => void;
}

/**
 * The work of one thread. A plain function, or, where it has barriers, a generator function.
 * `A` is what the launch gives it after the thread itself.
 */
export type Kernel<A extends readonly unknown[]> = (
  thread: Thread,
  ...args: A
) => void | Generator<Barrier, void, void>;
