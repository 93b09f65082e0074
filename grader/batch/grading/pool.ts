import { setTimeout as sleep } from 'node:timers/promises';
import { ControlFailed, findBlame } from '../../blame/index.ts';
import { InfrastructureError } from '../../platform/index.ts';
import { differences, type EngineIdentity } from '../key.ts';
import type { FromWorker, GradingTask, Summary, ToWorker, WorkerSettings } from './messages.ts';
import { GradingProcess, WorkerDied } from './process.ts';

/** So many faults in a row, with no result between them, are the machine's and not the submissions'. */
const HOPELESS = 8;
/** Milliseconds between the tries to start a process on a machine that has changed: a container engine can restart. */
const PATIENCE: readonly number[] = [1_000, 4_000, 10_000];

export interface PoolOptions {
  readonly jobs: number;
  /** Of the whole batch, about; default: a few. */
  readonly submissions?: number;
  readonly settings: WorkerSettings;
  /** UUIDs of GPUs of one model, over which the processes are spread; default: the one that `settings` name. */
  readonly gpus?: readonly string[];
  /** Processors for all jobs together. */
  readonly cores: number;
  readonly secondsPerSubmission: number;
  /** A process that holds more than this is replaced after its submission. */
  readonly workerMiB: number;
  readonly signal: AbortSignal;
  /** The command that goes on with the batch. */
  readonly resume?: string;
  /** Receives a line per failure that does not decide an outcome. */
  readonly log?: (line: string) => void;
  /** For tests. */
  readonly program?: string;
  readonly patience?: readonly number[];
}

export type Outcome =
  | { readonly kind: 'graded'; readonly task: GradingTask; readonly summary: Summary }
  | {
      readonly kind: 'fault';
      readonly task: GradingTask;
      readonly message: string;
      readonly details: readonly string[];
    };

/** What grades a batch, wherever it does. */
export interface Graders {
  /** What of the machine is left out, and why; known after {@link identity}. */
  readonly skipped: readonly string[];
  /** @throws InfrastructureError where the machine cannot do what is asked */
  identity(): Promise<EngineIdentity>;
  /** Grades tasks, several at once; outcomes are told in the order in which they come. */
  grade(tasks: readonly GradingTask[], tell: (outcome: Outcome) => Promise<void>): Promise<void>;
  dispose(): void;
}

/** Takes a task of the same assignment if there is one, whose programs the process has at hand, or else the first. */
function nextOf(queue: GradingTask[], { assignment }: GradingTask): GradingTask | undefined {
  const same = queue.findIndex((task) => task.assignment === assignment);
  return queue.splice(Math.max(same, 0), 1)[0];
}

function outcomeOf(task: GradingTask, answer: FromWorker): Outcome {
  if (answer.kind === 'graded') return { kind: 'graded', task, summary: answer.summary };
  if (answer.kind === 'fault') return { kind: 'fault', task, message: answer.message, details: answer.details };
  throw new Error(`a worker answered ${answer.kind}`);
}

function controlFailed(error: ControlFailed): InfrastructureError {
  const { cause } = error;
  return new InfrastructureError(
    'This machine does not grade a program that passes everywhere. What is graded is kept.',
    { details: [error.message, ...(cause instanceof Error ? [cause.message] : [])], cause: error },
  );
}

/** Grading processes, replaced where one dies, hangs or grows. */
export class GradingPool implements Graders {
  readonly #options: PoolOptions;
  readonly #idle: GradingProcess[] = [];
  readonly #all = new Set<GradingProcess>();
  readonly #gpuOf = new WeakMap<GradingProcess, string>();
  #identity: EngineIdentity | null = null;
  #skipped: readonly string[] = [];
  #faultsInARow = 0;
  /** Tasks that failed once and are graded again in a new process. */
  readonly #failed = new WeakSet<GradingTask>();

