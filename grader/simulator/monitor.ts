import type { Place } from './errors.ts';
import type { Index3 } from './geometry.ts';
import type { TraceEvent, TraceListener } from './trace.ts';

const ORIGIN: Index3 = { x: 0, y: 0, z: 0 };

/**
 * What is going on at the moment: which thread of which block runs. The simulator runs one thread after the other, so
 * there is always exactly one.
 */
export class Monitor {
  readonly kernel: string;
  readonly gridDim: Index3;
  readonly blockDim: Index3;
  readonly #trace: TraceListener | undefined;
  block: Index3 = ORIGIN;
  thread: Index3 = ORIGIN;
  /** Numbers the blocks of the launch from 0. */
  blockNumber = 0;
  /** Numbers the threads of the launch from 1, so that 0 can mean nobody. */
  threadNumber = 0;
  /** Counts up at every barrier and at every new block. Between two barriers the order of threads is not defined. */
  epoch = 1;

  constructor(kernel: string, gridDim: Index3, blockDim: Index3, trace: TraceListener | undefined) {
    this.kernel = kernel;
    this.gridDim = gridDim;
    this.blockDim = blockDim;
    this.#trace = trace;
  }

  place(): Place {
    const { kernel, block, thread, gridDim, blockDim } = this;
    return { kernel, block, thread, gridDim, blockDim };
  }

  get tracesThreads(): boolean {
    return this.#trace !== undefined && this.#trace.detail !== 'launches';
  }

  get tracesAccesses(): boolean {
    return this.#trace?.detail === 'accesses';
  }

  tell(event: TraceEvent): void {
    const first = event.step === 'launch' || event.step === 'end';
    if (first || this.tracesThreads) this.#trace?.onStep(event);
  }
}
