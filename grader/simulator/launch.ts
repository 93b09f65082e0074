import { SimulationError } from './errors.ts';
import { type Extents, type Index3, showExtents, toIndex3, volume } from './geometry.ts';
import { DeviceArray } from './memory.ts';
import { Monitor } from './monitor.ts';
import { SharedMemory } from './shared.ts';
import type { Barrier, Kernel, Thread } from './thread.ts';
import type { TraceListener } from './trace.ts';

export interface LaunchOptions {
  /** Bytes of dynamic shared memory per block: the third number of CUDA's `<<<grid, block, bytes>>>`. */
  readonly sharedBytes?: number;
  readonly trace?: TraceListener | undefined;
}

/** The hardware's limits (CUDA C++ Programming Guide, Compute Capabilities): the same for every GPU of today. */
const MAX_BLOCK: Index3 = { x: 1024, y: 1024, z: 64 };
const MAX_THREADS = 1024;
const MAX_GRID: Index3 = { x: 2 ** 31 - 1, y: 65535, z: 65535 };
const MAX_SHARED_BYTES = 48 * 1024;

/**
 * Runs a kernel: `launch(kernel, grid, block, [x, out, n])` is CUDA's `kernel<<<grid, block>>>(x, out, n)`.
 *
 * There is no magic in it. It is two nests of loops, over the blocks of the grid and over the threads of a block, around
 * a call of the kernel. On a GPU the turns of these loops run at the same time, and in no order that you may count on;
 * here they run one after the other.
 *
 * A kernel with barriers is a generator function (`function*`), so that a thread can stop at `yield syncthreads()`, let
 * the other threads of its block come as far, and go on.
 *
 * @param grid - number of blocks: `4`, `[4, 3]` or `[4, 3, 2]`, x first
 * @param block - threads a block, the same way
 * @throws SimulationError where a GPU would refuse the launch, or where a thread does what it must not
 */
export function launch<A extends readonly unknown[]>(
  kernel: Kernel<A>,
  grid: Extents,
  block: Extents,
  args: readonly [...A],
  options: LaunchOptions = {},
): void {
  const gridDim = toIndex3(grid);
  const blockDim = toIndex3(block);
  const sharedBytes = options.sharedBytes ?? 0;
  checkConfiguration(gridDim, blockDim, sharedBytes);

  const monitor = new Monitor(kernel.name || 'kernel', gridDim, blockDim, options.trace);
  const runner = new BlockRunner(monitor, sharedBytes, (thread) => kernel(thread, ...args));
  const arrays = args.filter((argument) => argument instanceof DeviceArray);
  monitor.tell({ step: 'launch', kernel: monitor.kernel, grid: gridDim, block: blockDim, sharedBytes });
  for (const array of arrays) array.attach(monitor);
  try {
    for (let z = 0; z < gridDim.z; z++) {
      for (let y = 0; y < gridDim.y; y++) {
        for (let x = 0; x < gridDim.x; x++) {
          runner.run({ x, y, z });
        }
      }
    }
  } finally {
    for (const array of arrays) array.attach(null);
  }
  const blocks = volume(gridDim);
  monitor.tell({ step: 'end', blocks, threads: blocks * volume(blockDim), barriers: runner.barriers });
}

/** A thread of the block, from its first step to its last. */
interface Running {
  readonly thread: Index3;
  readonly number: number;
  /** Its next steps; null where the kernel is a plain function, or the thread is done. */
  steps: Generator<Barrier, void, void> | null;
  waitsAt: Barrier | null;
}

class BlockRunner {
  readonly #monitor: Monitor;
  readonly #shared: SharedMemory;
  readonly #call: (thread: Thread) => unknown;
  readonly #services: Pick<Thread, 'blockDim' | 'gridDim' | 'shared' | 'syncthreads' | 'guard' | 'watch'>;
  /** Barriers that were made and not yet yielded: more than none after a step means that a `yield` is missing. */
  #made = 0;
  barriers = 0;