  constructor(options: PoolOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => this.dispose(), { once: true });
  }

  /** What of this machine is left out, and why; known after {@link identity}. */
  get skipped(): readonly string[] {
    return this.#skipped;
  }

  /** @throws InfrastructureError where this machine cannot do what is asked */
  async identity(): Promise<EngineIdentity> {
    if (this.#identity === null) this.#idle.push(await this.#start());
    if (this.#identity === null) throw new Error('a worker without an identity');
    return this.#identity;
  }

  /**
   * Grades tasks, several at once; outcomes are told in the order in which they come.
   * @throws InfrastructureError where nothing works any more, or where the machine is not what it was when the batch
   * began: what is not graded stays in the queue; the signal's reason once it is aborted
   */
  async grade(tasks: readonly GradingTask[], tell: (outcome: Outcome) => Promise<void>): Promise<void> {
    const { jobs, signal } = this.#options;
    const queue = [...tasks];
    const lane = async (): Promise<void> => {
      for (let task = queue.shift(); task; task = nextOf(queue, task)) {
        signal.throwIfAborted();
        const outcome = await this.#withRetry(task).catch((error: unknown) => {
          queue.length = 0;
          throw error;
        });
        this.#faultsInARow = outcome.kind === 'graded' ? 0 : this.#faultsInARow + 1;
        await tell(outcome);
        if (this.#faultsInARow >= HOPELESS) {
          queue.length = 0;
          throw new InfrastructureError(
            `${HOPELESS} submissions in a row could not be graded: something is wrong with this machine. What is graded is kept.`,
            { details: outcome.kind === 'fault' ? [outcome.message, ...outcome.details] : [] },
          );
        }
      }
    };
    const lanes = Array.from({ length: Math.min(jobs, tasks.length) }, lane);
    const ended = await Promise.allSettled(lanes);
    signal.throwIfAborted();
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  }

  dispose(): void {
    for (const worker of this.#all) worker.kill();
    this.#all.clear();
    this.#idle.length = 0;
  }

  /**
   * A process that ends without an answer, or takes too long, says nothing about who is at fault: the submission is
   * graded again in a new one, and then the control program is.
   * @throws InfrastructureError where this machine fails for the control program too
   */
  async #withRetry(task: GradingTask): Promise<Outcome> {
    try {
      const verdict = await findBlame({
        attempt: () => this.#grade(task),
        isUnexplained: (error) => error instanceof WorkerDied,
        control: () => this.#control(),
        log: this.#options.log ?? (() => undefined),
      });
      if (verdict.by === 'result') return verdict.result;
      return outcomeOf(task, await this.#ask({ kind: 'end', task }));
    } catch (error) {
      if (error instanceof ControlFailed) throw controlFailed(error);
      if (error instanceof WorkerDied) return { kind: 'fault', task, message: error.message, details: [] };
      throw error;
    }
  }

  /** A fault that has a reason, such as a full disk, may be one of the moment: it is tried again too. */
  async #grade(task: GradingTask): Promise<Outcome> {
    const outcome = outcomeOf(task, await this.#ask({ kind: 'grade', task }));
    return outcome.kind === 'graded' ? outcome : outcomeOf(task, await this.#ask({ kind: 'grade', task }));
  }

  /** @throws Error where a new process does not grade the control program */
  async #control(): Promise<void> {
    const answer = await this.#ask({ kind: 'control' });
    if (answer.kind === 'sound') return;
    throw new Error(answer.kind === 'fault' ? [answer.message, ...answer.details].join(' ') : answer.kind);
  }

  /**
   * Asks a process, which is not used again unless it answers well.
   * @throws WorkerDied where it ends or takes too long
   */
  async #ask(message: ToWorker): Promise<FromWorker> {
    const { secondsPerSubmission, workerMiB, signal } = this.#options;
    signal.throwIfAborted();
    const isFirst = message.kind === 'grade' && !this.#failed.has(message.task);
    const worker = (isFirst ? this.#idle.pop() : undefined) ?? (await this.#start());
    let isLate = false;
    const clock = setTimeout(() => {
      isLate = true;
      worker.kill();
    }, secondsPerSubmission * 1000);
    let answer: FromWorker;
    try {
      answer = await worker.ask(message);
    } catch (error) {
      this.#all.delete(worker);
      signal.throwIfAborted();
      if (message.kind === 'grade') this.#failed.add(message.task);
      if (!(error instanceof WorkerDied)) throw error;
      throw isLate ? new WorkerDied(`It took longer than ${secondsPerSubmission} seconds and was ended.`) : error;
    } finally {
      clearTimeout(clock);
    }
    if (message.kind === 'grade' && answer.kind !== 'graded') this.#failed.add(message.task);
    const isSound = answer.kind === 'sound' || (answer.kind === 'graded' && answer.residentMiB <= workerMiB);
    // What has failed once is not trusted again.
    if (isSound) this.#idle.push(worker);
    else this.#retire(worker);
    return answer;
  }

  /** A batch has one identity: a process on a machine that has changed must not grade. */
  async #start(): Promise<GradingProcess> {
    const { signal, patience = PATIENCE, resume = 'grade batch run --resume' } = this.#options;
    for (let tries = 0; ; tries++) {
      const { worker, identity } = await this.#startOne();
      this.#identity ??= identity;
      const changed = differences(this.#identity, identity);
      if (changed.length === 0) return worker;
      this.#retire(worker);
      const ms = patience[tries];
      if (ms === undefined) {
        throw new InfrastructureError(
          'This machine has changed since the batch began, so it stops. What is graded is kept.',
          {
            details: [
              ...changed,
              `Repair the machine (grade doctor shows what is missing), then go on with ${resume}.`,
            ],
          },
        );
      }
      await sleep(ms, undefined, { signal });
    }
  }

  async #startOne(): Promise<{ readonly worker: GradingProcess; readonly identity: EngineIdentity }> {
    const { jobs, submissions = 1, cores, settings, program, signal } = this.#options;
    const worker = new GradingProcess(Math.max(1, Math.floor(cores / jobs)), program);
    const gpu = this.#leastUsedGpu();
    if (gpu !== undefined) this.#gpuOf.set(worker, gpu);
    this.#all.add(worker);
    const own = gpu === undefined ? settings : { ...settings, machine: { ...settings.machine, gpu } };
    let answer: FromWorker;
    try {
      answer = await worker.ask({ kind: 'start', settings: own, submissions: Math.ceil(submissions / jobs) });
    } catch (error) {
      this.#all.delete(worker);
      signal.throwIfAborted();
      throw new InfrastructureError(`No grading process could be started. ${(error as Error).message}`, {
        cause: error,
      });
    }
    if (answer.kind === 'ready') {
      if (this.#identity === null) this.#skipped = answer.skipped;
      return { worker, identity: answer.identity };
    }
    this.#retire(worker);
    if (answer.kind === 'unusable') throw new InfrastructureError(answer.message, { details: answer.details });
    throw new Error(`a worker answered ${answer.kind}`);
  }

  /** Returns the GPU of the fewest processes that run, the first of several; `undefined` without a list. */
  #leastUsedGpu(): string | undefined {
    const used = [...this.#all].map((worker) => this.#gpuOf.get(worker));
    const users = (gpu: string) => used.filter((one) => one === gpu).length;
    return [...(this.#options.gpus ?? [])].sort((a, b) => users(a) - users(b))[0];
  }

  #retire(worker: GradingProcess): void {
    this.#all.delete(worker);
    worker.kill();
  }
}
