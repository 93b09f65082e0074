import type { Worker } from 'node:worker_threads';
import { FIXED_LIMITS } from '../limits/index.ts';
import {
  afterWork,
  canEvaluate,
  evaluateIn,
  keepBusy,
  type SharedCores,
  startWorker,
} from '../platform/threads/index.ts';
import type { Executed, Task } from './execute.ts';
import { type RunWorkerData, STOP, type WorkerRequest, type WorkerResponse } from './messages.ts';
import type { Stream } from './module/output.ts';
import type { Symbolize } from './positions.ts';
import { answerInput, inputChannel, type ReadInput } from './shared-input.ts';

export interface RunOptions {
  /** Makes lines of places in host code: Compiler.symbolize. */
  readonly symbolize: Symbolize;
  readonly signal?: AbortSignal;
  /** Is given what the program prints, when it prints it. */
  readonly onOutput?: (stream: Stream, bytes: Uint8Array) => void;
  /** Standard input, asked when the program reads it; default: empty. */
  readonly readInput?: ReadInput;
}

/** Loading a worker takes a second; one that says nothing for so long never will. */
const START_MS = 120_000;
/** How long a program that is out of time may take to say where it is. */
const STOP_MS = 5_000;

/** The worker, not the program in it, is at fault. */
export class WorkerFailure extends Error {
  /** It says why, and the reason is not the submission's. */
  readonly isExplained: boolean;
  constructor(message: string, isExplained = false) {
    super(message);
    this.isExplained = isExplained;
  }
}

/** One worker thread, which runs one case at a time. */
export class RunWorker {
  readonly #worker: Worker;
  readonly #cores: SharedCores;
  #usable = true;
  #ids = 0;
  #workMs = 0;

  /** @param cores - the processors that the pool may use, and the worker's place among those who use them */
  constructor(url: URL, cores: SharedCores) {
    this.#cores = cores;
    this.#worker = startWorker(url, {
      workerData: { cores } satisfies RunWorkerData,
      resourceLimits: { maxOldGenerationSizeMb: FIXED_LIMITS.runHeapBytes / 2 ** 20 },
    });
    // Waiting for work must not keep a program from ending, and a death between cases is found at the next one.
    this.#worker.unref();
    this.#worker.on('error', () => {
      this.#usable = false;
    });
    this.#worker.on('exit', () => {
      this.#usable = false;
    });
  }

  /** Its place among those who use the pool's processors. */
  get place(): number {
    return this.#cores.place;
  }

  /** The milliseconds of a processor that its last case has had. */
  get workMs(): number {
    return this.#workMs;
  }

  /** false once it was stopped or has died. */
  get usable(): boolean {
    return this.#usable;
  }

  /**
   * @returns what the run left behind; `wall` where it had to be stopped and could not tell
   * @throws WorkerFailure
   */
  async execute(
    task: Task,
    { signal, onOutput, readInput }: Omit<RunOptions, 'symbolize'>,
  ): Promise<Executed | 'wall'> {
    this.#workMs = 0;
    // What is dead already does not tell so once more.
    if (!this.#usable) throw new WorkerFailure('the worker thread has ended');
    const id = this.#ids++;
    const worker = this.#worker;
    let timer: NodeJS.Timeout | undefined;
    let stopClock = () => 0;
    const input = readInput ? inputChannel() : null;
    const cleanUp: (() => void)[] = [];
    const answer = new Promise<Executed | 'wall'>((resolve, reject) => {
      const fail = (message: string, isExplained = false) => {
        this.#usable = false;
        reject(new WorkerFailure(message, isExplained));
      };
      const onWall = () => {
        if (!canEvaluate) return resolve('wall');
        const stopWaiting = afterWork(STOP_MS, () => resolve('wall'));
        cleanUp.push(() => void stopWaiting());
        const asked = evaluateIn(worker, `${STOP}(${id})`);
        cleanUp.push(() => void asked.then((end) => end()));
      };
      const onMessage = (response: WorkerResponse) => {
        if (response.id !== id) return;
        if (response.kind === 'output') return onOutput?.(response.stream, response.bytes);
        if (response.kind === 'input') {
          if (input && readInput) void answerInput(input, response.bytes, readInput);
          return;
        }
        clearTimeout(timer);
        if (response.kind === 'started') stopClock = afterWork(task.limits.wallMs, onWall);
        else if (response.kind === 'done') resolve(response.executed);
        else fail(response.message, response.isExplained);
      };
      const onError = (error: unknown) => fail(error instanceof Error ? error.message : String(error));
      const onExit = (code: number) => fail(`the worker thread ended with code ${code}`);
      const onAbort = () => {
        this.#usable = false;
        reject(signal?.reason);
      };
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      signal?.addEventListener('abort', onAbort, { once: true });
      cleanUp.push(() => {
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        signal?.removeEventListener('abort', onAbort);
      });
      timer = setTimeout(() => fail('the worker thread does not start'), START_MS);
      worker.ref();
      worker.postMessage({ id, task, streams: onOutput !== undefined, input } satisfies WorkerRequest);
    });
    keepBusy(this.#cores, 1);
    try {
      const result = await answer;
      // What does not stop itself goes on: only its thread's end stops it.
      if (result === 'wall' || (isOutOfTime(result) && !task.watched)) this.#usable = false;
      return result;
    } finally {
      clearTimeout(timer);
      this.#workMs = stopClock();
      for (const undo of cleanUp) undo();
      worker.unref();
      if (!this.#usable) await this.terminate();
      // Its helpers have ended with it.
      keepBusy(this.#cores, 0);
    }
  }

  async terminate(): Promise<void> {
    this.#usable = false;
    await this.#worker.terminate();
  }
}

/** The clock has stopped it. */
export function isOutOfTime({ run: { host } }: Executed): boolean {
  return host.status === 'stopped' && host.limit === 'wall';
}
