import { type Index3, type TraceEvent, type TraceListener, TraceRenderer, volume } from '../../simulator/index.ts';

/** What a page holds: up to a megabyte, and far more than anybody steps through. */
const MAX_STEPS = 30_000;

export interface RecordedLaunch {
  readonly kernel: string;
  readonly grid: Index3;
  readonly block: Index3;
  readonly sharedBytes: number;
}

/** What of the simulation is not among the steps. */
export interface LeftOut {
  /** Blocks of all launches, those that are not there in part included. */
  readonly blocks: number;
  readonly ofBlocks: number;
  /** The last block that is there stops in the middle. */
  readonly partial: boolean;
}

export interface Recording {
  readonly launches: readonly RecordedLaunch[];
  /** At most `MAX_STEPS`, and `end` of the last launch. */
  readonly steps: readonly TraceEvent[];
  readonly leftOut: LeftOut | null;
  /** The whole simulation as `grade simulate --trace` prints it. */
  readonly text: string;
}

/**
 * Writes down the steps of a simulation, as many as a page holds, and tells all of it as text. What is too much is left
 * out by whole blocks, as long as one is there.
 */
export class TraceRecorder implements TraceListener {
  readonly #steps: TraceEvent[] = [];
  readonly #launches: RecordedLaunch[] = [];
  readonly #limit: number;
  readonly #renderer: TraceRenderer;
  #text = '';
  /** Steps up to and with the last block that ended; how many blocks those are. */
  #whole = 0;
  #wholeBlocks = 0;
  #blocks = 0;
  #isFull = false;

  constructor(limit: number = MAX_STEPS) {
    this.#limit = limit;
    this.#renderer = new TraceRenderer((lines) => {
      this.#text += lines;
    });
  }

  /** What is not written down need not be told one by one, but for the text. */
  get detail(): 'accesses' | 'threads' {
    return this.#isFull ? 'threads' : 'accesses';
  }

  readonly onStep = (event: TraceEvent): void => {
    if (event.step === 'launch') {
      const { step: _, ...launch } = event;
      this.#launches.push(launch);
    }
    if (event.step === 'block') this.#blocks++;
    if (event.step !== 'access') this.#renderer.onStep(event);
    if (this.#isFull) return;
    if (this.#steps.length >= this.#limit) {
      this.#isFull = true;
      return;
    }
    this.#steps.push(event);
    if (event.step === 'block-end') {
      this.#whole = this.#steps.length;
      this.#wholeBlocks++;
    }
  };

  recording(): Recording {
    const ofBlocks = this.#launches.reduce((sum, { grid }) => sum + volume(grid), 0);
    const whole = { launches: this.#launches, text: this.#text };
    if (!this.#isFull) return { ...whole, steps: this.#steps, leftOut: null };
    const partial = this.#whole === 0;
    return {
      ...whole,
      steps: partial ? this.#steps : this.#steps.slice(0, this.#whole),
      leftOut: { blocks: Math.max(ofBlocks, this.#blocks) - this.#wholeBlocks, ofBlocks, partial },
    };
  }
}