  constructor(monitor: Monitor, sharedBytes: number, call: (thread: Thread) => unknown) {
    this.#monitor = monitor;
    this.#shared = new SharedMemory(monitor, sharedBytes);
    this.#call = call;
    this.#services = {
      blockDim: monitor.blockDim,
      gridDim: monitor.gridDim,
      shared: this.#shared,
      syncthreads: (what = '') => {
        this.#made++;
        return { barrier: what };
      },
      guard: (inside, condition = '') => {
        if (monitor.tracesThreads) monitor.tell({ step: 'guard', condition, inside });
        return inside;
      },
      watch: (values) => {
        if (monitor.tracesThreads) monitor.tell({ step: 'watch', values });
      },
    };
  }

  run(block: Index3): void {
    const monitor = this.#monitor;
    monitor.block = block;
    monitor.blockNumber = (block.z * monitor.gridDim.y + block.y) * monitor.gridDim.x + block.x;
    monitor.epoch++;
    this.#shared.reset();
    monitor.tell({ step: 'block', block });

    let waiting = this.#start(block);
    while (waiting.length > 0) {
      this.#meet(waiting);
      for (const running of waiting) this.#resume(running);
      waiting = waiting.filter(({ waitsAt }) => waitsAt !== null);
      if (waiting.length > 0) this.#mustAllWait(waiting);
    }
    monitor.tell({ step: 'block-end' });
  }

  /** Runs every thread up to its first barrier, or to its end. @returns the threads, if they wait at a barrier */
  #start(block: Index3): Running[] {
    const { blockDim, blockNumber } = this.#monitor;
    const threads = volume(blockDim);
    const waiting: Running[] = [];
    for (let z = 0; z < blockDim.z; z++) {
      for (let y = 0; y < blockDim.y; y++) {
        for (let x = 0; x < blockDim.x; x++) {
          const within = (z * blockDim.y + y) * blockDim.x + x;
          const number = blockNumber * threads + within + 1;
          const running: Running = { thread: { x, y, z }, number, steps: null, waitsAt: null };
          this.#begin(running, block);
          if (running.waitsAt !== null) waiting.push(running);
        }
      }
    }
    if (waiting.length > 0) this.#mustAllWait(waiting);
    return waiting;
  }

  #begin(running: Running, blockIdx: Index3): void {
    this.#enter(running, false);
    const result = this.#guarded(() => this.#call({ threadIdx: running.thread, blockIdx, ...this.#services }));
    if (isGenerator(result)) {
      running.steps = result;
      this.#step(running);
    } else if (result !== undefined) {
      const found = result instanceof Promise ? 'an async function' : 'a function that returns a value';
      throw new SimulationError(
        'kernel-error',
        `A kernel returns nothing: results go into an array that it was given. This one is ${found}.`,
        this.#monitor.place(),
      );
    } else {
      this.#noneForgotten('A kernel with a barrier is a generator function: write function* instead of function, and');
      this.#monitor.tell({ step: 'exit' });
    }
  }

  #resume(running: Running): void {
    this.#enter(running, true);
    this.#step(running);
  }

  #enter(running: Running, resumed: boolean): void {
    this.#monitor.thread = running.thread;
    this.#monitor.threadNumber = running.number;
    this.#monitor.tell({ step: 'thread', thread: running.thread, resumed });
  }

  #step(running: Running): void {
    running.waitsAt = null;
    const next = this.#guarded(() => running.steps?.next());
    if (next?.done === false) {
      if (this.#made === 0) throw this.#strangeYield();
      this.#made--;
      running.waitsAt = next.value;
    }
    this.#noneForgotten('Write');
    this.#monitor.tell({ step: running.waitsAt === null ? 'exit' : 'wait' });
  }

  #strangeYield(): SimulationError {
    const message = 'A kernel yields barriers and nothing else. Write "yield syncthreads()".';
    return new SimulationError('kernel-error', message, this.#monitor.place());
  }

  #noneForgotten(advice: string): void {
    if (this.#made === 0) return;
    throw new SimulationError(
      'kernel-error',
      `syncthreads() was called and the thread did not stop there. ${advice} "yield syncthreads()".`,
      this.#monitor.place(),
    );
  }

  /** An error of the kernel itself (a misspelt name, say) is told with the thread that met it. */
  #guarded<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      if (error instanceof SimulationError) throw error;
      const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      throw new SimulationError('kernel-error', message, this.#monitor.place(), error);
    }
  }

  /** All threads have come to the barrier: from here on each sees what the others stored. */
  #meet(waiting: readonly Running[]): void {
    const monitor = this.#monitor;
    this.barriers++;
    monitor.epoch++;
    const what = waiting[0]?.waitsAt?.barrier ?? '';
    if (monitor.tracesThreads) monitor.tell({ step: 'barrier', what, tiles: this.#shared.contents() });
  }

  /** A barrier is for the whole block: every thread waits, and at the same one. */
  #mustAllWait(waiting: readonly Running[]): void {
    const [first] = waiting;
    if (first === undefined) return;
    const all = volume(this.#monitor.blockDim);
    const elsewhere = waiting.find(({ waitsAt }) => waitsAt?.barrier !== first.waitsAt?.barrier);
    if (waiting.length === all && elsewhere === undefined) return;
    this.#monitor.thread = (elsewhere ?? first).thread;
    const what =
      elsewhere === undefined
        ? `${waiting.length} of the ${all} threads of the block wait at a barrier, and the others have already returned: they will never come.`
        : `Threads of one block wait at two barriers: "${first.waitsAt?.barrier}" and "${elsewhere.waitsAt?.barrier}".`;
    throw new SimulationError(
      'barrier-divergence',
      `${what} Is the barrier inside an if, in a loop that some leave sooner, or after an early return?`,
      this.#monitor.place(),
    );
  }
}

