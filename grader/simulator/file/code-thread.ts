import type { Worker } from 'node:worker_threads';
import { INSTRUCTOR_LIMITS } from '../../limits/index.ts';
import { AssignmentError, InfrastructureError } from '../../platform/index.ts';
import { canEvaluate, evaluateIn, startWorker } from '../../platform/threads/index.ts';
import type { CodeAnswers, CodeCall, CodeSpec } from './calls.ts';

export interface CodeThreadData {
  readonly folder: string;
}

export interface CodeRequest {
  readonly id: number;
  readonly spec: CodeSpec;
  readonly call: CodeCall;
}

export type CodeResponse =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'done'; readonly id: number; readonly answer: CodeAnswers[CodeCall['call']] }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly isOfAssignment: boolean }
  | { readonly kind: 'place'; readonly place: string };

/** The global function that posts where the code is. */
export const PLACE = 'postPlace';
/** The time in which a thread must say where it is. */
const PLACE_MS = 500;

type Answer = CodeAnswers[CodeCall['call']];

/** A thread that has loaded the `simulator.ts` of a folder and calls its functions, one after the other. */
export class CodeThread {
  readonly #folder: string;
  readonly #limits: Limits;
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #ids = 0;

  constructor(folder: string, limits: Limits = INSTRUCTOR_LIMITS) {
    this.#folder = folder;
    this.#limits = limits;
  }

  /** @throws AssignmentError if the code fails or exceeds a limit */
  call(spec: CodeSpec, call: CodeCall): Promise<Answer> {
    const answer = this.#last.then(() => this.#call(spec, call));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  /** Ends the thread after the calls that were made. */
  endWhenIdle(): void {
    void this.#last.then(() => this.#end());
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #started(): Worker {
    this.#worker ??= startWorker(new URL('./worker.ts', import.meta.url), {
      workerData: { folder: this.#folder } satisfies CodeThreadData,
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapBytes / 2 ** 20 },
    });
    return this.#worker;
  }

  async #call(spec: CodeSpec, call: CodeCall): Promise<Answer> {
    const isNew = this.#worker === null;
    const worker = this.#started();
    const id = this.#ids++;
    let timer: NodeJS.Timeout | undefined;
    let isLoaded = !isNew;
    let ended = false;
    const cleanUp: (() => void)[] = [];
    try {
      return await new Promise<Answer>((resolve, reject) => {
        const stop = (error: Error) => {
          ended = true;
          reject(error);
        };
        const onTime = async () => {
          const { callMs, loadMs } = this.#limits;
          const place = await whereIs(worker);
          const what = isLoaded ? `${call.call} of simulator.ts` : 'simulator.ts, while it is loaded,';
          stop(new AssignmentError(`${what} ran longer than ${(isLoaded ? callMs : loadMs) / 1000} s${place}.`));
        };
        const startClock = (ms: number) => {
          clearTimeout(timer);
          timer = setTimeout(() => void onTime(), ms);
        };
        const onMessage = (response: CodeResponse) => {
          if (response.kind === 'loaded') {
            isLoaded = true;
            startClock(this.#limits.callMs);
          } else if (response.kind !== 'place' && response.id === id) {
            if (response.kind === 'done') resolve(response.answer);
            else reject(new (response.isOfAssignment ? AssignmentError : InfrastructureError)(response.message));
          }
        };
        const onError = (error: unknown) => stop(this.#deathOf(error, call));
        const onExit = (code: number) =>
          stop(new AssignmentError(`${call.call} of simulator.ts ended its thread with code ${code}.`));
        worker.on('message', onMessage).on('error', onError).on('exit', onExit);
        cleanUp.push(() => worker.off('message', onMessage).off('error', onError).off('exit', onExit));
        // An error of a thread that nobody waits for must not end the program.
        if (isNew) worker.on('error', () => undefined);
        startClock(isLoaded ? this.#limits.callMs : this.#limits.loadMs);
        worker.ref();
        worker.postMessage({ id, spec, call } satisfies CodeRequest);
      });
    } finally {
      clearTimeout(timer);
      for (const undo of cleanUp) undo();
      worker.unref();
      if (ended) await this.#end();
    }
  }

  #deathOf(error: unknown, { call }: CodeCall): Error {
    if ((error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY') {
      const most = this.#limits.heapBytes / 2 ** 20;
      return new AssignmentError(`${call} of simulator.ts needs more than ${most} MiB of memory.`);
    }
    return new InfrastructureError(`The thread of simulator.ts failed: ${String(error)}.`, { cause: error });
  }
}

/** See `INSTRUCTOR_LIMITS`. */
type Limits = { readonly [name in 'callMs' | 'loadMs' | 'heapBytes']: number };

/** Returns ` at simulator.ts:12:5` for a thread in a loop, or nothing if it cannot tell. */
async function whereIs(worker: Worker): Promise<string> {
  if (!canEvaluate) return '';
  let timer: NodeJS.Timeout | undefined;
  const told = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(''), PLACE_MS);
    const onMessage = (response: CodeResponse) => {
      if (response.kind === 'place') resolve(response.place);
    };
    worker.on('message', onMessage);
  });
  const asked = evaluateIn(worker, `${PLACE}()`);
  try {
    return await told;
  } finally {
    clearTimeout(timer);
    void asked.then((end) => end());
  }
}