function isGenerator(value: unknown): value is Generator<Barrier, void, void> {
  return typeof value === 'object' && value !== null && 'next' in value && Symbol.iterator in value;
}

function checkConfiguration(grid: Index3, block: Index3, sharedBytes: number): void {
  const refuse = (problem: string): never => {
    throw new SimulationError('launch-error', `The launch is refused: ${problem}`);
  };
  const numbers = [...Object.values(grid), ...Object.values(block)];
  if (!numbers.every((extent) => Number.isInteger(extent) && extent >= 1)) {
    const shown = `grid ${showAll(grid)}, block ${showAll(block)}`;
    refuse(`sizes are whole numbers from 1, found ${shown}. Was a division meant to round up (ceilDiv)?`);
  }
  if (volume(block) > MAX_THREADS) {
    refuse(
      `a block of ${showExtents(block)} has ${volume(block)} threads, and a block may have ${MAX_THREADS}. Use smaller blocks, and more of them.`,
    );
  }
  for (const axis of ['x', 'y', 'z'] as const) {
    if (block[axis] > MAX_BLOCK[axis]) {
      refuse(`blockDim.${axis} is ${block[axis]}, and may be ${MAX_BLOCK[axis]}.`);
    }
    if (grid[axis] > MAX_GRID[axis]) refuse(`gridDim.${axis} is ${grid[axis]}, and may be ${MAX_GRID[axis]}.`);
  }
  if (!Number.isInteger(sharedBytes) || sharedBytes < 0 || sharedBytes > MAX_SHARED_BYTES) {
    refuse(`sharedBytes is ${sharedBytes}; a block has 0 to ${MAX_SHARED_BYTES} bytes of shared memory.`);
  }
}

function showAll({ x, y, z }: Index3): string {
  return `(${x}, ${y}, ${z})`;
}
